const RUNNING = Number.POSITIVE_INFINITY

/** The visibility of a transaction's writes. All of its rows share the stamp, so that they become visible at once. */
export class Stamp {
  /** The number of the transaction in completion order; Infinity while it runs. */
  at: number
  /** Whether every view sees the transaction. Its rows are then counted without a check per view. */
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

  /** Returns the settled stamp for rows of this transaction. It keeps `at`: older views may still be held. */
  settled(): Stamp {
    this.#settled ??= new Stamp(this.at, true)
    return this.#settled
  }
}

/** The stamp of loaded rows, and of rows that every view has seen for long. */
export const ORIGIN = new Stamp(0, true)

/** What a reader sees: all transactions that completed up to `at`, and the writes of its own transaction. */
export interface View {
  readonly at: number
  /** The stamp of the reading transaction. */
  readonly own?: Stamp
}

export interface TransactionView extends View {
  readonly own: Stamp
  /** The newest completed transaction when this one began. It may not have seen later ones, so it must not replace their writes. */
  readonly since: number
}

/** Creates a view of all completed transactions, durable or not, and of the transaction itself. */
export const createTransactionView = (own: Stamp, since: number): TransactionView => ({
  at: Number.MAX_SAFE_INTEGER,
  own,
  since,
})

/**
 * A write conflicts with another transaction, which runs in parallel or completed after this one began. The engine runs this transaction again after the other
 * one.
 */
export class WriteConflictError extends Error {
  readonly other: Stamp

  constructor(other: Stamp) {
    super('Two transactions that ran side by side wrote the same record.')
    this.other = other
  }
}

/** Checks that a row which this transaction replaces, or which blocks it, did not change since it began. @throws WriteConflictError */
export function assertUnchanged(
  { born, died }: { readonly born: Stamp; readonly died: Stamp | undefined },
  { own, since }: TransactionView,
): void {
  if (died !== undefined) throw new WriteConflictError(died)
  if (born !== own && born.at > since) throw new WriteConflictError(born)
}
