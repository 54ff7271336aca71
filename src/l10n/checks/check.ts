import type { TermBook } from '../glossary/term-book.ts'
import type { FileFamilies } from '../message/families.ts'
import type { Message, Syntax } from '../message/message.ts'

/** Worst first. */
export const LEVELS = ['error', 'warning', 'info'] as const
export type Level = (typeof LEVELS)[number]

export interface Finding {
  readonly id: string
  readonly level: Level
  readonly message: string
  /** Offset in the text, in UTF-16 units. */
  readonly at?: number
  /** How to correct it, as one sentence. */
  readonly fix?: string
  /** The glossary term that it is about. */
  readonly term?: string
}

export interface CheckInput {
  readonly source: Message
  readonly target: Message
  /** BCP 47. */
  readonly sourceLocale: string
  readonly locale: string
  readonly syntax: Syntax
  /** The placeholder families of the file; absent if unknown. */
  readonly families?: FileFamilies | undefined
  /** In graphemes. */
  readonly maxLength?: number | undefined
  /** The plural categories that the file supports; absent if CLDR decides. */
  readonly categories?: readonly string[] | undefined
  /** Whether the form `zero` is for the number 0 in every language. */
  readonly hasExactZero?: boolean | undefined
  /** Whether the build refuses several arguments of printf that are not all numbered. */
  readonly needsPositions?: boolean | undefined
  /** Whether the file tells which argument each `%#@name@` takes, whatever their order is. */
  readonly numbersSubstitutions?: boolean | undefined
  /** Whether the entry is a term of Fluent. Each language gives terms parameters of its own, such as a case. */
  readonly isTerm?: boolean | undefined
  /** Whether the entry is an error message of Rails. Each language uses the attribute, the model and the value as it needs them. */
  readonly isErrorMessage?: boolean | undefined
  /** Whether the forms are ordinal (1st, 2nd), not cardinal. */
  readonly ordinal?: boolean | undefined
  /** The terms that apply. */
  readonly terms?: TermBook | undefined
  /** Whether the entry is not to be translated: every locale keeps the source string. */
  readonly doNotTranslate?: boolean | undefined
  /** Other translations of the same source string in this locale. */
  readonly elsewhere?: readonly Message[] | undefined
  /** Other source strings whose translation in this locale is exactly this one. */
  readonly twins?: readonly Message[] | undefined
  /** Whether the locale has the translation of its fallback. */
  readonly equalsFallback?: boolean | undefined
  /** Check ID → level set by the project. */
  readonly levels?: Readonly<Record<string, Level | 'off'>> | undefined
}

export interface CheckResult {
  /** The translation to store: as submitted, with the line endings of the source. */
  readonly value: Message
  readonly findings: readonly Finding[]
  /** IDs of the repairs that were made. */
  readonly repaired: readonly string[]
}
