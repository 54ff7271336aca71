import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type House, openHouse } from '../http/house.ts'
import { type Jar, loginLink, openJar, signIn } from './jar.ts'

const PROVIDERS = [
  { kind: 'github', url: 'https://github.com', clientId: 'id', clientSecret: 'secret' },
  { kind: 'gitlab', url: 'https://gitlab.com', clientId: 'id', clientSecret: 'secret' },
] as const

let house: House
let jar: Jar
beforeEach(async () => {
  house = await openHouse({ auth: { providers: PROVIDERS } })
  jar = openJar(house.url)
})
afterEach(() => house.close())

async function addGitHub(): Promise<void> {
  const user = await house.services.store.read.users.by('handle', 'ada')
  const at = house.services.now().toISOString()
  const { newId } = house.services
  await house.services.store.transaction(tx =>
    tx.identities.insert({
      id: newId(),
      user_id: user?.id ?? '',
      provider: 'github',
      issuer: 'https://github.com',
      subject: '1',
      login: 'ada-at-github',
      created_at: at,
      last_used_at: at,
    }),
  )
}

describe('the account page', () => {
  it('sends who is not signed in to the sign-in page, and back', async () => {
    const seen = await jar.get('/account?x=1')
    expect(seen.path).toBe('/login?next=%2Faccount%3Fx%3D1')
    expect((await jar.get(await loginLink(house, 'ada'), { follow: false })).location).toBe('/account?x=1')
  })

  it('shows who the person is, and how and where they signed in', async () => {
    await signIn(house, jar, 'ada')
    await addGitHub()
    house.world.pass(2 * 60 * 60_000)
    const { text } = await jar.get('/account')
    expect(text).toContain('ada-at-github')
    expect(text).toMatch(/action="\/account\/identities\/[^"]+\/remove"/)
    expect(text).toContain('Add GitLab')
    expect(text).not.toContain('Add GitHub')
    expect(text).toMatch(/action="\/login\/gitlab".*?name="add" value="1"/s)
    expect(text).toContain('This browser')
    expect(text).toMatch(/from 127\.0\.0\.1, signed in by a link <time dateTime="[^"]+" title="[^"]+ UTC">2 hours ago/i)
    expect(text).toContain('href="/account/apps"')
    expect(text).not.toMatch(/svc[a-z]_[0-9a-f]{48}/)
  })

  it('asks for a fresh sign-in before a way to sign in is removed, and comes back', async () => {
    await signIn(house, jar, 'ada')
    await addGitHub()
    house.world.pass(10 * 60_000)
    const { text } = await jar.get('/account')
    const path = /\/account\/identities\/[^"]+\/remove/.exec(text)?.[0] ?? ''
    expect((await jar.post(path)).path).toBe('/login?again=1&next=%2Faccount')
    expect((await signIn(house, jar, 'ada')).path).toBe('/account')
    expect((await jar.post(path)).text).toContain('Remove your last way to sign in?')
  })

  it('shows what a browser says of itself as text', async () => {
    await jar.get(await loginLink(house, 'ada'), { headers: { 'user-agent': '"><script>alert(1)</script>' } })
    const { text } = await jar.get('/account')
    expect(text).toContain('A browser')
    expect(text).not.toContain('<script>alert')
  })

  it('shows sessions of nobody else', async () => {
    await signIn(house, openJar(house.url), 'grace')
    await signIn(house, jar, 'ada')
    const { text } = await jar.get('/account')
    expect(text.match(/signed in by/g)).toHaveLength(1)
  })
})
