import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { beforeEach, describe, expect, it } from 'vitest'
import { hashSecret } from '../../src/auth/secrets.ts'
import { type Jar, openJar, signIn } from './jar.ts'
import { ownCsrf } from './own-csrf.ts'
import { useFreshTestApp, useJar } from './scene.ts'

const testApp = useFreshTestApp()
const jar = useJar(testApp, 'ada')
beforeEach(async () => {
  await jar.get('/account')
})

const sessions = () => testApp.services.store.read.sessions.list('all', '')

/** Sends the head of a form, and its body only after `meanwhile`. */
async function sendSlowly(path: string, csrf: string, fields: string, meanwhile: () => Promise<unknown>) {
  const body = `csrf=${csrf}&${fields}`
  const headers = {
    accept: 'text/html',
    cookie: [...jar.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    origin: testApp.services.baseUrl,
    referer: `${testApp.services.baseUrl}/account`,
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': body.length,
  }
  const sent = request(`${testApp.url}${path}`, { method: 'POST', headers })
  const answered = once(sent, 'response')
  sent.flushHeaders()
  sent.write(body.slice(0, 1))
  // The server reads the head before this process does anything else.
  await testApp.services.store.read.sessions.list('all', '')
  await fetch(`${testApp.url}/up`)
  await meanwhile()
  sent.end(body.slice(1))
  const [response] = (await answered) as [IncomingMessage]
  return { status: response.statusCode, text: await text(response) }
}

const signOutEverywhere = async (): Promise<void> => {
  await testApp.services.store.transaction(async tx => {
    for (const { id } of await tx.sessions.list('all', '')) await tx.sessions.remove(id)
  })
}

describe('a form that arrives after the session has ended', () => {
  it.each(['/account/sessions/end', '/theme', '/device'])(
    'does nothing at %s, and leads to the sign-in page and back',
    async path => {
      const csrf = await ownCsrf(testApp, jar, path)
      const seen = await sendSlowly(path, csrf, 'session=x&theme=dark&user_code=BCDF-GHJK', signOutEverywhere)
      expect(seen).toMatchObject({ status: 401, text: expect.stringContaining('href="/login?next=%2Faccount"') })
      expect(seen.text).toContain('<p>You are signed out.</p><p>Sign in and send the form again.</p>')
    },
  )

  it('works when the session still exists', async () => {
    const seen = await sendSlowly('/logout', await ownCsrf(testApp, jar, '/logout'), 'x=1', async () => undefined)
    expect(seen.status).toBe(303)
    expect(await sessions()).toEqual([])
  })

  it('does not end newer sessions', async () => {
    const csrf = await ownCsrf(testApp, jar, '/logout/everywhere')
    const seen = await sendSlowly('/logout/everywhere', csrf, 'x=1', async () => {
      await signOutEverywhere()
      await signIn(testApp, openJar(testApp.url), 'ada')
    })
    expect(seen).toMatchObject({ status: 200, text: expect.stringContaining('You are signed out here') })
    expect(await sessions()).toHaveLength(1)
  })
})

describe('a form whose user is signed out while it waits for the store', () => {
  /** Sends a form of the account page during another write, and ends the session of the jar before its turn. */
  async function sendWhileWriting(path: string, fields: Readonly<Record<string, string | readonly string[]>>) {
    const hash = hashSecret(jar.cookies.get('dragoman_session') ?? '')
    let sent: ReturnType<Jar['post']> | undefined
    await testApp.services.store.transaction(async tx => {
      sent = jar.post(path, fields, { follow: false })
      for (let round = 0; round < 20; round += 1) await fetch(`${testApp.url}/up`)
      const own = await tx.sessions.by('hash', hash)
      await tx.sessions.remove(own?.id ?? '')
    })
    return sent
  }

  it('ends no other session, and leads to the sign-in page', async () => {
    const [own] = await sessions()
    await signIn(testApp, openJar(testApp.url), 'ada')
    await jar.get('/account')
    const other = (await sessions()).find(({ id }) => id !== own?.id)?.id ?? ''
    const { csrf = [] } = jar.hidden('/account/sessions/end')
    const seen = await sendWhileWriting('/account/sessions/end', { csrf, session: other })
    expect(seen).toMatchObject({ status: 401, text: expect.stringContaining('href="/login?next=%2Faccount"') })
    expect((await sessions()).map(({ id }) => id)).toEqual([other])
  })

  it('signs nobody out elsewhere, and says only that the session is over', async () => {
    await signIn(testApp, openJar(testApp.url), 'ada')
    await jar.get('/account')
    const seen = await sendWhileWriting('/logout/everywhere', {})
    expect(seen).toMatchObject({ status: 200, text: expect.stringContaining('You are signed out here') })
    expect(await sessions()).toHaveLength(1)
  })
})

describe('an outdated form', () => {
  it('leads to the page again when its user is signed in', async () => {
    const seen = await jar.post('/logout', { csrf: 'x' }, { follow: false })
    expect(seen).toMatchObject({ status: 400, text: expect.stringContaining('href="/account"') })
    expect(seen.text).toContain(
      '<p>This form expired.</p><p>Reload the page and try again. If this repeats, allow cookies for this site.</p>',
    )
    expect(seen.text).not.toContain('not allowed')
    expect(seen.text).toContain('Reload the page</a>')
    expect(seen.text).toContain('Code: <code>form_expired</code>')
  })

  it('says that its user signed out in another tab, and leads back by the sign-in page', async () => {
    const csrf = await ownCsrf(testApp, jar, '/account')
    await jar.post('/logout')
    const fields = { csrf, setting: 'name', name: 'Augusta' }
    const headers = { referer: `${testApp.services.baseUrl}/account` }
    const seen = await jar.post('/account', fields, { follow: false, headers })
    expect(seen).toMatchObject({ status: 401, text: expect.stringContaining('href="/login?next=%2Faccount"') })
    expect(seen.text).toContain('<p>You are signed out.</p><p>Sign in and send the form again.</p>')
    expect(seen.text).not.toContain('This form expired')
    expect(seen.text).toContain('Code: <code>signed_out</code>')
  })

  it('keeps its own error on a page for signed-out users', async () => {
    const stranger = openJar(testApp.url)
    await stranger.get('/login')
    stranger.cookies.delete('dragoman_browser')
    const seen = await stranger.post('/theme', { theme: 'dark' }, { follow: false })
    expect(seen).toMatchObject({ status: 400, text: expect.stringContaining('This form expired.') })
    expect(seen.text).toContain('Code: <code>form_expired</code>')
  })
})
