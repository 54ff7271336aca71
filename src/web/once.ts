import { type SignedIn, sessionPrincipal } from '../auth/sessions.ts'
import { AppError } from '../errors.ts'
import { findReplay, keepReplay, type Replay, replayOf } from '../tools/replay.ts'
import { pathOf, type Visit } from './visit.ts'

/** The field of a form that must count once, however often a browser sends it: a reload, a second click, a tab that comes back. */
export const ONCE = 'once'

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

/** Whether the form that was sent has counted. */
export async function isSpent(visit: Visit, signedIn: SignedIn): Promise<boolean> {
  const { store, now } = visit.services
  const form = sentForm(visit, signedIn)
  return store.transaction(async tx => (await findReplay(form, tx, now())) !== undefined)
}

/**
 * Does what the form that was sent is for; undefined when it has counted before. One that is refused has not counted: it can be sent again.
 * @throws AppError as `work` does.
 */
export async function countOnce<T>(
  visit: Visit,
  signedIn: SignedIn,
  work: () => Promise<T>,
): Promise<{ readonly done: T } | undefined> {
  if (!(await spend(visit, signedIn))) return undefined
  try {
    return { done: await work() }
  } catch (error) {
    // Where the store failed, nobody knows what it wrote.
    if (error instanceof AppError && error.code !== 'store_unavailable') await giveBack(visit, signedIn)
    throw error
  }
}

/** In the store, before anything is done, so that it holds in every process and after a restart. */
async function spend(visit: Visit, signedIn: SignedIn): Promise<boolean> {
  const { services } = visit
  const form = sentForm(visit, signedIn)
  return services.store.transaction(async tx => {
    if ((await findReplay(form, tx, services.now())) !== undefined) return false
    await keepReplay(form, {}, { tx, services })
    return true
  })
}

async function giveBack({ services: { store }, ...visit }: Visit, signedIn: SignedIn): Promise<void> {
  const { call } = sentForm(visit, signedIn)
  await store.transaction(async tx => {
    const kept = await tx.replays.by('call', call)
    if (kept !== undefined) await tx.replays.remove(kept.id)
  })
}

function sentForm(visit: Pick<Visit, 'request' | 'form'>, signedIn: SignedIn): Replay {
  const replay = replayOf(
    pathOf(visit),
    { kind: 'none' },
    { idempotency_key: visit.form.get(ONCE) ?? '' },
    { principal: sessionPrincipal(signedIn) },
  )
  if (replay === undefined) throw new Error('a form that counts once has no key')
  return replay
}
