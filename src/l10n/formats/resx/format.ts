import type { Format, ParsedSource, SourceEntry, TargetEntry } from '../format.ts'
import { truncateNote } from '../limits.ts'
import { RepeatedKeys } from '../repeated-keys.ts'
import { detectIndent, listLeading } from '../xml/edit.ts'
import { parseXml, parseXmlIfAny } from '../xml/scan.ts'
import { readComment } from '../xml/text.ts'
import { findLines, type XmlDocument, type XmlLeaf, type XmlNode } from '../xml/tree.ts'
import { type DataDialect, type DataString, listStrings, RESX } from './data.ts'
import { writeData } from './write.ts'

/** .NET's RESX, and RESW of Windows apps: the strings; images, files and data of the designer are kept. */
export const resx: Format = {
  id: 'resx',
  extensions: '.resx, .resw',
  escape: /\0/g,
  about: {
    name: '.NET RESX and RESW',
    example: 'Resources/Strings.resx',
    placeholders: '`{0}`, `{0:N2}`',
    plurals: 'None: each string has one text',
    notes: '`<comment>`, and XML comments above a string',
    unsupported:
      'Data with a `type` or `mimetype` (images, files) and of the Windows Forms designer (`>>name`) is kept. Strings with `{Locked}` in their comment are not translated',
  },
  matches: path => /\.res[xw]$/i.test(path),
  // Braces are those of `String.Format`.
  read: text => readData(text, RESX),
  readTarget: (text, _locale, source) => readDataTarget(text, source, RESX),
  write: request => writeData(request, RESX),
}

export function readData(text: string, dialect: DataDialect): ParsedSource {
  const document = parseXml(text, dialect.name)
  const strings = listStrings(document, dialect)
  const repeated = findRepeated(document, strings)
  const entries = strings.flatMap((string): SourceEntry[] => {
    const { name, value, isLocked, repeats } = string
    if (isLocked || repeats !== undefined) return []
    const note = findNote(document, string)
    return [
      {
        key: name,
        value,
        ...(note !== '' && { description: truncateNote(note) }),
        ...repeated.get(name),
      },
    ]
  })
  return { entries, options: { syntax: 'plain', eol: document.eol, indent: detectIndent(document) } }
}

/** The comments of a string: those above it, then its own. */
function findNote(document: XmlDocument, { comment, index }: DataString): string {
  const above = listLeading(document, document.root.children, index).filter(isComment)
  return [...above.map(node => readComment(document, node)), comment].filter(text => text !== '').join('\n')
}

const isComment = (node: XmlNode): node is XmlLeaf => node.kind === 'comment'

function findRepeated(document: XmlDocument, strings: readonly DataString[]): RepeatedKeys {
  const repeated = new RepeatedKeys()
  for (const string of strings) {
    const { name, value, element, repeats } = string
    if (repeats !== undefined)
      repeated.add(name, value === repeats.value, () => findLines(document, repeats.element, element))
  }
  return repeated
}

export function readDataTarget(text: string, source: string | undefined, dialect: DataDialect): readonly TargetEntry[] {
  const document = parseXmlIfAny(text, dialect.name)
  if (document === undefined) return []
  const of = source === undefined ? [] : listStrings(parseXml(source, dialect.name), dialect)
  const locked = new Set(of.filter(({ isLocked }) => isLocked).map(({ name }) => name))
  const strings = listStrings(document, dialect)
  const repeated = findRepeated(document, strings)
  return strings.flatMap((string): TargetEntry[] => {
    const { name, value, isLocked, repeats } = string
    const repetition = repeated.get(name)
    const isEmpty = value === '' && repetition.differs !== true
    if (isEmpty || isLocked || repeats !== undefined || locked.has(name)) return []
    return [{ key: name, value, ...repetition }]
  })
}
