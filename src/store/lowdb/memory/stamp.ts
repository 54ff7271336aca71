const RUNNING = Number.POSITIVE_INFINITY

/** Since when the writes of one transaction count. All of its rows share it, so that they count from one instant on. */
export class Stamp {
  /** The place of the transaction among those that completed; Infinity while it runs. */
  at: number
  /** Whether every view sees what it stands for: only such rows are counted without a look at who asks. */
  readonly isSettled: boolean
  #settled: Stamp | undefined

  constructor(at = RUNNING, isSettled = false) {
    this.at = at
    this.isSettled = isSettled
  }

  get isRunning(): boolean {
    return this.at === RUNNING
  }

  isSeen({ at, own }: View): boolean {
    return this.at <= at || this === own
  }

  /** The stamp of rows that came to rest, while an older view may still be held. */
  settled(): Stamp {
    this.#settled ??= new Stamp(this.at, true)
    return this.#settled
  }
}

/** Of what came from the disk, and of what every view has seen for long. */
export const ORIGIN = new Stamp(0, true)

/** What somebody sees: everything that completed up to `at`, and what they wrote themselves. */
export interface View {
  readonly at: number
  /** The stamp of the transaction that looks. */
  readonly own?: Stamp
}

/** The view of a transaction. */
export interface TransactionView extends View {
  readonly own: Stamp
  /** What completed when it began: it must not replace what came later, and it may not have seen. */
  readonly since: number
}

/** All that completed, durable or not, and the writes of one transaction. */
export const createTransactionView = (own: Stamp, since: number): TransactionView => ({
  at: Number.MAX_SAFE_INTEGER,
  own,
  since,
})

/** A write met one of a transaction that runs beside this one, or completed since this one began: it is done again when that one has ended. */
export class WriteConflictError extends Error {
  readonly other: Stamp

  constructor(other: Stamp) {
    super('Two transactions that ran side by side wrote the same record.')
    this.other = other
  }
}

/** @throws Collision when a row that this transaction is about to replace, or that stands in its way, is not the one that it found when it began. */
export function assertUnchanged(
  { born, died }: { readonly born: Stamp; readonly died: Stamp | undefined },
  { own, since }: TransactionView,
): void {
  if (died !== undefined) throw new WriteConflictError(died)
  if (born !== own && born.at > since) throw new WriteConflictError(born)
}
