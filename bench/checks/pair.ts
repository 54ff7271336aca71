import type { CheckInput } from '../../src/l10n/checks/check.ts'
import type { FileFamilies } from '../../src/l10n/message/families.ts'

/** A published source string and its translation, with the rules that its file has for it. */
export interface Pair extends Omit<CheckInput, 'sourceLocale' | 'terms' | 'levels'> {
  /** `properties`, `android` … */
  readonly format: string
  /** Path below the corpus, of the translation. */
  readonly file: string
  readonly key: string
  readonly families: FileFamilies | undefined
  /** gettext's flags. */
  readonly tags?: readonly string[]
}
