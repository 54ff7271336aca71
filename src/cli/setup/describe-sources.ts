import { escapeInvisible } from '../../text/escape.ts'
import { pluralize } from '../../tools/pluralize.ts'
import { type Io, paint } from '../io.ts'
import { formatCount } from '../output/progress.ts'
import type { DetectedSource } from './detect-sources.ts'

/** Files and locales that are listed. */
const MAX_FILES = 20
const MAX_LOCALES = 6

/** Describes the source files of a repository as a list with aligned columns. */
export function describeSources(sources: readonly DetectedSource[], io: Io): string {
  const colour = paint(io.stdout)
  const formats = new Set(sources.map(({ format }) => format)).size
  const rows = sources.slice(0, MAX_FILES).map(({ path, format, strings, locales }) => ({
    path: escapeInvisible(path),
    format,
    strings: `${formatCount(strings)} ${strings === 1 ? 'string ' : 'strings'}`,
    locales: describeLocales(locales),
  }))
  const width = (field: 'path' | 'format' | 'strings'): number => Math.max(...rows.map(row => row[field].length))
  const [paths, names, counts] = [width('path'), width('format'), width('strings')]
  const lines = rows.map(row =>
    `  ${row.path.padEnd(paths)}  ${row.format.padEnd(names)}  ${row.strings.padStart(counts)}  ${colour('dim', row.locales)}`.trimEnd(),
  )
  const more = sources.length - rows.length
  return [
    `Found ${pluralize(sources.length, 'source file')} in ${pluralize(formats, 'format')}:`,
    ...lines,
    ...(more > 0 ? [`  and ${more} more. All: dragoman init --json`] : []),
  ].join('\n')
}

function describeLocales(locales: readonly string[]): string {
  if (locales.length === 0) return 'no translations yet'
  const names = locales.slice(0, MAX_LOCALES).join(', ')
  const more = locales.length - MAX_LOCALES
  return `${names}${more > 0 ? ` and ${more} more` : ''} ${locales.length === 1 ? 'exists' : 'exist'}`
}
