import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { formatMoreFaults, MAX_FAULTS, MAX_UNKNOWN } from '../../l10n/faults.ts'
import { adviseTag, findLocale } from '../../l10n/locales/find-locale.ts'
import { formatValue } from './describe-issues.ts'

/**
 * A locale in any spelling: the schema of every field for a locale. Rejects tags that are not BCP 47. `canonicalLocale` and `targetLocale` check whether CLDR
 * or the project has the locale, and use the same error texts.
 */
export const Locale = z.string().refine(tag => findLocale(tag, { allowPrivate: true }) !== undefined, {
  error: ({ input }) => adviseTag(String(input), true),
})

interface LocaleOptions {
  /** Whether to accept any BCP 47 tag, even of a language that CLDR does not name. If a caller can choose but did not, false: the fix then names the option. */
  readonly allowPrivate?: boolean
}

/**
 * Returns the canonical spelling of a locale.
 * @throws AppError `invalid_input` with the path of the field and the nearest tag.
 */
export function canonicalLocale(path: string, tag: string, options: LocaleOptions = {}): string {
  const locale = findLocale(tag, options)
  if (locale === undefined) throw unknownLocaleError([describeUnknownLocale(path, tag)], options)
  return locale
}

/**
 * Returns the canonical spellings of a list of locales, each once.
 * @throws AppError `invalid_input` with the first 20 that are unknown.
 */
export function canonicalLocales(
  path: string,
  tags: readonly string[],
  options: LocaleOptions = {},
): readonly string[] {
  const found = new Set<string>()
  const unknown: [at: number, tag: string][] = []
  for (const [at, tag] of tags.entries()) {
    const locale = findLocale(tag, options)
    if (locale !== undefined) found.add(locale)
    else if (unknown.push([at, tag]) > MAX_FAULTS) break
  }
  if (unknown.length === 0) return [...found]
  const suggests = unknown.length <= MAX_UNKNOWN
  const faults = unknown.slice(0, MAX_FAULTS).map(([at, tag]) => describeUnknownLocale(`${path}.${at}`, tag, suggests))
  throw unknownLocaleError(unknown.length > MAX_FAULTS ? [...faults, formatMoreFaults(undefined)] : faults, options)
}

/** Describes why a tag is not a locale, as a sentence; with `suggests`, includes the nearest tag. */
export const describeUnknownLocale = (path: string, tag: string, suggests = true): string =>
  `${path} is ${formatValue(tag)}: give ${adviseTag(tag, suggests)}.`

const unknownLocaleError = (faults: readonly string[], { allowPrivate }: LocaleOptions): AppError =>
  new AppError('invalid_input', faults.join(' '), {
    fix: `Correct the tag${faults.length === 1 ? '' : 's'}${allowPrivate === false ? ', or set allow_private_locale: true for a language that CLDR does not name' : ''}.`,
  })
