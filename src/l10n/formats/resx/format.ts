import type { Format, ParsedSource, TargetEntry } from '../format.ts'
import { truncateNote } from '../limits.ts'
import { mergeRepeated, toTranslations } from '../repeated-keys.ts'
import { detectIndent, listLeading } from '../xml/edit.ts'
import { parseXml, parseXmlIfAny } from '../xml/scan.ts'
import { readComment } from '../xml/text.ts'
import type { XmlDocument } from '../xml/tree.ts'
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
  const strings = listStrings(document, dialect).filter(({ isLocked }) => !isLocked)
  const listed = strings.map(string => {
    const { name: key, value, element } = string
    const note = findNote(document, string)
    return [element.start, { key, value, ...(note !== '' && { description: truncateNote(note) }) }] as const
  })
  const entries = mergeRepeated(document.text, listed)
  return { entries, options: { syntax: 'plain', eol: document.eol, indent: detectIndent(document) } }
}

/** The comments of a string: those above it, then its own. */
function findNote(document: XmlDocument, { comment, index }: DataString): string {
  const above = listLeading(document, document.root.children, index).flatMap(node =>
    node.kind === 'comment' ? readComment(document, node) : [],
  )
  return [...above, comment].filter(text => text !== '').join('\n')
}

export function readDataTarget(text: string, source: string | undefined, dialect: DataDialect): readonly TargetEntry[] {
  const document = parseXmlIfAny(text, dialect.name)
  if (document === undefined) return []
  const of = source === undefined ? [] : listStrings(parseXml(source, dialect.name), dialect)
  const locked = new Set(of.filter(({ isLocked }) => isLocked).map(({ name }) => name))
  const strings = listStrings(document, dialect).filter(({ name, isLocked }) => !isLocked && !locked.has(name))
  const listed = strings.map(({ name: key, value, element }) => [element.start, { key, value }] as const)
  return toTranslations(mergeRepeated(document.text, listed))
}
