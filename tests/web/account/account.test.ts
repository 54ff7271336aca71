import { describe, expect, it } from 'vitest'
import { openJar, openJarOf, signIn } from '../jar.ts'
import { useFreshTestApp, useJar } from '../scene.ts'

const PROVIDERS = [
  { kind: 'github', url: 'https://github.com', clientId: 'id', clientSecret: 'secret' },
  { kind: 'gitlab', url: 'https://gitlab.com', clientId: 'id', clientSecret: 'secret' },
] as const

const testApp = useFreshTestApp({ auth: { providers: PROVIDERS } })
const jar = useJar(testApp, 'ada')

async function addGitHub(): Promise<void> {
  const user = await testApp.services.store.read.users.by('handle', 'ada')
  const at = testApp.services.now().toISOString()
  const { newId } = testApp.services
  await testApp.services.store.transaction(tx =>
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
  it('shows the user, and how and where they signed in', async () => {
    await addGitHub()
    testApp.world.pass(2 * 60 * 60_000)
    const { text } = await jar.get('/account')
    expect(text).toContain('ada-at-github')
    expect(text).toMatch(/action="\/account\/identities\/[^"]+\/remove"/)
    expect(text).toContain('Add GitLab')
    expect(text).not.toContain('Add GitHub')
    expect(text).toMatch(/action="\/login\/gitlab".*?name="add" value="1"/s)
    expect(text).toContain('This browser')
    expect(text).toContain('127.0.0.1')
    expect(text).toMatch(
      /<time dateTime="[^"]+" title="[^"]+ UTC">2 hours ago<\/time><span class="hint">with a sign-in link</i,
    )
    expect(text).toContain('href="/account/apps"')
    expect(text).not.toMatch(/svc[a-z]_[0-9a-f]{48}/)
  })

  it('names the command that prints a sign-in link, and who can run it', async () => {
    const { text } = await jar.get('/account')
    expect(text).toContain('ask an operator to run <code>dragoman login-link --user ada</code> on')
    const own = await openJarOf(testApp, 'local')
    expect((await own.get('/account')).text).toContain('<code>dragoman login-link</code>')
  })

  it('asks for a recent sign-in before a sign-in method is removed, and returns', async () => {
    await addGitHub()
    testApp.world.pass(10 * 60_000)
    const { text } = await jar.get('/account')
    const path = /\/account\/identities\/[^"]+\/remove/.exec(text)?.[0] ?? ''
    const asked = await jar.post(path)
    expect(asked.path).toContain('/login?again=1&next=%2Faccount')
    expect(asked.text).toContain('This action needs a sign-in within the last 10 minutes.')
    const back = await signIn(testApp, jar, 'ada')
    expect(back.path).toMatch(/^\/account\?kept=/)
    expect(back.text).toContain('press “Remove” at that sign-in method once more')
    expect((await jar.post(path)).text).toContain('Remove your last sign-in method?')
    testApp.world.pass(10 * 60_000)
    await jar.post(path, { sure: '1' })
    expect((await signIn(testApp, jar, 'ada')).path).toMatch(/^\/account\?kept=/)
  })

  const account = () => testApp.services.store.read.accounts.by('handle', 'ada')

  it('saves a name, and keeps invalid input', async () => {
    const saved = await jar.sendForm('/account', { setting: 'name', name: 'Ada <L.>' })
    expect(saved.path).toBe('/account?saved=name')
    expect(saved.text).toContain('Your display name is now Ada &lt;L.>.')
    expect(saved.text).toContain('value="Ada &lt;L.>"')
    expect(await account()).toMatchObject({ name: 'Ada <L.>' })
    const refused = await jar.post('/account', { setting: 'name', name: 'a\u202eb' })
    expect(refused.status).toBe(400)
    expect(/id="name-fault">([^<]+)</.exec(refused.text)?.[1]).toContain('U+202E')
    expect(refused.text).toMatch(/id="name"[^>]*value="a\u202eb"/)
    for (const [name, words] of [
      ['   ', 'Enter a name.'],
      ['🦜'.repeat(101), 'Use at most 100 characters. You entered 101.'],
    ] as const) {
      const { text } = await jar.post('/account', { setting: 'name', name })
      expect(/id="name-fault">([^<]+)</.exec(text)?.[1]).toBe(words)
    }
    expect((await jar.post('/account', { setting: 'name', name: '🦜'.repeat(100) })).path).toBe('/account?saved=name')
    expect((await jar.sendForm('/account', { setting: 'name', name: '' })).text).toContain('The profile was not saved')
    await jar.sendForm('/account', { setting: 'name', name: 'Ada <L.>' })
    for (const setting of ['constructor', 'operator']) {
      expect(await jar.sendForm('/account', { setting, name: 'Eve' })).toMatchObject({ status: 400 })
    }
    expect(await account()).toMatchObject({ name: 'Ada <L.>' })
  })

  it('makes the account public and private by a separate form, which an older page does not affect', async () => {
    await jar.get('/account')
    const { csrf = [] } = jar.hidden('/account')
    const send = (fields: object) => jar.post('/account', { csrf, ...fields })
    const shown = await send({ setting: 'visibility', public: 'yes' })
    expect(shown.text).toContain('ada is now public.')
    expect(shown.text).toContain('Make private')
    await send({ setting: 'visibility', public: 'yes' })
    expect(await account()).toMatchObject({ public: true })
    expect((await send({ setting: 'visibility', public: 'no' })).text).toContain('ada is now private.')
    await send({ setting: 'name', name: 'Ada', public: 'yes' })
    expect(await account()).toMatchObject({ name: 'Ada', public: false })
    expect((await jar.get('/account?saved=visibility')).text).not.toContain('is now public')
  })

  it('shows no sessions of other users', async () => {
    await signIn(testApp, openJar(testApp.url), 'grace')
    const { text } = await jar.get('/account')
    expect(text.match(/with a sign-in link/g)).toHaveLength(1)
  })
})
