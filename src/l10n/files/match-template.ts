import { spellsLocale } from '../locales/spellings.ts'
import { LOCALE_VARIABLE } from './locale-variables.ts'
import type { TargetTemplate } from './target-path.ts'

/** A locale of a path, with its spelling there. */
export interface SpelledLocale {
  readonly locale: string
  readonly alias: string
}

/**
 * Finds the locale that a path spells in the place of the template's placeholder, such as `zh-Hans` in `values-zh-rCN/strings.xml`. Undefined if the rest of the
 * path differs, or if the spelling fits none or several of the locales.
 */
export function matchTemplate(
  { target }: Pick<TargetTemplate, 'target'>,
  path: string,
  locales: readonly string[],
): SpelledLocale | undefined {
  const pieces = target.split(LOCALE_VARIABLE)
  const [first = '', second = ''] = pieces
  const rest = pieces.slice(1).reduce((sum, piece) => sum + piece.length, first.length)
  const length = (path.length - rest) / (pieces.length - 1)
  if (pieces.length < 2 || length < 2 || !Number.isInteger(length)) return undefined
  const alias = path.slice(first.length, first.length + length)
  if (alias.includes('/') || pieces.join(alias) !== path || (second === '' && pieces.length > 2)) return undefined
  const [locale, ...others] = locales.filter(one => spellsLocale(alias, one))
  return locale === undefined || others.length > 0 ? undefined : { locale, alias }
}
