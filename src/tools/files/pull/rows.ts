import { z } from 'zod'
import { groupBy } from '../../../l10n/groups.ts'
import type { RenderedFile } from './render-file.ts'

/** Counts of strings. `exported`, `fuzzy` and `missing` together are all strings. */
const Counts = {
  exported: z.number().int(),
  fuzzy: z.number().int().optional(),
  missing: z.number().int().optional(),
  /** Of those that are missing. */
  fallback: z.number().int().optional(),
  stale: z.number().int().optional(),
  /** Untranslated in the file, because their translation is of an earlier source string. */
  omitted: z.number().int().optional(),
  held: z.number().int().optional(),
  in_review: z.number().int().optional(),
  unapproved: z.number().int().optional(),
  conflicts: z.number().int().optional(),
}

export const PulledFile = z.object({
  path: z.string(),
  locale: z.string(),
  source: z.string().optional(),
  sha256: z.string(),
  ...Counts,
  content: z.string().optional(),
})
/** Translations that are not in the files until a user approves them, and the page where users do. */
export const Waiting = z.object({
  in_review: z.number().int().optional(),
  unapproved: z.number().int().optional(),
  page: z.string(),
})
export const PulledLocale = z.object({ locale: z.string(), files: z.number().int(), ...Counts })

/** A file to write, with the locales that are in it. */
interface WrittenFile extends Pick<RenderedFile, 'path' | 'source' | 'content'> {
  readonly locales: readonly string[]
}

/** The files to write: one for all rows with the same path, which is a file that has all locales. */
export function groupByPath(files: readonly RenderedFile[]): readonly WrittenFile[] {
  return [...groupBy(files, ({ path }) => path).values()].map(own => {
    const [{ path, source, content }] = own
    return { path, source, content, locales: own.map(({ locale }) => locale) }
  })
}

type Row = Omit<z.input<typeof PulledFile>, 'content'>

/** Adds the content of each file to its first row. */
export function withContent(rows: readonly Row[], written: readonly WrittenFile[]): z.input<typeof PulledFile>[] {
  const left = new Map(written.map(({ path, content }) => [path, content]))
  return rows.map(row => {
    const content = left.get(row.path)
    left.delete(row.path)
    return content === undefined ? row : { ...row, content }
  })
}

/** The common source file of all rows, which the rows then omit. */
export const findOnlySource = (files: readonly RenderedFile[]): string | undefined =>
  files.every(({ source }) => source === files[0]?.source) ? files[0]?.source : undefined

export function toRows(files: readonly RenderedFile[]): readonly Row[] {
  const isOneSource = findOnlySource(files) !== undefined
  return files.map(file => ({
    path: file.path,
    locale: file.locale,
    ...(!isOneSource && { source: file.source }),
    sha256: file.sha256,
    ...sumCounts([file]),
  }))
}

/** Sums by locale, in place of a row per file. */
export const sumByLocale = (files: readonly RenderedFile[]): readonly z.input<typeof PulledLocale>[] =>
  [...groupBy(files, file => file.locale)].map(([locale, own]) => ({ locale, files: own.length, ...sumCounts(own) }))

/** Zeros are omitted, except of `exported`. */
function sumCounts(files: readonly RenderedFile[]) {
  const names = Object.keys(Counts) as (keyof typeof Counts)[]
  const sums = names.map(name => [name, files.reduce((sum, file) => sum + countOf(file, name), 0)] as const)
  const shown = sums.filter(([name, count]) => name === 'exported' || count > 0)
  return Object.fromEntries(shown) as z.output<z.ZodObject<typeof Counts>>
}

function countOf(file: RenderedFile, name: keyof typeof Counts): number {
  if (name === 'conflicts') return file.conflicts.length
  return name === 'in_review' ? file.inReview : file[name]
}
