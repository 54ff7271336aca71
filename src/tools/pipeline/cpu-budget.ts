import { credentialName, type Principal } from '../../auth/policy/principal.ts'
import { AppError } from '../../errors.ts'
import type { Meter } from '../../scheduling/pacer.ts'

/** CPU time of the last minute: of a credential, a user, or all outside readers of a public project. */
export interface CpuUse {
  readonly usedMs: number
  /** Whole seconds, at least 1, until the budget has room again. */
  readonly resetSeconds: number
}

/** Counts CPU time per owner over a sliding minute. */
export interface CpuBudget {
  /** Seconds of CPU time a minute (`DRAGOMAN_CPU_BUDGET`). */
  readonly seconds: number
  add(owner: string, milliseconds: number): void
  /** Compares the usage of an owner with a budget in seconds. */
  getUsage(owner: string, seconds: number): CpuUse
  /** Called for each refused call. */
  readonly noteRefusal: () => void
}

/** A user's budget, in budgets of one credential: more tokens do not buy more time. */
const MAX_BUDGETS_PER_USER = 3

/** A single call's limit, in budgets of one credential. */
const MAX_BUDGETS_PER_CALL = 3

/** Meters one call for its credential and its user. Calls on the machine itself (stdio, control) are not limited. */
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

  /** Counts the call for all outside readers of a public project, too. */
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

  /**
   * Rejects a call without budget. One call may exceed the budget up to `MAX_BUDGETS_PER_CALL`, so that large files can be pushed.
   * @throws AppError `too_large`, `rate_limited`.
   */
  check(): void {
    const most = MAX_BUDGETS_PER_CALL * this.#budget.seconds
    if (this.#owners.length > 0 && this.#ownMs > most * 1000) {
      this.#budget.noteRefusal()
      throw new AppError('too_large', `This call used ${most} seconds of CPU time, the most allowed.`, {
        fix: 'Send fewer files, locales or translations per call.',
      })
    }
    for (const { id, what, budgets } of this.#owners) {
      const seconds = budgets * this.#budget.seconds
      const { usedMs, resetSeconds } = this.#budget.getUsage(id, seconds)
      if (usedMs - this.#ownMs < seconds * 1000) continue
      this.#budget.noteRefusal()
      throw new AppError('rate_limited', `${what} used ${seconds} seconds of CPU time in the last minute.`, {
        fix: `Wait ${resetSeconds} ${resetSeconds === 1 ? 'second' : 'seconds'}, then send less per call.`,
        retryAfter: resetSeconds,
      })
    }
  }
}

const CREDENTIAL_LABELS = { token: 'This token', grant: 'This app', session: 'This session' } as const
