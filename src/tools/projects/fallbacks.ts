import { AppError } from '../../errors.ts'
import { echoList } from '../../text/escape.ts'
import { canonicalLocale } from '../schemas/locale.ts'

interface Locales {
  readonly source: string
  readonly targets: readonly string[]
}

/**
 * Parses fallbacks (locale → the locale used in its place) into canonical spelling.
 * @throws AppError `invalid_input` for a locale that the project does not have, or for a cycle.
 */
export function parseFallbacks(
  given: Readonly<Record<string, string>>,
  { source, targets }: Locales,
): Record<string, string> {
  const fallbacks = Object.fromEntries(
    Object.entries(given).map(([tag, standIn]) => {
      const locale = canonicalLocale('A key of fallbacks', tag, { allowPrivate: true })
      const other = canonicalLocale(`fallbacks.${locale}`, standIn, { allowPrivate: true })
      if (!targets.includes(locale) || !(targets.includes(other) || other === source)) {
        throw new AppError(
          'invalid_input',
          `fallbacks has ${locale}: ${other}, but the project does not have both locales.`,
          {
            fix: `Let a target locale (${echoList(targets)}) fall back to another one, or to the source locale ${source}.`,
          },
        )
      }
      return [locale, other] as const
    }),
  )
  for (const locale of Object.keys(fallbacks)) {
    const seen = new Set<string>()
    for (let at: string | undefined = locale; at !== undefined; at = fallbacks[at]) {
      if (seen.has(at)) {
        throw new AppError('invalid_input', `fallbacks has a cycle from ${locale} back to ${at}.`, {
          fix: 'Remove one fallback of the cycle.',
        })
      }
      seen.add(at)
    }
  }
  return fallbacks
}

/** Keeps the fallbacks whose locales both still belong to the project. */
export const filterFallbacks = (
  given: Readonly<Record<string, string>>,
  { source, targets }: Locales,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(given).filter(
      ([locale, other]) => targets.includes(locale) && (targets.includes(other) || other === source),
    ),
  )
