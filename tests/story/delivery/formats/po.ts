import type { SourceString } from '../tree.ts'
import type { Delivered, TestFormat } from './format.ts'

/** gettext: the source string is the key. The keys of this test are references there, and the sections of some are contexts. */
export const po: TestFormat = {
  sourcePath: file => `po/${file}.pot`,
  target: file => `po/{locale}/${file}.po`,
  targetPath: (file, locale) => `po/${locale}/${file}.po`,
  writeSource: strings => `${header('en')}${strings.map(one => writeEntry(one, '')).join('')}`,
  writeTarget: (strings, locale) => `${header(locale)}${strings.map(([one, text]) => writeEntry(one, text)).join('')}`,
  read: content => content.split(/\n\n+/).flatMap(readEntry),
  nameOf: ({ source, context }) => ({ key: source, context }),
}

const header = (locale: string): string =>
  `msgid ""\nmsgstr ""\n"Language: ${locale}\\n"\n"MIME-Version: 1.0\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Content-Transfer-Encoding: 8bit\\n"\n`

function writeEntry({ key, context, source }: SourceString, text: string): string {
  const reference = `src/${key.replace('.', '/')}.c:1`
  const within = context === undefined ? '' : `msgctxt "${context}"\n`
  return `\n#: ${reference}\n${within}msgid "${source}"\nmsgstr "${text}"\n`
}

function readEntry(block: string): readonly Delivered[] {
  const lines = block.split('\n').filter(line => !line.startsWith('#~'))
  const key = readField(lines, 'msgid')
  const text = readField(lines, 'msgstr')
  if (key === undefined || key === '' || text === undefined || text === '') return []
  const context = readField(lines, 'msgctxt')
  if (!lines.some(line => line.startsWith('#,') && line.includes('fuzzy'))) return [{ key, context, text }]
  const before = lines.filter(line => line.startsWith('#| ')).map(line => line.slice(3))
  const unfinished = { source: readField(before, 'msgid'), context: readField(before, 'msgctxt') }
  return [{ key, context, text, unfinished }]
}

/** The value of a field, also where it continues on the next lines. */
function readField(lines: readonly string[], name: string): string | undefined {
  const at = lines.findIndex(line => line.startsWith(`${name} "`))
  if (at === -1) return undefined
  const first = lines[at]?.slice(name.length + 1) ?? ''
  const more: string[] = []
  for (const line of lines.slice(at + 1)) {
    if (!line.startsWith('"')) break
    more.push(line)
  }
  return [first, ...more].map(line => JSON.parse(line) as string).join('')
}
