import { beforeEach, describe, expect, it } from 'vitest'
import { setQuota, showQuota } from '../../src/operator/accounts/quota.ts'
import { eachTest } from '../harness/each-test.ts'
import { createProject, push, sourceFile } from '../tools/quota/filling.ts'
import { openWorld, refused } from '../tools/world.ts'
import { atMachine } from './at-machine.ts'

const SERVER = { projects: 200, strings: 10, bytes: 1024 ** 3, history: 10 * 1024 ** 3 }

const world = eachTest(() => openWorld({ limits: { strings: 10 } }))
beforeEach(async () => {
  await world.user('ada')
  await world.organization('acme', { ada: 'admin' })
})

const set = async (input: object) => atMachine(world.services, setQuota, { account: 'acme', ...input })
const show = (account = 'acme') => atMachine(world.services, showQuota, { account })
const eventsOf = async (handle: string) => {
  const account = await world.services.store.read.accounts.by('handle', handle)
  const { items } = await world.services.store.read.audit.page('account', account?.id ?? '', { limit: 10 })
  return items.filter(({ action }) => action === 'quota set').map(({ target, changes }) => ({ target, changes }))
}

describe('the limits of an account', () => {
  it('are those of the server, until an operator sets others', async () => {
    expect(await show('Acme')).toEqual({
      account: 'acme',
      server: SERVER,
      limits: SERVER,
      own: {},
      used: { projects: 0, strings: 0, bytes: 0, history: 0 },
      restorable: { projects: 0, strings: 0, bytes: 0, history: 0 },
    })
    expect(await set({ strings: '1,000,000', bytes: '2GiB', history: '1TiB' })).toMatchObject({
      before: SERVER,
      limits: { projects: 200, strings: 1_000_000, bytes: 2 * 1024 ** 3, history: 1024 ** 4 },
      own: { strings: 1_000_000, bytes: 2 * 1024 ** 3, history: 1024 ** 4 },
      changed: true,
    })
    expect(await set({ projects: 3 })).toMatchObject({ own: { projects: 3, strings: 1_000_000 } })
    expect(await show('ada')).toMatchObject({ limits: SERVER, own: {} })
  })

  it('are reset to those of the server, except for given ones', async () => {
    await set({ projects: 3, strings: 20 })
    expect(await set({ reset: true, strings: 30 })).toMatchObject({ limits: { ...SERVER, strings: 30 } })
    expect(await set({ reset: true })).toMatchObject({ limits: SERVER, own: {} })
    expect(await world.services.store.read.accounts.by('handle', 'acme')).not.toHaveProperty('limits')
  })

  it('add an event with the old values, and none without a change', async () => {
    await set({ strings: 20 })
    await set({ strings: 20 })
    await set({ reset: true })
    await set({ reset: true })
    expect(await eventsOf('acme')).toEqual([
      { target: 'acme', changes: { strings: { from: 20, to: null } } },
      { target: 'acme', changes: { strings: { from: null, to: 20 } } },
    ])
  })

  it('allow a rejected push once they are raised, and block growth when they are exceeded', async () => {
    const ada = await world.user('ada')
    await createProject(ada, 'acme/app')
    await refused(push(ada, 'acme/app', sourceFile(11)))
    await set({ strings: 11 })
    await push(ada, 'acme/app', sourceFile(11))
    expect(await set({ strings: 5 })).toMatchObject({ used: { strings: 11 }, limits: { strings: 5 } })
    await refused(push(ada, 'acme/app', sourceFile(12)))
    await ada.call('delete_project', { project: 'acme/app', confirm: 'acme/app' })
    expect(await show()).toMatchObject({ used: { strings: 0 }, restorable: { projects: 1, strings: 11 } })
  })

  it.each([
    [{ strings: 0 }, 'strings is 0: give a whole number from 1 to 100,000,000.'],
    [{ strings: '1.000' }, 'strings is "1.000": give a whole number'],
    [{ projects: '10,0' }, 'projects is "10,0": give a whole number from 1 to 2,000.'],
    [{ bytes: '2 XB' }, 'bytes is "2 XB": give a size up to 1TiB, such as 500MB or 2GiB.'],
    [{ bytes: '2TiB' }, 'bytes is "2TiB"'],
    [{ words: 3 }, 'Unknown argument words'],
  ])('cannot be %j', async (input, message) => {
    const error = await refused(set(input))
    expect(error.code).toBe('invalid_input')
    expect(error.message).toContain(message)
    expect(await eventsOf('acme')).toEqual([])
  })

  it('cannot be set without a limit, and the error names the options', async () => {
    expect(await refused(set({}))).toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('No limit is given.') as string,
      fix: 'Add --projects, --strings, --bytes, --history or --reset.',
    })
  })

  it('are rejected for an unknown account', async () => {
    expect(await refused(show('nobody'))).toMatchObject({ code: 'not_found', message: 'Account "nobody" not found.' })
  })

  it.each([
    [showQuota, {}],
    [setQuota, { strings: 20 }],
  ] as const)('are for operators alone', async (deed, input) => {
    const { principal } = await world.human('eve')
    const context = { services: world.services, requestId: 'req-page', by: principal }
    expect(await refused(deed.run({ account: 'eve', ...input }, context))).toMatchObject({ code: 'forbidden' })
  })
})
