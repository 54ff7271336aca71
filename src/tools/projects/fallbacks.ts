import { AppError } from '../../errors.ts'
import { echoList } from '../../text/escape.ts'
import { canonicalLocale } from '../schemas/locale.ts'

interface Locales {
  readonly source: string
  readonly targets: readonly string[]
}

/**
 * Which locale stands in for which, in canonical spelling.
 * @throws AppError `invalid_input` when one is none of the project's locales, or they lead in a circle.
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
        throw new AppError('invalid_input', `fallbacks has ${locale}: ${other}, and both must be of the project.`, {
          fix: `A target (${echoList(targets)}) falls back to another one, or to the source ${source}.`,
        })
      }
      return [locale, other] as const
    }),
  )
  for (const locale of Object.keys(fallbacks)) {
    const seen = new Set<string>()
    for (let at: string | undefined = locale; at !== undefined; at = fallbacks[at]) {
      if (seen.has(at)) {
        throw new AppError('invalid_input', `fallbacks leads from ${locale} back to ${at}.`, {
          fix: 'Let each locale fall back to one that does not fall back to it.',
        })
      }
      seen.add(at)
    }
  }
  return fallbacks
}

/** The fallbacks whose both ends are still locales of the project. */
export const filterFallbacks = (
  given: Readonly<Record<string, string>>,
  { source, targets }: Locales,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(given).filter(
      ([locale, other]) => targets.includes(locale) && (targets.includes(other) || other === source),
    ),
  )
