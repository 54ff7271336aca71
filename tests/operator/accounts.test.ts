import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type AccountList, listAccounts } from '../../src/operator/accounts/list.ts'
import { defineOperatorView } from '../../src/operator/action.ts'
import { overview } from '../../src/operator/overview.ts'
import { eachTest } from '../harness/each-test.ts'
import { openWorld, refused } from '../tools/world.ts'
import { atMachine, suspendUser } from './at-machine.ts'

const world = eachTest(() => openWorld())
beforeEach(async () => {
  for (const handle of ['ada', 'adam', 'bob', 'cleo', 'eve', 'zoe']) await world.user(handle)
  await world.organization('acme', { ada: 'admin', bob: 'member', cleo: 'member' })
  await world.organization('bakery', { bob: 'admin' })
})

/** Records a passkey that was used now. */
const usePasskey = (user_id: string) => {
  const { store, now, newId } = world.services
  const at = now().toISOString()
  const key = { credential_id: 'a2V5', public_key: 'a2V5', counter: 0, transports: [], name: 'Phone' }
  const passkey = { id: newId(), user_id, ...key, created_at: at, last_used_at: at }
  return store.transaction(tx => tx.passkeys.insert(passkey))
}

const list = (input: object = {}) => atMachine(world.services, listAccounts, input)
const handles = ({ accounts }: AccountList) => accounts.map(({ account }) => account)
/** The handles of a listing, page by page. */
async function pages(input: object): Promise<string[][]> {
  const found: string[][] = []
  let cursor: string | undefined
  do {
    const page = await list({ ...input, cursor })
    found.push(handles(page))
    cursor = page.next_cursor
  } while (cursor !== undefined)
  return found
}

describe('the accounts of the server', () => {
  it.each([
    [{ limit: 4 }, ['acme ada adam bakery', 'bob cleo eve zoe']],
    [{ limit: 3, kind: 'personal' }, ['ada adam bob', 'cleo eve zoe']],
    [{ limit: 1, starting_with: ' ADA' }, ['ada', 'adam']],
    [{ starting_with: 'b', kind: 'personal' }, ['bob']],
    [{ starting_with: 'aa' }, ['']],
  ])('continue page by page: %j', async (input, expected) => {
    expect((await pages(input)).map(page => page.join(' '))).toEqual(expected)
  })

  it('continue correctly although accounts are added and removed between pages', async () => {
    const { next_cursor: cursor } = await list({ limit: 2, kind: 'personal', starting_with: '' })
    await world.user('adamina')
    await world.services.store.transaction(async tx => {
      const adam = await tx.accounts.by('handle', 'adam')
      if (adam !== undefined) await tx.accounts.remove(adam.id)
    })
    expect(handles(await list({ limit: 2, kind: 'personal', starting_with: '', cursor }))).toEqual(['adamina', 'bob'])
  })

  it('reject the cursor of another listing', async () => {
    const { next_cursor: cursor } = await list({ limit: 1 })
    expect(await refused(list({ kind: 'personal', cursor }))).toMatchObject({ code: 'invalid_input' })
  })

  it('have their counts, and no content', async () => {
    const bob = await world.user('bob')
    await bob.call('create_project', { project: 'bob/app', source_locale: 'en', target_locales: ['de'] })
    await bob.call('create_token', { name: 'secret name', scopes: ['user:read'] })
    await world.human('bob')
    await suspendUser(world.services, 'bob')
    await world.setAccount('acme', { has_access: false, public: true })
    const created_at = world.services.now().toISOString()
    const { accounts } = await list({ starting_with: 'bob' })
    expect(accounts).toEqual([
      {
        account: 'bob',
        name: 'bob',
        kind: 'personal',
        owner: 'bob',
        has_access: true,
        public: false,
        projects: 1,
        tokens: 1,
        quota: {
          limits: { projects: 200, strings: 250_000, bytes: 1024 ** 3, history: 10 * 1024 ** 3 },
          own: {},
          used: { projects: 1, strings: 0, bytes: 0, history: 0 },
          restorable: { projects: 0, strings: 0, bytes: 0, history: 0 },
        },
        person: { operator: false, suspended_at: created_at, last_sign_in_at: null },
        created_at,
      },
    ])
    expect((await list({ starting_with: 'acme' })).accounts).toMatchObject([
      { kind: 'organization', owner: 'ada', members: 3, has_access: false, public: true, projects: 0, tokens: 0 },
    ])
  })

  it('have the last sign-in as far as it is recorded', async () => {
    world.pass(60_000)
    const { principal } = await world.human('zoe')
    const signedInAt = async () => (await list({ starting_with: 'zoe' })).accounts[0]?.person?.last_sign_in_at
    expect(await signedInAt()).toBe(world.services.now().toISOString())
    world.pass(60_000)
    await usePasskey(principal.user.id)
    expect(await signedInAt(), 'also after signing out').toBe(world.services.now().toISOString())
  })
})

it('the overview shows the state of the store and the operators', async () => {
  const { principal } = await world.human('grace')
  await world.services.store.transaction(tx => tx.users.put({ ...principal.user, operator: true }))
  expect(await atMachine(world.services, overview, {})).toMatchObject({
    store: { engine: 'lowdb', writable: true },
    heap: { used_bytes: 0, percent: 0, level: 'normal' },
    operators: [{ handle: 'grace', signs_in_by: [], passkeys: 0 }],
  })
})

it('a user who loses operator access during a read sees nothing', async () => {
  const { principal } = await world.human('gus')
  const put = (operator: boolean) =>
    world.services.store.transaction(tx => tx.users.put({ ...principal.user, operator }))
  await put(true)
  const context = { services: world.services, requestId: 'req-page', by: principal }
  const slow = defineOperatorView('slow', z.strictObject({}), async () => {
    await put(false)
    return 'what operators see'
  })
  expect(await refused(slow.run({}, context))).toMatchObject({ code: 'forbidden' })
})

it.each([listAccounts, overview])('only operators see it', async view => {
  const { principal } = await world.human('eve')
  const context = { services: world.services, requestId: 'req-page', by: principal }
  expect(await refused(view.run({}, context))).toMatchObject({ code: 'forbidden' })
})
