import { describe, expect, it } from 'vitest'
import { changeGrant } from '../../../src/auth/oauth/grants/lifecycle.ts'
import { ALL_SCOPES, type Scope } from '../../../src/auth/policy/scopes.ts'
import { setAccess } from '../../../src/operator/accounts/access.ts'
import { allTests } from '../../harness/each-test.ts'
import { openTestApp } from '../../http/test-app.ts'
import { atMachine, suspendUser } from '../../operator/at-machine.ts'
import { verifies } from '../../requirements.ts'
import { connect } from '../oauth/granted.ts'
import { openWindows, type Window } from './windows.ts'

// One URL for calls over HTTP and in the process, because it is the audience.
const testApp = allTests(() => openTestApp({ baseUrl: 'http://localhost:4050' }))

/** A separate organization for each change: ada owns it, and ben administers it with his credentials. */
interface Scene {
  readonly account: string
  readonly ben: string
  readonly token: string
  readonly tokenId: string
}

let scenes = 0

type By = 'account token' | 'OAuth' | 'token on the organization'

async function openScene(by: By): Promise<Scene & { grantId: string }> {
  scenes += 1
  const [account, ben] = [`acme-${scenes}`, `ben-${scenes}`]
  const { world, services } = testApp
  await world.organization(account, { ada: 'admin', [ben]: 'admin' })
  const ada = await world.user('ada')
  const project = `${account}/app`
  await ada.call('create_project', { project, source_locale: 'en', target_locales: ['de'] })
  await ada.call('push_source', { project, files: [{ path: 'locales/en.json', content: '{"a":"Apple"}\n' }] })
  if (by === 'OAuth') {
    const { token, tokenId, grantId } = await connect(services, ben, { clientId: `app-${scenes}`, scopes: ALL_SCOPES })
    return { account, ben, token, tokenId, grantId }
  }
  const more = by === 'account token' ? {} : { account }
  const made = await (await world.user(ben)).call<{ id: string; token: string }>('create_token', {
    name: 'ci',
    scopes: ALL_SCOPES,
    ...more,
  })
  return { account, ben, token: made.token, tokenId: made.id, grantId: '' }
}

const ada = async (tool: string, args: object) => (await testApp.world.user('ada')).call(tool, args)
const withdraw = (handle: string) => atMachine(testApp.services, setAccess, { handle, has_access: false })

/** The scopes and accounts that the user allows on the page of the app. */
async function allowApp({ grantId }: { readonly grantId: string }, less: { scopes?: readonly Scope[]; accounts?: [] }) {
  await testApp.services.store.transaction(async tx => {
    const grant = await tx.grants.get(grantId)
    if (grant !== undefined) await changeGrant(tx, { ...grant, ...less })
  })
}

/** What each change leaves to a call that started before it: administer, write, read. */
interface Change {
  readonly name: string
  readonly by?: By
  readonly change: (scene: Awaited<ReturnType<typeof openScene>>) => Promise<unknown>
  readonly left: Left
  /** The same for a call that starts after it, when a credential gets a more specific error. */
  readonly anew?: Left
}

type Left = Readonly<Record<'admin' | 'write' | 'read', string>>

const all = (word: string) => ({ admin: word, write: word, read: word })

