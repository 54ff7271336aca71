import { beforeEach, describe, expect, it } from 'vitest'
import type { Scope } from '../../../src/auth/policy/scopes.ts'
import { scopesOf as scopesOfToken } from '../../auth/oauth/authorized.ts'
import { connect, type Granted } from '../../auth/oauth/granted.ts'
import { eachTest } from '../../harness/each-test.ts'
import { openJarOf } from '../jar.ts'
import { useOneTestApp } from '../scene.ts'

const testApp = useOneTestApp()
const ada = eachTest(() => openJarOf(testApp, 'ada'))

const revokedAt = async ({ grantId }: Granted) => (await testApp.services.store.read.grants.get(grantId))?.revoked_at
const scopesOf = (token: string) => scopesOfToken(testApp, token)

describe('an app that registers again at each sign-in', () => {
  let count = 0
  let clientName = ''
  beforeEach(() => {
    count += 1
    clientName = `Qwen ${count}`
  })
  /** The rows of the list with this name, with their text. */
  const rowsOf = async (name: string) => {
    const { text } = await ada.get('/account/apps')
    return text.split('<a class="name"').filter(row => row.includes(`<bdi>${name}</bdi>`))
  }
  const signInto = async (wish: Parameters<typeof connect>[2] = {}) => {
    testApp.world.pass(1)
    return connect(testApp.services, 'ada', { clientName, ...wish })
  }
  const endFamily = ({ familyId }: Granted) =>
    testApp.services.store.transaction(async tx => {
      const family = await tx.families.get(familyId)
      if (family !== undefined) await tx.families.put({ ...family, revoked_at: testApp.services.now().toISOString() })
    })
  const works = async (...all: readonly Granted[]) =>
    Promise.all(all.map(async ({ token }) => (await scopesOf(token)) !== undefined))

  it('is one row with its newest and its active sign-ins, and no token ends', async () => {
    const [stale, laptop, desktop] = [await signInto(), await signInto(), await signInto()]
    await endFamily(stale)
    const rows = await rowsOf(clientName)
    expect(rows).toHaveLength(1)
    expect(rows[0]).toContain(`href="/account/apps/${desktop.grantId}"`)
    expect(rows[0]).toContain(`aria-label="2 sign-ins of ${clientName}"`)
    expect(rows[0]).toContain(`action="/account/apps/${laptop.grantId}/revoke-sign-in"`)
    expect(rows[0]).not.toContain(stale.grantId)
    expect(await works(laptop, desktop)).toEqual([true, true])
  })

  it('ends one sign-in when that is revoked, and all when the app is revoked', async () => {
    const [laptop, desktop] = [await signInto(), await signInto()]
    await ada.get('/account/apps')
    const { path: at, text } = await ada.post(`/account/apps/${laptop.grantId}/revoke-sign-in`)
    expect(at).toBe(`/account/apps?revoked=${laptop.grantId}&part=1`)
    expect(text).toContain(`A sign-in of ${clientName} is revoked`)
    expect(await works(laptop, desktop)).toEqual([false, true])
    const third = await signInto()
    const [row] = await rowsOf(clientName)
    expect(row).toContain('All 2 sign-ins of the app stop')
    await ada.post(`/account/apps/${third.grantId}/revoke`)
    expect(ada.last().text).toContain(`${clientName} is revoked`)
    expect(await works(desktop, third)).toEqual([false, false])
    expect(await rowsOf(clientName)).toEqual([])
  })

  it('revokes tokens of earlier and ended sign-ins with the app', async () => {
    const scopes: readonly Scope[] = ['user:read', 'user:write', 'project:read']
    const [stale, maker] = [await signInto(), await signInto({ scopes })]
    const made = await fetch(`${testApp.url}/api/tokens`, {
      method: 'POST',
      headers: { authorization: `Bearer ${maker.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'ci', scopes: ['project:read'] }),
    })
    const { token } = (await made.json()) as { token: string }
    await endFamily(stale)
    await endFamily(maker)
    const newest = await signInto()
    const [row] = await rowsOf(clientName)
    expect(row).toContain('2 sign-ins')
    expect(await scopesOf(token)).toEqual(['project:read'])
    await ada.post(`/account/apps/${newest.grantId}/revoke`)
    expect(await scopesOf(token)).toBeUndefined()
    for (const one of [stale, maker, newest]) expect(await revokedAt(one)).toEqual(expect.any(String))
  })

  it('lists all its sign-ins on the page of each, and only that page’s scopes', async () => {
    const [laptop, desktop] = [await signInto({ scopes: ['project:read'] }), await signInto()]
    for (const { grantId } of [laptop, desktop]) {
      const { text } = await ada.get(`/account/apps/${grantId}`)
      for (const other of [laptop, desktop]) expect(text).toContain(`/account/apps/${other.grantId}/revoke-sign-in`)
      expect(text.includes('aria-label="Remove project:write"')).toBe(grantId === desktop.grantId)
    }
  })

  it('is identified by software ID, address and name, but not by another user’s browser', async () => {
    const redirect = 'https://chat.example'
    await signInto({ clientName: 'One A', client: { about: { software_id: 's-1' } } })
    await signInto({ clientName: 'One B', client: { about: { software_id: 's-1' } } })
    await signInto({ clientName: 'Two', client: { about: { software_id: 's-2' } } })
    await signInto({ clientName: 'Two', redirect })
    await signInto({ clientName: 'Two', redirect })
    await signInto({ clientName: 'Two', redirect: 'http://localhost' })
    await signInto({ clientName: 'Two', redirect: 'http://127.0.0.1' })
    await connect(testApp.services, 'grace', { clientName: 'Two' })
    expect((await rowsOf('One A')).length + (await rowsOf('One B')).length).toBe(1)
    expect(await rowsOf('One B')).toHaveLength(1)
    const rows = await rowsOf('Two')
    expect(rows.map(row => /\d sign-ins/.exec(row)?.[0])).toEqual([undefined, '2 sign-ins', '2 sign-ins'])
  })

  it('is one row for each metadata document', async () => {
    for (const id of ['https://one.example/c', 'https://two.example/c', 'https://one.example/c']) {
      await signInto({ clientId: id, clientName: 'By document', client: { kind: 'document' } })
    }
    const rows = await rowsOf('By document')
    expect(rows.map(row => /\d devices?/.exec(row)?.[0])).toEqual(['2 devices', '1 device'])
  })
})
