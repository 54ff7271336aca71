import { z } from 'zod'
import { echo } from '../../../text/escape.ts'
import { quoteList } from '../../../text/quote.ts'
import { redactFinding } from '../../glossary/redact-findings.ts'
import { omitZeros } from '../../schemas/omit-undefined.ts'
import type { ImportFile } from './import-file.ts'
import type { FileReport, ImportCounts } from './import-texts.ts'

/** Counts of an import by outcome; zeros are omitted. */
export const ImportCountsShape = z.object({
  imported: z.number().int().optional(),
  unchanged: z.number().int().optional(),
  kept: z.number().int().optional(),
  fallback: z.number().int().optional(),
  conflicts: z.number().int().optional(),
  refused: z.number().int().optional(),
  missing: z.number().int().optional(),
})

export const UnknownKeys = z.object({ count: z.number().int(), first: z.array(z.string()) })

/** Findings of one check, with the first five keys. */
export const FoundByCheck = z.object({
  check: z.string(),
  level: z.string(),
  count: z.number().int(),
  first: z.array(
    z.object({
      path: z.string().optional(),
      locale: z.string(),
      key: z.string(),
      at: z.number().int().optional(),
      message: z.string(),
    }),
  ),
})

/** Numbers of translations with findings, by locale; zeros are omitted. */
export const FoundByLocale = z.record(
  z.string(),
  z.object({
    errors: z.number().int().optional(),
    same_as_source: z.number().int().optional(),
    /** With other warnings. */
    warnings: z.number().int().optional(),
  }),
)

export interface ImportResult {
  readonly file: ImportFile
  readonly report: FileReport
}

const FIRST = 5

export function sumImportCounts(all: readonly ImportResult[]): ImportCounts {
  const sum = { imported: 0, unchanged: 0, kept: 0, fallback: 0, conflicts: 0, refused: 0, missing: 0 }
  const names = Object.keys(sum) as (keyof ImportCounts)[]
  for (const { report } of all) for (const name of names) sum[name] += report.counts[name]
  return sum
}

export function summarizeUnknownKeys(all: readonly ImportResult[]): z.output<typeof UnknownKeys> | undefined {
  const unknown = all.flatMap(({ report }) => report.unknown)
  return unknown.length === 0
    ? undefined
    : { count: unknown.length, first: [...new Set(unknown)].slice(0, FIRST).map(echo) }
}

/** Names the strings of the files that became a plural since their translations, or stopped to be one. Undefined without any. */
export function describeOtherShapes(all: readonly ImportResult[]): string | undefined {
  const keys = [...new Set(all.flatMap(({ report }) => report.otherShape))]
  if (keys.length === 0) return undefined
  return `The source of ${quoteList(keys, FIRST)} has plural forms and the file does not, or the reverse: translate again.`
}

/** Number of imported translations with an error. */
export const countTextsWithErrors = (all: readonly ImportResult[]): number =>
  all.reduce((sum, { report }) => sum + report.faulty, 0)

/** Counts each translation once in each number. Undefined without findings. */
export function countFindings(all: readonly ImportResult[]): z.output<typeof FoundByLocale> | undefined {
  const found = new Map<string, { errors: number; same_as_source: number; warnings: number }>()
  for (const { file, report } of all) {
    const { locale } = file.place
    const sum = found.get(locale) ?? { errors: 0, same_as_source: 0, warnings: 0 }
    const count = (isMeant: (finding: FileReport['findings'][number]) => boolean): number =>
      new Set(report.findings.filter(isMeant).map(({ key }) => key)).size
    sum.errors += count(({ level }) => level === 'error')
    sum.same_as_source += count(isCopy)
    sum.warnings += count(one => one.level === 'warning' && !isCopy(one))
    found.set(locale, sum)
  }
  const rows = [...found].filter(([, sum]) => Object.values(sum).some(count => count > 0))
  return rows.length === 0 ? undefined : Object.fromEntries(rows.map(([locale, sum]) => [locale, omitZeros(sum)]))
}

const isCopy = ({ id, level }: FileReport['findings'][number]): boolean =>
  id === 'same_as_source' && level === 'warning'

/** Errors and warnings by check, errors first; a translation counts once per check. */
export function summarizeFindings(
  all: readonly ImportResult[],
  withTerms: boolean,
): readonly z.output<typeof FoundByCheck>[] {
  const checks = new Map<string, z.output<typeof FoundByCheck>>()
  for (const { file, report } of all) {
    const seen = new Set<string>()
    for (const { key, ...found } of report.findings) {
      const { id, level, at, message } = redactFinding(found, withTerms)
      const name = `${level} ${id}`
      if (level === 'info' || seen.has(`${name} ${key}`)) continue
      seen.add(`${name} ${key}`)
      const one = checks.get(name) ?? { check: id, level, count: 0, first: [] }
      one.count += 1
      if (one.first.length < FIRST) {
        const path = all.length > 1 ? { path: file.place.path } : {}
        one.first.push({ ...path, locale: file.place.locale, key: echo(key), ...(at !== undefined && { at }), message })
      }
      checks.set(name, one)
    }
  }
  return [...checks].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
}
