import { z } from 'zod'
import { type SignedIn, sessionPrincipal } from '../../auth/users/sessions.ts'
import { AppError } from '../../errors.ts'
import type { Transaction } from '../../store/store.ts'
import {
  findStoredAnswer,
  type IdempotentCall,
  NO_ARGUMENTS_HASH,
  storeAnswer,
  toIdempotentCall,
} from '../../tools/pipeline/idempotency.ts'
import { requestPath, type Visit } from '../requests/visit.ts'

/** The field of a form that must count once, however often a browser sends it: a reload, a second click, a tab that comes back. */
export const IDEMPOTENCY_FIELD = 'once'

/** The field with the id of what such a form created before: a new one replaces it. */
export const REPLACED_ID_FIELD = 'replaces'

/** Shorter than what was sent is remembered. */
const FORM_LIFETIME_MS = 12 * 60 * 60 * 1000

/** A new value of that field. */
export const createFormKey = ({ services }: Pick<Visit, 'services'>): string =>
  `${services.now().getTime().toString(36)}-${services.newId()}`

/** Whether a form that was sent is too old to be told from one that counted before, or has no such field. */
export function isExpiredForm({ form, services }: Pick<Visit, 'form' | 'services'>): boolean {
  const [made = ''] = form.get(IDEMPOTENCY_FIELD)?.split('-') ?? []
  const age = services.now().getTime() - Number.parseInt(made, 36)
  return !(age >= 0 && age < FORM_LIFETIME_MS)
}

/** That a form has counted before. */
export interface PriorSubmission {
  /** The id of what it made; undefined while that is being made, and where it could not be noted. */
  readonly id?: string | undefined
}

/** What is known of the form that was sent when it has counted. */
export async function findPriorSubmission(visit: Visit, signedIn: SignedIn): Promise<PriorSubmission | undefined> {
  const form = formIdempotency(visit, signedIn)
  return visit.services.store.transaction(tx => readPriorSubmission(tx, form, visit))
}

/**
 * Does what the form that was sent is for, unless it has counted before. One that is refused has not counted: it can be sent again.
 * @throws AppError as `work` does.
 */
export async function submitOnce<T extends { readonly id: string }>(
  visit: Visit,
  signedIn: SignedIn,
  work: () => Promise<T>,
): Promise<{ readonly done: T } | { readonly spent: PriorSubmission }> {
  const spent = await recordSubmission(visit, signedIn)
  if (spent !== undefined) return { spent }
  const done = await releaseOnRefusal(visit, signedIn, work)
  await saveResultId(visit, signedIn, done)
  return { done }
}

/** In the store, before anything is done, so that it holds in every process and after a restart. */
async function recordSubmission(visit: Visit, signedIn: SignedIn): Promise<PriorSubmission | undefined> {
  const { services } = visit
  const form = formIdempotency(visit, signedIn)
  return services.store.transaction(async tx => {
    const spent = await readPriorSubmission(tx, form, visit)
    if (spent === undefined) await storeAnswer(form, {}, { tx, services, principal: sessionPrincipal(signedIn) })
    return spent
  })
}

const SubmissionResult = z.object({ id: z.string().optional() })

async function readPriorSubmission(
  tx: Transaction,
  form: IdempotentCall,
  { services }: Visit,
): Promise<PriorSubmission | undefined> {
  const found = await findStoredAnswer(form, tx, services.now())
  return found && SubmissionResult.parse(found.answer)
}

async function releaseOnRefusal<T>(visit: Visit, signedIn: SignedIn, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // After a failure of the store, the result is unknown.
    if (error instanceof AppError && error.code !== 'store_unavailable') await releaseFormKey(visit, signedIn)
    throw error
  }
}

/** For a user who sends the form again because the answer never arrived. */
async function saveResultId(
  { services: { store }, ...visit }: Visit,
  signedIn: SignedIn,
  { id }: { id: string },
): Promise<void> {
  const { call } = formIdempotency(visit, signedIn)
  try {
    await store.transaction(async tx => {
      const kept = await tx.replays.by('call', call)
      if (kept !== undefined) await tx.replays.put({ ...kept, answer: JSON.stringify({ id }) })
    })
  } catch (error) {
    // Only this answer has the secret: it must not be lost to this.
    if (!(error instanceof AppError)) throw error
  }
}

async function releaseFormKey({ services: { store }, ...visit }: Visit, signedIn: SignedIn): Promise<void> {
  const { call } = formIdempotency(visit, signedIn)
  await store.transaction(async tx => {
    const kept = await tx.replays.by('call', call)
    if (kept !== undefined) await tx.replays.remove(kept.id)
  })
}

function formIdempotency(visit: Pick<Visit, 'request' | 'form'>, signedIn: SignedIn): IdempotentCall {
  const once = { key: visit.form.get(IDEMPOTENCY_FIELD) ?? '', arguments: NO_ARGUMENTS_HASH }
  return toIdempotentCall(requestPath(visit), { kind: 'none' }, once, { principal: sessionPrincipal(signedIn) })
}
