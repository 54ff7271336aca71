import type { Format, ParsedSource, SourceEntry, TargetEntry } from '../format.ts'
import { truncateNote } from '../limits.ts'
import { detectIndent, listLeading } from '../xml/edit.ts'
import { parseXml, parseXmlIfAny } from '../xml/scan.ts'
import { readComment } from '../xml/text.ts'
import type { XmlDocument, XmlLeaf, XmlNode } from '../xml/tree.ts'
import { type DataString, findLines, listStrings, NAME } from './data.ts'
import { writeResx } from './write.ts'

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
  read: text => readSource(text),
  readTarget: (text, _locale, source) => readTarget(text, source),
  write: writeResx,
}

function readSource(text: string): ParsedSource {
  const document = parseXml(text, NAME)
  const strings = listStrings(document)
  const repeated = findRepeated(strings)
  const entries = strings.flatMap((string): SourceEntry[] => {
    const { name, value, isLocked, repeats } = string
    if (isLocked || repeats !== undefined) return []
    const note = findNote(document, string)
    const again = repeated.get(name)
    return [
      {
        key: name,
        value,
        ...(note !== '' && { description: truncateNote(note) }),
        ...(again !== undefined && { duplicate: findLines(document, string, again) }),
      },
    ]
  })
  // Braces are those of `String.Format`.
  return { entries, options: { syntax: 'plain', eol: document.eol, indent: detectIndent(document) } }
}

/** Maximum keys that are reported as duplicates. */
const MAX_DUPLICATES = 20

/** The comments of a string: those above it, then its own. */
function findNote(document: XmlDocument, { comment, index }: DataString): string {
  const above = listLeading(document, document.root.children, index).filter(isComment)
  return [...above.map(node => readComment(document, node)), comment].filter(text => text !== '').join('\n')
}

const isComment = (node: XmlNode): node is XmlLeaf => node.kind === 'comment'

function findRepeated(strings: readonly DataString[]): ReadonlyMap<string, DataString> {
  const repeated = new Map<string, DataString>()
  for (const string of strings) {
    if (repeated.size === MAX_DUPLICATES) break
    if (string.repeats !== undefined && !repeated.has(string.name)) repeated.set(string.name, string)
  }
  return repeated
}

function readTarget(text: string, source: string | undefined): readonly TargetEntry[] {
  const document = parseXmlIfAny(text, NAME)
  if (document === undefined) return []
  const of = source === undefined ? [] : listStrings(parseXml(source, NAME))
  const locked = new Set(of.filter(({ isLocked }) => isLocked).map(({ name }) => name))
  const strings = listStrings(document)
  const repeated = findRepeated(strings)
  return strings.flatMap((string): TargetEntry[] => {
    const { name, value, isLocked, repeats } = string
    if (value === '' || isLocked || repeats !== undefined || locked.has(name)) return []
    const again = repeated.get(name)
    return [{ key: name, value, ...(again !== undefined && { duplicate: findLines(document, string, again) }) }]
  })
}
