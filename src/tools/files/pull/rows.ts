import { z } from 'zod'
import type { RenderedFile } from './render-file.ts'

const Counts = {
  exported: z.number().int(),
  fuzzy: z.number().int().optional(),
  missing: z.number().int().optional(),
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
  const byPath = new Map<string, WrittenFile & { readonly locales: string[] }>()
  for (const { path, source, content, locale } of files) {
    const known = byPath.get(path)
    if (known === undefined) byPath.set(path, { path, source, content, locales: [locale] })
    else known.locales.push(locale)
  }
  return [...byPath.values()]
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
    ...toCounts(countFile(file)),
  }))
}

/** Sums by locale, in place of a row per file. */
export function sumByLocale(files: readonly RenderedFile[]): readonly z.input<typeof PulledLocale>[] {
  const totals = new Map<string, { files: number; counts: PullCounts }>()
  for (const file of files) {
    const total = totals.get(file.locale)
    const counts = countFile(file)
    totals.set(file.locale, {
      files: (total?.files ?? 0) + 1,
      counts: total === undefined ? counts : addCounts(total.counts, counts),
    })
  }
  return [...totals].map(([locale, total]) => ({ locale, files: total.files, ...toCounts(total.counts) }))
}

/** Counts of strings. `exported`, `fuzzy` and `missing` together are all strings. */
interface PullCounts {
  readonly exported: number
  readonly fuzzy: number
  readonly missing: number
  /** Of those that are missing. */
  readonly fallback: number
  readonly stale: number
  readonly omitted: number
  readonly held: number
  readonly in_review: number
  readonly unapproved: number
  readonly conflicts: number
}

const countFile = ({
  exported,
  fuzzy,
  missing,
  fallback,
  stale,
  omitted,
  held,
  inReview,
  unapproved,
  conflicts,
}: RenderedFile): PullCounts => ({
  exported,
  fuzzy,
  missing,
  fallback,
  stale,
  omitted,
  held,
  in_review: inReview,
  unapproved,
  conflicts: conflicts.length,
})

const addCounts = (one: PullCounts, other: PullCounts): PullCounts => ({
  exported: one.exported + other.exported,
  fuzzy: one.fuzzy + other.fuzzy,
  missing: one.missing + other.missing,
  fallback: one.fallback + other.fallback,
  stale: one.stale + other.stale,
  omitted: one.omitted + other.omitted,
  held: one.held + other.held,
  in_review: one.in_review + other.in_review,
  unapproved: one.unapproved + other.unapproved,
  conflicts: one.conflicts + other.conflicts,
})

/** Zeros are omitted, except of `exported`. */
const toCounts = ({ exported, ...others }: PullCounts) => ({
  exported,
  ...(Object.fromEntries(Object.entries(others).filter(([, count]) => count > 0)) as Partial<typeof others>),
})