const CHANGES: readonly Change[] = [
  {
    name: 'nothing happened',
    change: async () => undefined,
    left: all('ok'),
  },
  {
    name: 'an administrator became a member',
    change: ({ account, ben }) => ada('update_member', { organization: account, user: ben, role: 'member' }),
    left: { admin: 'forbidden', write: 'ok', read: 'ok' },
  },
  {
    name: 'somebody was removed',
    change: ({ account, ben }) => ada('remove_member', { organization: account, user: ben }),
    left: all('not_found'),
  },
  {
    name: 'somebody left',
    change: async ({ account, ben }) =>
      (await testApp.world.user(ben)).call('leave_organization', { organization: account }),
    left: all('not_found'),
  },
  {
    name: 'somebody with a token on the organization left',
    by: 'token on the organization',
    change: async ({ account, ben }) =>
      (await testApp.world.user(ben)).call('leave_organization', { organization: account }),
    left: all('invalid_token'),
  },
  {
    name: 'the access of the organization was withdrawn',
    change: ({ account }) => withdraw(account),
    left: { admin: 'no_access', write: 'no_access', read: 'ok' },
  },
  {
    name: 'the access of the person was withdrawn',
    change: ({ ben }) => withdraw(ben),
    left: { admin: 'no_access', write: 'no_access', read: 'ok' },
  },
  {
    name: 'the organization was deleted',
    change: ({ account }) => ada('delete_organization', { organization: account, confirm: account }),
    left: all('not_found'),
  },
  {
    name: 'the token was revoked',
    change: async ({ ben, tokenId }) => (await testApp.world.user(ben)).call('revoke_token', { id: tokenId }),
    left: all('invalid_token'),
  },
  {
    name: 'an administrator revoked the token on the organization',
    by: 'token on the organization',
    change: ({ account, tokenId }) => ada('revoke_organization_token', { organization: account, id: tokenId }),
    left: all('invalid_token'),
  },
  {
    name: 'the app was revoked',
    by: 'OAuth',
    change: async ({ ben, grantId }) => (await testApp.world.user(ben)).call('revoke_grant', { id: grantId }),
    left: all('invalid_token'),
  },
  {
    name: 'the right to administer was taken from the app',
    by: 'OAuth',
    change: scene => allowApp(scene, { scopes: ALL_SCOPES.filter(scope => scope !== 'project:admin') }),
    left: all('forbidden'),
    anew: { admin: 'insufficient_scope', write: 'ok', read: 'ok' },
  },
  {
    name: 'the organization was taken from the app',
    by: 'OAuth',
    change: scene => allowApp(scene, { accounts: [] }),
    left: all('forbidden'),
    anew: all('not_found'),
  },
  {
    name: 'the person was suspended',
    change: ({ ben }) => suspendUser(testApp.services, ben),
    left: all('invalid_token'),
  },
]

describe.each(CHANGES)('a call that starts before $name', ({ by = 'account token', change, left, anew = left }) => {
  it('ends as if it had started after', async () => {
    verifies('5.4.resource-check', '5.4.has-access-denies-write', '3.revoke-immediate', '5.7.revocation')
    const scene = await openScene(by)
    const windows = await openWindows({ testApp, ...scene })
    await change(scene)
    expect(await finishAll(windows)).toEqual(
      windows.map(({ name, needs, isNew }) => `${name}: ${inWordsOf(name, wordFor(isNew ? anew : left, needs))}`),
    )
  })
})

it('a stranger’s call that starts before a public organization is made private ends as if it had started after', async () => {
  verifies('5.5.public_account')
  const { account } = await openScene('account token')
  await ada('set_organization_visibility', { organization: account, public: true })
  const { token } = await testApp.token('zoe', ALL_SCOPES)
  const [before, windows] = await Promise.all([1, 2].map(async () => openWindows({ testApp, account, token }, true)))
  if (before === undefined || windows === undefined) throw new Error('two sets of windows were opened')
  expect(await finishAll(before)).toEqual(before.map(({ name }) => `${name}: ok`))
  await ada('set_organization_visibility', { organization: account, public: false })
  expect(await finishAll(windows)).toEqual(windows.map(({ name }) => `${name}: not_found`))
})

const finishAll = (windows: readonly Window[]) =>
  Promise.all(windows.map(async ({ name, finish }) => `${name}: ${await finish()}`))

/** Without access to the product, nobody has the permissions of an administrator: a pull of more than the project exports is forbidden. */
const wordFor = (left: Left, needs: Window['needs']): string =>
  needs !== 'read_more' ? left[needs] : left.admin === 'no_access' ? 'forbidden' : left.admin

/** A transfer link is a credential of its own, which cannot be challenged. */
const inWordsOf = (window: string, word: string): string =>
  word === 'invalid_token' && /load/.test(window) ? 'gone' : word
