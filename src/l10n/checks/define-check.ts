import { quote } from '../../text/quote.ts'
import type { Syntax } from '../message/message.ts'
import type { Finding, Level } from './check.ts'
import type { CheckContext } from './context.ts'

/** A fault of a text. `level` is set where a check has several, such as by the policy of a glossary. */
export interface Fault extends Omit<Finding, 'id' | 'level'> {
  readonly level?: Level
}

/** A source string with a translation that passes the check and one that does not. */
export interface CheckExample {
  readonly syntax: Syntax
  readonly locale: string
  readonly source: string
  readonly good: string
  readonly bad: string
}

/** One check, with everything that documents it (docs/checks.md). */
export interface Check {
  readonly id: string
  /** Default level; a project can set another. */
  readonly level: Level
  /** Whether its findings break files or applications, so that no project can lower its level. */
  readonly isFixed?: true
  /** What it finds, as one sentence. */
  readonly finds: string
  /** Why that matters, as one sentence. */
  readonly why: string
  /** The standard or specification that it follows. */
  readonly standard?: string
  /** The first one is in docs/checks.md; tests run all. Empty for checks that need terms, limits or plural forms. */
  readonly examples: readonly CheckExample[]
  /** Whether it can find anything; absent if only its run tells. Thousands of texts need no run of a check for another syntax. */
  readonly isNeeded?: (context: CheckContext) => boolean
  /** Yields faults one by one, so that callers can stop early. */
  readonly find: (context: CheckContext) => Iterable<Fault>
}

/** A part of the source that a translation lacks. */
export const toMissing = (raw: string): Fault => ({
  message: `${quote(raw)} is missing.`,
  fix: `Put ${quote(raw)} back.`,
})

/** A part of a translation that its source does not have. */
export const toAdded = (raw: string, at: number): Fault => ({
  message: `${quote(raw)} is not in the source.`,
  at,
  fix: `Remove ${quote(raw)}.`,
})

export const defineCheck = (check: Check): Check => check
