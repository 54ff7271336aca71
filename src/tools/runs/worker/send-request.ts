import {
  type Engine,
  type EngineBatch,
  EngineError,
  type EngineResult,
  NO_USAGE,
  toCost,
} from '../../../l10n/engines/engine.ts'
import { messageUnits } from '../../../l10n/message/message.ts'
import type { Frozen } from '../../../store/frozen.ts'
import type { AccountRecord } from '../../../store/records/identity.ts'
import type { RunUsage } from '../../../store/records/runs.ts'
import type { Transaction } from '../../../store/store.ts'
import type { Services } from '../../pipeline/call.ts'
import { reserve, settle } from '../budget.ts'
import { addRunUsage, type Run } from '../plan.ts'
import type { Part } from './apply-answers.ts'
import type { PreparedUnit } from './build-batch.ts'
import type { Item } from './decide-item.ts'

/** A request of a run to an engine. */
export interface RunRequest {
  readonly run: Run
  readonly part: Part
  readonly account: Frozen<AccountRecord>
  readonly engine: Engine
  /** The items to send, with their translations. */
  readonly units: readonly (PreparedUnit & { readonly at: number })[]
}

type SendServices = Pick<Services, 'store' | 'now'>

/** Why nothing was sent. */
export type BudgetFault = 'budget' | 'monthly_budget' | 'ended'

/** A request that is about to be sent: its cost is reserved, and the part says so on disk. */
export interface OpenRequest {
  readonly part: Part
  /** When it was reserved. */
  readonly at: Date
}

/**
 * Reserves the cost of a request and marks its part as sent. After a crash, a part that is marked is sent again, because nobody knows whether the engine
 * answered; what it reserved stays spent.
 */
export async function openRequest(
  { run, part, account, engine }: RunRequest,
  batch: EngineBatch,
  { store, now }: SendServices,
): Promise<OpenRequest | BudgetFault> {
  const reserved = toCost(engine.estimate(batch), engine.prices)
  const at = now()
  const mark = async (tx: Transaction): Promise<Part | BudgetFault> => {
    const current = await tx.runs.get(run.id)
    if (current?.state !== 'running' || current.worker !== run.worker) return 'ended'
    // Earlier versions could store less than zero.
    const spend = Math.max(0, (await tx.run_spends.get(run.id))?.spent ?? 0)
    if (current.budget !== undefined && reserved > 0 && spend + reserved > current.budget) return 'budget'
    if (!(await reserve(account, engine, reserved, tx, at))) return 'monthly_budget'
    await addSpend(run, reserved, tx)
    const marked: Part = { ...part, state: 'sent', engine: engine.id, reserved }
    await tx.run_parts.put(marked)
    return marked
  }
  const marked = await store.transaction(mark, { lock: `run ${run.id}` })
  return typeof marked === 'string' ? marked : { part: marked, at }
}

/**
 * Stores the answers of a request before anything else happens with them, so that nothing is paid twice. May be repeated after a failure.
 * @returns the part; undefined if another worker took the run over, which then sent the request again
 */
export async function storeAnswers(
  { run, account, engine, units }: RunRequest,
  { part, at }: OpenRequest,
  { answers, usage, model }: EngineResult,
  { store }: SendServices,
): Promise<Part | undefined> {
  const cost = toCost(usage, engine.prices)
  const byId = new Map(answers.map(answer => [answer.id, answer]))
  const shares = shareUsage({ ...usage, cost }, units)
  const items: Item[] = [...part.items]
  for (const [nth, { at: place }] of units.entries()) {
    const item = items[place]
    if (item === undefined) continue
    const { answer: _, why: _why, ...rest } = item
    const answer = byId.get(String(nth + 1))
    items[place] = {
      ...rest,
      ...(answer !== undefined && { answer: answer.value }),
      ...(answer?.reason !== undefined && { why: answer.reason }),
      usage: addShares(item.usage, shares[nth]),
    }
  }
  const answered: Part = {
    ...part,
    state: 'answered',
    requests: part.requests + 1,
    items,
    reserved: 0,
    usage: { ...usage, cost },
    ...(model !== undefined && { model }),
  }
  const write = async (tx: Transaction): Promise<Part | undefined> => {
    if (!(await isAtWork(run, tx))) return undefined
    // Stored by an attempt whose success was not reported.
    if ((await tx.run_parts.get(part.id))?.requests === answered.requests) return answered
    await settle(account, engine, { reserved: part.reserved, cost }, tx, at)
    await addSpend(run, cost - part.reserved, tx)
    await tx.run_parts.put(answered)
    return answered
  }
  return store.transaction(write, { lock: `run ${run.id}` })
}

/**
 * Takes back a request without an answer. What may have been charged, because the engine got it, stays reserved.
 * @returns the part; undefined if another worker took the run over
 */
export async function withdrawRequest(
  { run, account, engine }: RunRequest,
  { part, at }: OpenRequest,
  error: unknown,
  { store }: SendServices,
): Promise<Part | undefined> {
  const waiting: Part = { ...part, state: 'waiting', reserved: 0 }
  const isFree = error instanceof EngineError && !error.mayBeCharged
  const write = async (tx: Transaction): Promise<Part | undefined> => {
    if (!(await isAtWork(run, tx))) return undefined
    if (isFree) {
      await settle(account, engine, { reserved: part.reserved, cost: 0 }, tx, at)
      await addSpend(run, -part.reserved, tx)
    }
    await tx.run_parts.put(waiting)
    return waiting
  }
  return store.transaction(write, { lock: `run ${run.id}` })
}

/** Whether the run still has the worker that it had when it was loaded. */
const isAtWork = async ({ id, worker }: Run, tx: Pick<Transaction, 'runs'>): Promise<boolean> =>
  (await tx.runs.get(id))?.worker === worker

async function addSpend({ id, project_id }: Run, micros: number, tx: Pick<Transaction, 'run_spends'>): Promise<void> {
  if (micros === 0) return
  const spend = await tx.run_spends.get(id)
  const spent = Math.max(0, Math.max(0, spend?.spent ?? 0) + micros)
  if (spend === undefined) await tx.run_spends.insert({ id, project_id, spent })
  else await tx.run_spends.put({ ...spend, spent })
}

/** The usage of a request by item, in proportion to the length of the strings; the shares add up. */
function shareUsage(usage: RunUsage, units: readonly PreparedUnit[]): readonly RunUsage[] {
  const weights = units.map(({ entry }) => messageUnits(entry.source) + 1)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let before = 0
  return weights.map((weight, nth) => {
    const from = before / total
    before += weight
    const to = before / total
    const share = (amount: number): number => Math.round(amount * to) - Math.round(amount * from)
    return {
      requests: nth === 0 ? usage.requests : 0,
      input_tokens: share(usage.input_tokens),
      output_tokens: share(usage.output_tokens),
      characters: share(usage.characters),
      cost: share(usage.cost),
    }
  })
}

const addShares = (one: Frozen<RunUsage> | undefined, other: RunUsage | undefined): RunUsage =>
  addRunUsage(one ?? NOTHING, other ?? NOTHING)

const NOTHING: RunUsage = { ...NO_USAGE, cost: 0 }
