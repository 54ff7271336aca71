import { beforeEach, expect, it, vi } from 'vitest'
import { revokeTokens } from '../../../src/auth/tokens/lifecycle.ts'
import type { Call } from '../../../src/tools/pipeline/call.ts'
import { waitForRun } from '../../../src/tools/runs/get-runs.ts'
import { eachWorld, refused } from '../world.ts'
import { type StoredRun, storeRun } from './stored-run.ts'

const world = eachWorld()
let run: StoredRun
let call: Pick<Call, 'services' | 'principal'>

beforeEach(async () => {
  await world.organization('acme', { ada: 'admin', bob: 'member' })
  const ada = await world.user('ada')
  await ada.call('create_project', { project: 'acme/app', source_locale: 'en', target_locales: ['de'] })
  run = await storeRun(world.services, 'acme/app')
  call = { services: world.services, principal: ada.principal }
})

/** Begins a wait; `hasEnded` says whether it is over once everything that is due has run. */
function begin(options: Parameters<typeof waitForRun>[1], as: Parameters<typeof waitForRun>[2] = call) {
  let isOver = false
  const ended = waitForRun(run.id, options, as).finally(() => {
    isOver = true
  })
  const hasEnded = async (): Promise<boolean> => {
    await new Promise(resolve => setImmediate(resolve))
    return isOver
  }
  return { ended, hasEnded }
}

const translated = (entry_id: string) => ({ entry_id, outcome: 'translated' }) as const

it('ends with the first event after the given one, and at once if there is one already', async () => {
  const { ended, hasEnded } = begin({ after: 1, seconds: 55 })
  expect(await hasEnded()).toBe(false)
  await run.finish('de', [translated('e1')])
  await ended
  await begin({ after: 1, seconds: 55 }).ended
})

it.each(['completed', 'failed', 'cancelled', 'paused'] as const)('ends when the run is %s', async state => {
  const { ended, hasEnded } = begin({ seconds: 55 })
  await run.finish('de', [translated('e1')])
  expect(await hasEnded()).toBe(false)
  await run.change({ state })
  await ended
  await begin({ after: 100, seconds: 55 }).ended
})

it('ends when the run is removed, does not exist, or the time has passed', async () => {
  await begin({ seconds: 0.01 }).ended
  const { ended } = begin({ seconds: 55 })
  await run.remove()
  await ended
  await begin({ seconds: 55 }).ended
})

it('ends when the client cancels, before or during the wait', async () => {
  const cancel = new AbortController()
  const { ended } = begin({ seconds: 55 }, { ...call, signal: cancel.signal })
  cancel.abort()
  await ended
  await begin({ seconds: 55 }, { ...call, signal: cancel.signal }).ended
})

it('ends when the server stops, and later waits end at once', async () => {
  const { ended } = begin({ seconds: 55 })
  world.services.runWatch.close()
  await ended
  await begin({ seconds: 55 }).ended
})

it('ends when the token is revoked or the user may no longer read the project', async () => {
  const { id, token } = await (await world.user('bob')).call<{ id: string; token: string }>('create_token', {
    name: 'watch',
    scopes: ['project:read'],
  })
  const { principal } = await world.bearer(token)
  const revoked = begin({ seconds: 55 }, { ...call, principal })
  await world.services.store.transaction(tx => revokeTokens(tx, [{ id }], world.services.now()))
  await revoked.ended

  const bob = await world.user('bob')
  const removed = begin({ seconds: 55 }, { ...call, principal: bob.principal })
  const ada = await world.user('ada')
  await ada.call('remove_member', { organization: 'acme', user: 'bob' })
  await removed.ended
})

it('continues through changes that do not affect the caller, and ends with the project', async () => {
  const { ended, hasEnded } = begin({ seconds: 55 })
  const ada = await world.user('ada')
  await ada.call('update_user', { name: 'Ada' })
  await storeRun(world.services, 'acme/app')
  expect(await hasEnded()).toBe(false)
  await ada.call('delete_project', { project: 'acme/app', confirm: 'acme/app' })
  await ended
})

it('many waits share one subscription to the store, which ends with the last', async () => {
  const { store } = world.services
  const watch = vi.spyOn(store, 'watch')
  const cancel = new AbortController()
  const waits = Array.from({ length: 3 }, () => begin({ seconds: 55 }, { ...call, signal: cancel.signal }).ended)
  waits.push(begin({ after: 1, seconds: 55 }).ended)
  expect(watch).toHaveBeenCalledTimes(1)
  const read = vi.spyOn(store.read.runs, 'get')
  await run.finish('de', [translated('e1')])
  await waits[3]
  expect(read).toHaveBeenCalledTimes(1)
  cancel.abort()
  await Promise.all(waits)
  await begin({ after: 1, seconds: 55 }).ended
  expect(watch).toHaveBeenCalledTimes(2)
})

it('reports increasing progress with the total, and the run to its listener', async () => {
  const updates: unknown[] = []
  const seen: number[] = []
  const progress = (update: unknown): void => void updates.push(update)
  const { ended } = begin({ seconds: 55 }, { ...call, progress })
  const listening = begin({ seconds: 55, onProgress: ({ events }) => seen.push(events) })
  await expect.poll(() => updates).toHaveLength(1)
  await run.finish('de', [translated('e1')])
  await run.finish('de', [translated('e2'), { entry_id: 'e3', outcome: 'unresolved' }])
  await expect.poll(() => updates).toHaveLength(2)
  await run.change({ note: 'Nothing is done.' })
  await run.finish('de', [translated('e4')])
  await expect.poll(() => updates).toHaveLength(3)
  await run.change({ state: 'completed' })
  await Promise.all([ended, listening.ended])
  expect(updates[0]).toEqual({ progress: 0, total: 4, message: '0 of 4 translations' })
  expect(updates.at(-1)).toEqual({ progress: 4, total: 4, message: '4 of 4 translations' })
  expect(seen[0]).toBe(1)
})

it('reports no total while translations are still selected', async () => {
  const updates: unknown[] = []
  run = await storeRun(world.services, 'acme/app', { planned: false, state: 'pending' })
  const { ended } = begin({ after: 1, seconds: 55 }, { ...call, progress: update => void updates.push(update) })
  await run.change({ planned: true })
  await ended
  expect(updates[0]).toEqual({ progress: 0, message: '0 translations. Still selecting.' })
})

it('rejects the 21st wait of a credential, and counts only waits that are open', async () => {
  const cancel = new AbortController()
  const waits = Array.from({ length: 20 }, () => begin({ seconds: 55 }, { ...call, signal: cancel.signal }).ended)
  expect(await refused(waitForRun(run.id, { seconds: 55 }, call))).toMatchObject({
    code: 'rate_limited',
    message: 'This credential already has 20 calls that wait for runs.',
  })
  cancel.abort()
  await Promise.all(waits)
  await begin({ after: 0, seconds: 55 }).ended
})

it('get_runs answers after its wait, and refuses one without a run', async () => {
  const ada = await world.user('ada')
  const answer = ada.call('get_runs', { project: 'acme/app', run: run.id, wait: 55, event: 1 })
  await run.finish('de', [translated('e1')])
  expect(await answer).toMatchObject({ runs: [{ state: 'running', event: 2, counts: { done: 1 } }] })
  const error = await refused(ada.call('get_runs', { project: 'acme/app', wait: 55 }))
  expect(error).toMatchObject({ code: 'invalid_input', message: 'wait is given without run.' })
})
