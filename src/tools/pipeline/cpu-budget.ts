import { credentialName, type Principal } from '../../auth/policy/principal.ts'
import { AppError } from '../../errors.ts'
import type { Meter } from '../../scheduling/pacer.ts'

/** CPU time that a credential, a user, or all strangers of a public project together, used in the last minute. */
export interface CpuUse {
  readonly usedMs: number
  /** Whole seconds, at least 1, until the budget has room again. */
  readonly resetSeconds: number
}

/** How much CPU time each credential may use in a minute. */
export interface CpuBudget {
  /** Seconds of CPU time a minute (`DRAGOMAN_CPU_BUDGET`). */
  readonly seconds: number
  add(owner: string, milliseconds: number): void
  /** Against a budget of so many seconds. */
  getUsage(owner: string, seconds: number): CpuUse
}

/** Budgets of one credential that all credentials of a user have together: more tokens are no more time. */
const MAX_BUDGETS_PER_USER = 3

/** Budgets that one call may use up alone. */
const MAX_BUDGETS_PER_CALL = 3

/** The CPU time of one call, which counts for its credential and its user. The machine's own operator has no budget. */
export class CallCpu implements Meter {
  readonly #budget: CpuBudget
  readonly #owners: { readonly id: string; readonly what: string; readonly budgets: number }[] = []
  #ownMs = 0

  constructor(budget: CpuBudget, { user, credential }: Pick<Principal, 'user' | 'credential'>) {
    this.#budget = budget
    if (credential.kind === 'stdio' || credential.kind === 'control') return
    this.#owners.push(
      { id: credentialName(credential), what: CREDENTIAL_LABELS[credential.kind], budgets: 1 },
      { id: `user:${user.id}`, what: 'All your tokens, apps and sessions together', budgets: MAX_BUDGETS_PER_USER },
    )
  }

  /** Counts the call for all strangers of a public project too. */
  countForPublicReaders(project: string): void {
    if (this.#owners.length === 0) return
    const id = `strangers:${project}`
    if (this.#owners.some(owner => owner.id === id)) return
    this.#owners.push({ id, what: `All users who are not members of ${project} together`, budgets: 1 })
    if (this.#ownMs > 0) this.#budget.add(id, this.#ownMs)
  }

  add(milliseconds: number): void {
    this.#ownMs += milliseconds
    for (const { id } of this.#owners) this.#budget.add(id, milliseconds)
  }

  /** A call that began within the budget may pass it alone, to a point; otherwise a large file could never be pushed. */
  check(): void {
    const most = MAX_BUDGETS_PER_CALL * this.#budget.seconds
    if (this.#owners.length > 0 && this.#ownMs > most * 1000) {
      throw new AppError('too_large', `This call used ${most} seconds of CPU time.`, {
        fix: 'Ask for less at a time: fewer files, locales or texts.',
      })
    }
    for (const { id, what, budgets } of this.#owners) {
      const seconds = budgets * this.#budget.seconds
      const { usedMs, resetSeconds } = this.#budget.getUsage(id, seconds)
      if (usedMs - this.#ownMs < seconds * 1000) continue
      throw new AppError('rate_limited', `${what} used ${seconds} seconds of CPU time in the last minute.`, {
        fix: `Wait ${resetSeconds} ${resetSeconds === 1 ? 'second' : 'seconds'}, then send fewer or smaller texts.`,
        retryAfter: resetSeconds,
      })
    }
  }
}

const CREDENTIAL_LABELS = { token: 'This token', grant: 'This app', session: 'This session' } as const
