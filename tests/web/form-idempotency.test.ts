import { describe, expect, it } from 'vitest'
import type { SignedIn } from '../../src/auth/users/sessions.ts'
import { AppError, type ErrorCode } from '../../src/errors.ts'
import {
  createFormKey,
  findPriorSubmission,
  IDEMPOTENCY_FIELD,
  isExpiredForm,
  submitOnce,
} from '../../src/web/forms/submit-once.ts'
import type { SignedInRequest } from '../../src/web/requests/page-request.ts'
import { allTests } from '../harness/each-test.ts'
import { openWorld } from '../tools/world.ts'

const world = allTests(() => openWorld())

const sent = (once: string, signedIn: SignedIn, path = '/form'): SignedInRequest =>
  ({
    services: world.services,
    signedIn,
    form: new URLSearchParams({ [IDEMPOTENCY_FIELD]: once }),
    incoming: { url: path },
  }) as unknown as SignedInRequest
const signedIn = async (handle = 'ada'): Promise<SignedIn> => {
  const { principal } = await world.human(handle)
  const session = await world.services.store.read.sessions.get(
    'id' in principal.credential ? principal.credential.id : '',
  )
  if (session === undefined) throw new Error('no session')
  return { session, user: principal.user }
}

const spend = async (request: SignedInRequest): Promise<boolean> =>
  'done' in (await submitOnce(request, async () => ({ id: 'made' })))

describe('a form with an idempotency key', () => {
  it('is executed for one of several concurrent requests, and then for none', async () => {
    const request = sent(createFormKey(world), await signedIn())
    expect(await findPriorSubmission(request)).toBeUndefined()
    const counted = await Promise.all(Array.from({ length: 5 }, () => spend(request)))
    expect(counted.filter(Boolean)).toHaveLength(1)
    expect(await findPriorSubmission(request)).toEqual({ id: 'made' })
    expect(await spend(request)).toBe(false)
    expect(await submitOnce(request, async () => ({ id: 'another' }))).toEqual({ spent: { id: 'made' } })
  })

  it('is bound to its session and its path', async () => {
    const [once, ada, elsewhere] = [createFormKey(world), await signedIn(), await signedIn()]
    expect(await spend(sent(once, ada))).toBe(true)
    expect(await spend(sent(once, elsewhere))).toBe(true)
    expect(await spend(sent(once, ada, '/other'))).toBe(true)
    expect(await spend(sent(createFormKey(world), ada))).toBe(true)
  })

  it('is executable again after an error, except when the outcome is unknown', async () => {
    const request = sent(createFormKey(world), await signedIn())
    const failing = (code: ErrorCode) => async () => Promise.reject(new AppError(code, 'No.'))
    for (const _ of ['once', 'twice']) {
      await expect(submitOnce(request, failing('invalid_input'))).rejects.toThrow('No.')
      expect(await findPriorSubmission(request)).toBeUndefined()
    }
    await expect(submitOnce(request, failing('store_unavailable'))).rejects.toThrow('No.')
    expect(await spend(request)).toBe(false)
  })

  it('is used without a result while it is being executed', async () => {
    const request = sent(createFormKey(world), await signedIn())
    const made = await submitOnce(request, async () => ({
      id: `${(await findPriorSubmission(request))?.id}`,
    }))
    expect(made).toEqual({ done: { id: 'undefined' } })
  })

  it('returns its result also when it cannot be saved', async () => {
    const failing = new AppError('store_unavailable', 'No.')
    const { store } = world.services
    const request = sent(createFormKey(world), await signedIn())
    let isMade = false
    const transaction: typeof store.transaction = work => (isMade ? Promise.reject(failing) : store.transaction(work))
    const services = { ...world.services, store: { ...store, transaction } }
    const work = async () => {
      isMade = true
      return { id: 'made' }
    }
    expect(await submitOnce({ ...request, services }, work)).toEqual({ done: { id: 'made' } })
    expect(await findPriorSubmission(request)).toEqual({})
  })

  it('expires before its saved result is deleted', async () => {
    const ada = await signedIn()
    const request = sent(createFormKey(world), ada)
    expect(isExpiredForm(request)).toBe(false)
    world.pass(12 * 60 * 60_000 - 1)
    expect(isExpiredForm(request)).toBe(false)
    world.pass(1)
    expect(isExpiredForm(request)).toBe(true)
    for (const once of ['', 'x', '-', 'zzzzzzzzzz-x']) expect(isExpiredForm(sent(once, ada)), once).toBe(true)
  })
})
