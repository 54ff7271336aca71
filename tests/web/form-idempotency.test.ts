import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SignedIn } from '../../src/auth/users/sessions.ts'
import { AppError, type ErrorCode } from '../../src/errors.ts'
import {
  createFormKey,
  findPriorSubmission,
  IDEMPOTENCY_FIELD,
  isExpiredForm,
  submitOnce,
} from '../../src/web/forms/submit-once.ts'
import type { PageRequest } from '../../src/web/requests/page-request.ts'
import { openWorld, type World } from '../tools/world.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const sent = (once: string, path = '/form'): PageRequest =>
  ({
    services: world.services,
    form: new URLSearchParams({ [IDEMPOTENCY_FIELD]: once }),
    incoming: { url: path },
  }) as unknown as PageRequest
const signedIn = async (handle = 'ada'): Promise<SignedIn> => {
  const { principal } = await world.human(handle)
  const session = await world.services.store.read.sessions.get(
    'id' in principal.credential ? principal.credential.id : '',
  )
  if (session === undefined) throw new Error('no session')
  return { session, user: principal.user }
}

const spend = async (request: PageRequest, one: SignedIn): Promise<boolean> =>
  'done' in (await submitOnce(request, one, async () => ({ id: 'made' })))

describe('a form with an idempotency key', () => {
  it('is executed for one of several concurrent requests, and then for none', async () => {
    const [request, ada] = [sent(createFormKey(world)), await signedIn()]
    expect(await findPriorSubmission(request, ada)).toBeUndefined()
    const counted = await Promise.all(Array.from({ length: 5 }, () => spend(request, ada)))
    expect(counted.filter(Boolean)).toHaveLength(1)
    expect(await findPriorSubmission(request, ada)).toEqual({ id: 'made' })
    expect(await spend(request, ada)).toBe(false)
    expect(await submitOnce(request, ada, async () => ({ id: 'another' }))).toEqual({ spent: { id: 'made' } })
  })

  it('is bound to its session and its path', async () => {
    const [once, ada, elsewhere] = [createFormKey(world), await signedIn(), await signedIn()]
    expect(await spend(sent(once), ada)).toBe(true)
    expect(await spend(sent(once), elsewhere)).toBe(true)
    expect(await spend(sent(once, '/other'), ada)).toBe(true)
    expect(await spend(sent(createFormKey(world)), ada)).toBe(true)
  })

  it('is executable again after an error, except when the outcome is unknown', async () => {
    const [request, ada] = [sent(createFormKey(world)), await signedIn()]
    const failing = (code: ErrorCode) => async () => Promise.reject(new AppError(code, 'No.'))
    for (const _ of ['once', 'twice']) {
      await expect(submitOnce(request, ada, failing('invalid_input'))).rejects.toThrow('No.')
      expect(await findPriorSubmission(request, ada)).toBeUndefined()
    }
    await expect(submitOnce(request, ada, failing('store_unavailable'))).rejects.toThrow('No.')
    expect(await spend(request, ada)).toBe(false)
  })

  it('is used without a result while it is being executed', async () => {
    const [request, ada] = [sent(createFormKey(world)), await signedIn()]
    const made = await submitOnce(request, ada, async () => ({
      id: `${(await findPriorSubmission(request, ada))?.id}`,
    }))
    expect(made).toEqual({ done: { id: 'undefined' } })
  })

  it('returns its result also when it cannot be saved', async () => {
    const [ada, failing] = [await signedIn(), new AppError('store_unavailable', 'No.')]
    const { store } = world.services
    const request = sent(createFormKey(world))
    let isMade = false
    const transaction: typeof store.transaction = work => (isMade ? Promise.reject(failing) : store.transaction(work))
    const services = { ...world.services, store: { ...store, transaction } }
    const work = async () => {
      isMade = true
      return { id: 'made' }
    }
    expect(await submitOnce({ ...request, services }, ada, work)).toEqual({ done: { id: 'made' } })
    expect(await findPriorSubmission(request, ada)).toEqual({})
  })

  it('expires before its saved result is deleted', () => {
    const request = sent(createFormKey(world))
    expect(isExpiredForm(request)).toBe(false)
    world.pass(12 * 60 * 60_000 - 1)
    expect(isExpiredForm(request)).toBe(false)
    world.pass(1)
    expect(isExpiredForm(request)).toBe(true)
    for (const once of ['', 'x', '-', 'zzzzzzzzzz-x']) expect(isExpiredForm(sent(once)), once).toBe(true)
  })
})
