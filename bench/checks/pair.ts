import type { FileFamilies } from '../../src/l10n/message/families.ts'
import type { Message, Syntax } from '../../src/l10n/message/message.ts'

/** A published source string and its translation. */
export interface Pair {
  /** `properties`, `android` … */
  readonly format: string
  /** Path below the corpus, of the translation. */
  readonly file: string
  readonly key: string
  readonly locale: string
  readonly syntax: Syntax
  readonly families: FileFamilies
  /** gettext's flags. */
  readonly tags?: readonly string[]
  readonly source: Message
  readonly target: Message
  readonly categories?: readonly string[]
  readonly elsewhere?: readonly Message[]
  readonly twins?: readonly Message[]
}

/** The strings of one file, by key. */
export type Strings = ReadonlyMap<string, Message>
