import { pluralProfile } from '../../locales/plural-rules.ts'
import { type BananaBranch, type BananaChoice, listPositional } from './parts.ts'

/** The plural categories of the forms that a language needs, in order, and of those that it may have. */
export interface BananaForms {
  /** The categories of whole numbers. */
  readonly needed: readonly string[]
  /** Those for fractions and whole millions, too. */
  readonly known: readonly string[]
}

/** MediaWiki chooses a form by its position among the categories of CLDR. The last form stands for those that are absent. */
export function listForms(locale: string): BananaForms {
  const { categories, sampleCounts } = pluralProfile(locale, 'cardinal')
  return { needed: categories.filter(category => sampleCounts.has(category)), known: categories }
}

/** Finds the only category that a form is for: a number, `=1`, or a plural category. The last form is for all others. */
export function createNamer(choice: BananaChoice, locale: string): (branch: BananaBranch) => string {
  const positional = listPositional(choice)
  const { needed, known } = listForms(locale)
  const categories = positional.length > needed.length ? known : needed
  const names = new Map(positional.slice(0, -1).map((branch, at) => [branch, categories[at] ?? 'other'] as const))
  return branch => (branch.exact === undefined ? (names.get(branch) ?? 'other') : `=${branch.exact}`)
}
