import { z } from 'zod'
import { type SignedIn, sessionPrincipal } from '../auth/sessions.ts'
import { AppError } from '../errors.ts'
import type { Transaction } from '../store/store.ts'
import { findReplay, keepReplay, NO_ARGUMENTS, type Replay, replayOf } from '../tools/replay.ts'
import { pathOf, type Visit } from './visit.ts'

/** The field of a form that must count once, however often a browser sends it: a reload, a second click, a tab that comes back. */
export const ONCE = 'once'

/** The field with the id of what such a form made before, and nobody has seen: a new one takes its place. */
export const LOST = 'lost'

/** Shorter than what was sent is remembered. */
const GOOD_MS = 12 * 60 * 60 * 1000

/** A new value of that field. */
export const newOnce = ({ services }: Pick<Visit, 'services'>): string =>
  `${services.now().getTime().toString(36)}-${services.newId()}`

/** Whether a form that was sent is too old to be told from one that counted before, or has no such field. */
export function isOutdated({ form, services }: Pick<Visit, 'form' | 'services'>): boolean {
  const [made = ''] = form.get(ONCE)?.split('-') ?? []
  const age = services.now().getTime() - Number.parseInt(made, 36)
  return !(age >= 0 && age < GOOD_MS)
}

/** That a form has counted before. */
export interface Spent {
  /** The id of what it made; undefined while that is being made, and where it could not be noted. */
  readonly id?: string | undefined
}

/** What is known of the form that was sent when it has counted. */
export async function findSpent(visit: Visit, signedIn: SignedIn): Promise<Spent | undefined> {
  const form = sentForm(visit, signedIn)
  return visit.services.store.transaction(tx => spentIn(tx, form, visit))
}

/**
 * Does what the form that was sent is for, unless it has counted before. One that is refused has not counted: it can be sent again.
 * @throws AppError as `work` does.
 */
export async function countOnce<T extends { readonly id: string }>(
  visit: Visit,
  signedIn: SignedIn,
  work: () => Promise<T>,
): Promise<{ readonly done: T } | { readonly spent: Spent }> {
  const spent = await spend(visit, signedIn)
  if (spent !== undefined) return { spent }
  const done = await orGiveBack(visit, signedIn, work)
  await note(visit, signedIn, done)
  return { done }
}

/** In the store, before anything is done, so that it holds in every process and after a restart. */
async function spend(visit: Visit, signedIn: SignedIn): Promise<Spent | undefined> {
  const { services } = visit
  const form = sentForm(visit, signedIn)
  return services.store.transaction(async tx => {
    const spent = await spentIn(tx, form, visit)
    if (spent === undefined) await keepReplay(form, {}, { tx, services, principal: sessionPrincipal(signedIn) })
    return spent
  })
}

const Noted = z.object({ id: z.string().optional() })

async function spentIn(tx: Transaction, form: Replay, { services }: Visit): Promise<Spent | undefined> {
  const found = await findReplay(form, tx, services.now())
  return found && Noted.parse(found.answer)
}

async function orGiveBack<T>(visit: Visit, signedIn: SignedIn, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // Where the store failed, nobody knows what it wrote.
    if (error instanceof AppError && error.code !== 'store_unavailable') await giveBack(visit, signedIn)
    throw error
  }
}

/** For who sends the form again because the answer never reached them. */
async function note(
  { services: { store }, ...visit }: Visit,
  signedIn: SignedIn,
  { id }: { id: string },
): Promise<void> {
  const { call } = sentForm(visit, signedIn)
  try {
    await store.transaction(async tx => {
      const kept = await tx.replays.by('call', call)
      if (kept !== undefined) await tx.replays.put({ ...kept, answer: JSON.stringify({ id }) })
    })
  } catch (error) {
    // The answer that is due has a value that no later one has: it is not given up for this.
    if (!(error instanceof AppError)) throw error
  }
}

async function giveBack({ services: { store }, ...visit }: Visit, signedIn: SignedIn): Promise<void> {
  const { call } = sentForm(visit, signedIn)
  await store.transaction(async tx => {
    const kept = await tx.replays.by('call', call)
    if (kept !== undefined) await tx.replays.remove(kept.id)
  })
}

function sentForm(visit: Pick<Visit, 'request' | 'form'>, signedIn: SignedIn): Replay {
  const once = { key: visit.form.get(ONCE) ?? '', arguments: NO_ARGUMENTS }
  return replayOf(pathOf(visit), { kind: 'none' }, once, { principal: sessionPrincipal(signedIn) })
}
