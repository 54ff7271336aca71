import type { Engine } from '../../l10n/engines/engine.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { AccountRecord } from '../../store/records/identity.ts'
import type { Reader, Transaction } from '../../store/store.ts'

type Account = Pick<Frozen<AccountRecord>, 'id' | 'handle' | 'engines'>
type BudgetedEngine = Pick<Engine, 'id' | 'isPaid'>

/** Why an account cannot use an engine, and who can change that; undefined if it can. */
export function findEngineFault({ id, isPaid }: BudgetedEngine, { handle, engines }: Account): string | undefined {
  if (!isPaid || engines?.[id] !== undefined) return undefined
  return `Engine ${id} costs money and is off for ${handle}. An operator can enable it with a monthly budget, at /operator/accounts/${handle} or with the command "engines enable ${handle} ${id} --budget 20".`
}

/** The ID of the record of what an account spent on an engine in the calendar month (UTC) of `at`. */
export const spendId = (accountId: string, engine: string, at: Date): string =>
  `${accountId}.${engine}.${formatMonth(at)}`

/** What an account spent on an engine in a month, in micro-dollars. */
export interface Spend {
  /** Includes what is reserved for open requests. */
  readonly spent: number
  /** The budget of a calendar month; absent if no operator set one. */
  readonly budget?: number
}

/** Reads what an account spent on an engine in the month of `now`. */
export async function readSpend(
  account: Pick<Account, 'id' | 'engines'>,
  engine: string,
  read: Pick<Reader, 'engine_spends'>,
  now: Date,
): Promise<Spend> {
  const record = await read.engine_spends.get(spendId(account.id, engine, now))
  const budget = account.engines?.[engine]?.monthly_budget
  return { spent: record?.spent ?? 0, ...(budget !== undefined && { budget }) }
}

/**
 * Reserves micro-dollars for a request that is about to be sent. Returns false, and reserves nothing, if a paid engine would exceed the budget of the month or
 * has none. Engines that are not paid are only counted.
 */
export async function reserve(
  account: Account,
  engine: BudgetedEngine,
  micros: number,
  tx: Transaction,
  now: Date,
): Promise<boolean> {
  if (engine.isPaid) {
    const { spent, budget } = await readSpend(account, engine.id, tx, now)
    if (budget === undefined || spent + micros > budget) return false
  }
  await addSpend(account, engine.id, micros, tx, now)
  return true
}

/** What a request cost, in micro-dollars. */
export interface Settlement {
  readonly reserved: number
  readonly cost: number
}

/**
 * Replaces a reservation by the actual cost, which may exceed the budget. `at` is when it was reserved: a request counts in the month in which it was sent.
 */
export async function settle(
  account: Pick<Account, 'id'>,
  engine: Pick<BudgetedEngine, 'id'>,
  { reserved, cost }: Settlement,
  tx: Transaction,
  at: Date,
): Promise<void> {
  await addSpend(account, engine.id, cost - reserved, tx, at)
}

async function addSpend(
  { id: account_id }: Pick<Account, 'id'>,
  engine: string,
  micros: number,
  tx: Transaction,
  at: Date,
): Promise<void> {
  if (micros === 0) return
  const id = spendId(account_id, engine, at)
  const record = await tx.engine_spends.get(id)
  const spent = Math.max(0, (record?.spent ?? 0) + micros)
  if (record === undefined) {
    await tx.engine_spends.insert({ id, account_id, engine, month: formatMonth(at), spent })
  } else await tx.engine_spends.put({ ...record, spent })
}

/** `2026-11` */
const formatMonth = (at: Date): string => at.toISOString().slice(0, 7)
