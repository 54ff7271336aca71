import { guessTargetTemplate } from '../../src/l10n/files/guess-target.ts'
import type { Format } from '../../src/l10n/formats/format.ts'
import { FORMATS } from '../../src/l10n/formats/registry.ts'
import { markdownTable } from './markdown.ts'

/** docs/formats.md */
export function formatsPage(): string {
  const formats = FORMATS.toSorted((a, b) => a.about.name.localeCompare(b.about.name, 'en'))
  const rows = formats.map(format => [
    `[${format.about.name}](#${toAnchor(format.about.name)})`,
    listExtensions(format),
    `\`${format.id}\``,
    format.about.states === undefined ? '' : 'yes',
    format.multilingual === undefined ? '' : 'all',
  ])
  return `# File formats

\`push_source\` detects the format of a file by its name and content. The argument \`format\` selects one by its ID. *States*: files have states of
translations. *Locales*: one file has all locales, and is its own target.

${markdownTable(['Format', 'Extensions', 'ID', 'States', 'Locales'], rows)}

These rules apply to all formats:

- A pull changes only the lines of changed translations. Comments, order, indentation and line breaks stay.
- A new target file has the style of the file of another locale, or of the source file.
- Files are UTF-8. A byte order mark stays.
- A file has up to 50,000 strings. A Markdown or MDX file has up to 300,000 characters. A table has up to 500 columns. A string has up to 65,536 characters.
- Strings that are empty or only white space are not translated. A target file keeps what it has for them.
- An empty plural form of a translation is not read. A target file keeps it until the form has a text.
- Notes are cut after 4,000 characters.

[Translated files](files.md) describes the paths of target files, and conflicts.

${formats.map(section).join('\n')}`
}

/** The anchor of a heading, as forges spell it. */
const toAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-')

const listExtensions = ({ extensions }: Format): string =>
  extensions
    .split(', ')
    .map(ending => `\`${ending}\``)
    .join(', ')

function section(format: Format): string {
  const { about, multilingual } = format
  const path = about.example ?? `locales/en${format.extensions.split(', ')[0]}`
  const target = guessTargetTemplate(path, 'en')
  const lines = [
    ...(about.marks === undefined ? [] : [`- Detected by: ${about.marks}`]),
    ...(about.details ?? []).map(detail => `- ${detail}`),
    `- Placeholders: ${about.placeholders}`,
    `- Plurals: ${about.plurals}`,
    ...(about.states === undefined ? [] : [`- States: ${about.states}`]),
    `- Notes: ${about.notes}`,
    `- Kept or unsupported: ${about.unsupported}`,
    ...(multilingual === undefined && target !== undefined ? [`- Default target: \`${target}\` for \`${path}\``] : []),
  ]
  return `## ${about.name}

${lines.map(line => line.replace(': none', ': None')).join('\n')}
`
}
