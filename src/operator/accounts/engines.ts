import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { Pacer } from '../../scheduling/pacer.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { AccountRecord } from '../../store/records/identity.ts'
import type { Reader, Transaction } from '../../store/store.ts'
import type { Services } from '../../tools/pipeline/call.ts'
import { readSpend } from '../../tools/runs/budget.ts'
import { toDollars } from '../../tools/runs/view.ts'
import { defineOperatorAction, defineOperatorView, type OperatorActionContext } from '../action.ts'
import { recordOperatorEvent } from '../command.ts'
import { findAccount } from './access.ts'
import { iterateAccounts } from './list.ts'

/** In US dollars a month. */
export const MAX_BUDGET = 1_000_000

const BUDGET_FIX = `a number of US dollars from 0.01 to ${MAX_BUDGET.toLocaleString('en')}, such as 20`

const Budget = z.coerce
  .string()
  .trim()
  .regex(/^(?:\d{1,7}|\d{1,3}(?:,\d{3})+)(?:\.\d{1,2})?$/, BUDGET_FIX)
  .transform(text => Number(text.replaceAll(',', '')))
  .refine(amount => amount >= 0.01 && amount <= MAX_BUDGET, BUDGET_FIX)

const ListInput = z.strictObject({ account: z.string().optional() })
const DisableInput = z.strictObject({ account: z.string(), engine: z.string() })
const EnableInput = DisableInput.extend({ budget: Budget })

/** Whether this can be typed as a budget. */
export const isBudget = (text: string): boolean => Budget.safeParse(text).success

/** An engine of the server. */
export interface EngineRow {
  readonly engine: string
  readonly kind: 'llm' | 'mt' | 'pseudo'
  readonly model?: string
  /** Whether it is off for accounts until an operator enables it. */
  readonly paid: boolean
  /** Whether its requests have a price. Without one, a budget limits nothing. */
  readonly priced: boolean
}

/** What an account spent on an engine, in US dollars. */
export interface SpendRow {
  readonly account: string
  readonly engine: string
  readonly enabled: boolean
  /** A month; absent if no operator set one. */
  readonly budget?: number
  readonly spent: number
  /** Whether the engine is no longer configured. */
  readonly missing?: true
}

export interface EngineList {
  /** The calendar month (UTC) of the spends. */
  readonly month: string
  readonly engines: readonly EngineRow[]
  /** Of one account: all paid engines. Otherwise those that are enabled or have a spend. */
  readonly accounts: readonly SpendRow[]
}

/** Lists the engines of the server, and what accounts spent on them this month. */
export const listEngines = defineOperatorView('engines', ListInput, async (input, read, { services }) => {
  const accounts = input.account === undefined ? undefined : [await findAccount(input.account, read)]
  const rows: SpendRow[] = []
  const pace = new Pacer()
  for await (const account of accounts ?? iterateAll(read)) {
    for (const row of await listSpends(account, read, services)) {
      if (accounts !== undefined || row.enabled || row.spent > 0) rows.push(row)
    }
    if (pace.shouldYield) await pace.yieldNow()
  }
  return {
    month: services.now().toISOString().slice(0, 7),
    engines: services.engines.all.map(({ id, kind, model, isPaid, prices }) => ({
      engine: id,
      kind,
      ...(model !== undefined && { model }),
      paid: isPaid,
      priced: Object.values(prices).some(price => price > 0),
    })),
    accounts: rows,
  } satisfies EngineList
})

async function* iterateAll(read: Reader): AsyncGenerator<Frozen<AccountRecord>> {
  for await (const { account } of iterateAccounts(read, undefined)) yield account
}

/** The engines of an account that cost money or that it spent money on, and those that were removed after they were enabled. */
async function listSpends(
  account: Frozen<AccountRecord>,
  read: Reader,
  { engines, now }: Pick<Services, 'engines' | 'now'>,
): Promise<readonly SpendRow[]> {
  const known = engines.all.map(({ id, isPaid }) => ({ id, isPaid, isMissing: false }))
  const removed = Object.keys(account.engines ?? {}).filter(id => engines.find(id) === undefined)
  const rows = [...known, ...removed.map(id => ({ id, isPaid: true, isMissing: true }))]
  const spends = await Promise.all(rows.map(({ id }) => readSpend(account, id, read, now())))
  return rows.flatMap(({ id, isPaid, isMissing }, at) => {
    const { spent = 0, budget } = spends[at] ?? {}
    if (!isPaid && spent === 0) return []
    return [
      {
        account: account.handle,
        engine: id,
        enabled: !isPaid || budget !== undefined,
        ...(budget !== undefined && { budget: toDollars(budget) }),
        spent: toDollars(spent),
        ...(isMissing && ({ missing: true } as const)),
      },
    ]
  })
}

/** An engine of an account after a change. */
export interface ChangedEngine {
  readonly account: string
  readonly engine: string
  /** In US dollars a month; null if it is off. */
  readonly budget: number | null
  readonly before: number | null
  readonly changed: boolean
}

/** Enables an engine that costs money for an account, or changes its monthly budget. */
export const enableEngine = defineOperatorAction('engines enable', EnableInput, async (input, tx, context) => {
  const { engines } = context.services
  const engine = engines.find(input.engine)
  if (engine?.isPaid !== true) {
    const paid = engines.all.filter(({ isPaid }) => isPaid).map(({ id }) => id)
    const list =
      paid.length === 0 ? 'No engine of this server costs money.' : `Engines that cost money: ${paid.join(', ')}.`
    throw engine === undefined
      ? new AppError('not_found', `Engine ${JSON.stringify(input.engine.slice(0, 40))} not found.`, { fix: list })
      : new AppError('invalid_input', `Engine ${engine.id} costs nothing: every account can use it.`, { fix: list })
  }
  const account = await findAccount(input.account, tx)
  return change(account, engine.id, Math.round(input.budget * MICROS), tx, context)
})

/** Disables an engine that costs money for an account. Its open requests finish. */
export const disableEngine = defineOperatorAction('engines disable', DisableInput, async (input, tx, context) => {
  const account = await findAccount(input.account, tx)
  const { engine } = input
  if (context.services.engines.find(engine) === undefined && account.engines?.[engine] === undefined) {
    throw new AppError('not_found', `Engine ${JSON.stringify(engine.slice(0, 40))} not found.`, {
      fix: dragoman => `To list the engines of the account: ${dragoman(`engines --account ${account.handle}`)}`,
    })
  }
  return change(account, engine, undefined, tx, context)
})

const MICROS = 1_000_000

async function change(
  account: Frozen<AccountRecord>,
  engine: string,
  budget: number | undefined,
  tx: Transaction,
  context: OperatorActionContext,
): Promise<ChangedEngine> {
  const { engines = {}, ...rest } = account
  const { [engine]: old, ...others } = engines
  const [before, after] = [old?.monthly_budget, budget].map(micros => (micros === undefined ? null : toDollars(micros)))
  const changed = before !== after
  if (changed) {
    const next = budget === undefined ? others : { ...others, [engine]: { monthly_budget: budget } }
    await tx.accounts.put(Object.keys(next).length === 0 ? rest : { ...rest, engines: next })
    await recordOperatorEvent(
      tx,
      {
        action: budget === undefined ? 'engines disable' : 'engines enable',
        account,
        target: account.handle,
        detail: { engine },
        changes: { monthly_budget: { from: before ?? null, to: after ?? null } },
      },
      context,
    )
  }
  return { account: account.handle, engine, budget: after ?? null, before: before ?? null, changed }
}
