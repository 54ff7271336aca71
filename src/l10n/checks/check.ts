import type { TermBook } from '../glossary/term-book.ts'
import type { Message, Syntax } from '../message/message.ts'

export type Level = 'error' | 'warning' | 'info'

export interface Finding {
  readonly id: string
  readonly level: Level
  readonly message: string
  /** Offset in the text, in UTF-16 units. */
  readonly at?: number
  /** What to change, as one sentence. */
  readonly fix?: string
}

export interface CheckInput {
  readonly source: Message
  readonly target: Message
  /** BCP 47. */
  readonly sourceLocale: string
  readonly locale: string
  readonly syntax: Syntax
  /** In graphemes. */
  readonly maxLength?: number
  /** The plural categories that the file has a place for; absent where CLDR decides. */
  readonly categories?: readonly string[] | undefined
  /** Whether the forms are for ranks (1st, 2nd) and not for amounts. */
  readonly ordinal?: boolean
  /** The terms that hold here. */
  readonly terms?: TermBook | undefined
  /** Whether the entry keeps the text of its source in every locale. */
  readonly doNotTranslate?: boolean
  /** Check id → the level at which the project wants it. */
  readonly levels?: Readonly<Record<string, Level | 'off'>> | undefined
}

export interface CheckResult {
  /** The text to keep: the submitted one after repairs (edge whitespace, line endings). */
  readonly value: Message
  readonly findings: readonly Finding[]
  /** Ids of the repairs that were made. */
  readonly repaired: readonly string[]
}
