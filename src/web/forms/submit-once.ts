import { z } from 'zod'
import { sessionPrincipal } from '../../auth/users/sessions.ts'
import { AppError } from '../../errors.ts'
import type { Transaction } from '../../store/store.ts'
import {
  findStoredAnswer,
  type IdempotentCall,
  NO_ARGUMENTS_HASH,
  storeAnswer,
  toIdempotentCall,
} from '../../tools/pipeline/idempotency.ts'
import { type PageRequest, requestPath, type SignedInRequest } from '../requests/page-request.ts'

/** The field with the idempotency key of a form. Browsers resubmit forms: on a reload, a second click, or when they restore a tab. */
export const IDEMPOTENCY_FIELD = 'once'

/** The field with the ID of the object that an earlier form created, which a new one replaces. */
export const REPLACED_ID_FIELD = 'replaces'

/** Shorter than the time for which idempotency keys are stored. */
const FORM_LIFETIME_MS = 12 * 60 * 60 * 1000

/** Creates an idempotency key for a form. */
export const createFormKey = ({ services }: Pick<PageRequest, 'services'>): string =>
  `${services.now().getTime().toString(36)}-${services.newId()}`

/** Returns whether a form is too old to detect an earlier submission, or has no idempotency key. */
export function isExpiredForm({ form, services }: Pick<PageRequest, 'form' | 'services'>): boolean {
  const [rendered = ''] = form.get(IDEMPOTENCY_FIELD)?.split('-') ?? []
  const age = services.now().getTime() - Number.parseInt(rendered, 36)
  return !(age >= 0 && age < FORM_LIFETIME_MS)
}

/** An earlier successful submission of the same form. */
export interface PriorSubmission {
  /** The ID of the object that it created; undefined while that is being created, or if it could not be stored. */
  readonly id?: string | undefined
}

/** Finds an earlier successful submission of the form. */
export async function findPriorSubmission(request: SignedInRequest): Promise<PriorSubmission | undefined> {
  const form = formIdempotency(request)
  return request.services.store.transaction(tx => readPriorSubmission(tx, form, request))
}

/**
 * Runs the action of a form, unless the form was already submitted. A rejected form can be submitted again.
 * @throws AppError as `work` does.
 */
export async function submitOnce<T extends { readonly id: string }>(
  request: SignedInRequest,
  work: () => Promise<T>,
): Promise<{ readonly done: T } | { readonly spent: PriorSubmission }> {
  const spent = await recordSubmission(request)
  if (spent !== undefined) return { spent }
  const done = await releaseOnRefusal(request, work)
  await saveResultId(request, done)
  return { done }
}

/** Stores the submission before the action runs, so that it applies to every process and after a restart. */
async function recordSubmission(request: SignedInRequest): Promise<PriorSubmission | undefined> {
  const { services } = request
  const form = formIdempotency(request)
  return services.store.transaction(async tx => {
    const spent = await readPriorSubmission(tx, form, request)
    if (spent === undefined)
      await storeAnswer(form, {}, { tx, services, principal: sessionPrincipal(request.signedIn) })
    return spent
  })
}

const SubmissionResult = z.object({ id: z.string().optional() })

async function readPriorSubmission(
  tx: Transaction,
  form: IdempotentCall,
  { services }: PageRequest,
): Promise<PriorSubmission | undefined> {
  const found = await findStoredAnswer(form, tx, services.now())
  return found && SubmissionResult.parse(found.answer)
}

async function releaseOnRefusal<T>(request: SignedInRequest, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // After some failures of the store, the result is unknown: they name no time to try again.
    const isUnknown =
      !(error instanceof AppError) || (error.code === 'store_unavailable' && error.retryAfter === undefined)
    if (!isUnknown) await releaseFormKey(request)
    throw error
  }
}

/** Saves the ID of the result, for a user who resubmits the form because the response was lost. */
async function saveResultId(
  { services: { store }, ...request }: SignedInRequest,
  { id }: { id: string },
): Promise<void> {
  const { call } = formIdempotency(request)
  try {
    await store.transaction(async tx => {
      const kept = await tx.replays.by('call', call)
      if (kept !== undefined) await tx.replays.put({ ...kept, answer: JSON.stringify({ id }) })
    })
  } catch (error) {
    // Only this response has the secret, so a failure here must not discard it.
    if (!(error instanceof AppError)) throw error
  }
}

async function releaseFormKey({ services: { store }, ...request }: SignedInRequest): Promise<void> {
  const { call } = formIdempotency(request)
  await store.transaction(async tx => {
    const kept = await tx.replays.by('call', call)
    if (kept !== undefined) await tx.replays.remove(kept.id)
  })
}

function formIdempotency(request: Pick<SignedInRequest, 'incoming' | 'form' | 'signedIn'>): IdempotentCall {
  const once = { key: request.form.get(IDEMPOTENCY_FIELD) ?? '', arguments: NO_ARGUMENTS_HASH }
  return toIdempotentCall(requestPath(request), { kind: 'none' }, once, {
    principal: sessionPrincipal(request.signedIn),
  })
}
