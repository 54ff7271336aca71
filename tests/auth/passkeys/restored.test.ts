import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { run } from '../../harness/command-line.ts'
import { startDragoman } from '../../harness.ts'
import { openJar, openJarOf } from '../../web/jar.ts'
import { addPasskey, answer, askChallenge, readPasskeyForm, signInWithPasskey } from './passkey-steps.ts'
import { createAuthenticator } from './software-authenticator.ts'

const SIGN_IN = '/login/passkey'

it('a restored backup has the passkeys, but no session and no open challenge', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-passkeys-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const [old, restored, archive] = [join(folder, 'old'), join(folder, 'restored'), join(folder, 'backup.jsonl.gz')]
  const before = await startDragoman({ dataDir: old })
  const kept = createAuthenticator(before.services.baseUrl)
  const later = createAuthenticator(before.services.baseUrl)
  const ada = await openJarOf(before, 'ada')
  await addPasskey(ada, kept)
  const visitor = openJar(before.services.baseUrl)
  await visitor.get('/login')
  const form = readPasskeyForm(visitor.last(), SIGN_IN)
  const challenge = await askChallenge(visitor, SIGN_IN, form)
  expect(await run(['backup', archive], { DRAGOMAN_DATA_DIR: old })).toMatchObject({ code: 0 })
  await addPasskey(ada, later)
  await before.stop()

  expect(await run(['restore', archive], { DRAGOMAN_DATA_DIR: restored })).toMatchObject({ code: 0 })
  const after = await startDragoman({ dataDir: restored })
  onTestFinished(() => after.stop())
  const lie = { origin: after.services.baseUrl }
  const sameBrowser = (jar: typeof ada) => {
    const moved = openJar(after.services.baseUrl)
    for (const [name, value] of jar.cookies) moved.cookies.set(name, value)
    return moved
  }
  expect((await sameBrowser(ada).get('/account')).path).toMatch(/^\/login/)
  const again = sameBrowser(visitor)
  await again.get('/login')
  const sent = { ...readPasskeyForm(again.last(), SIGN_IN), credential: answer(challenge, kept, lie) }
  expect(await again.post(SIGN_IN, sent)).toMatchObject({
    status: 400,
    text: expect.stringContaining('expired after 5 minutes'),
  })
  expect((await signInWithPasskey(after, kept, { lie })).seen).toMatchObject({ status: 303 })
  expect((await signInWithPasskey(after, later, { lie })).seen).toMatchObject({ status: 403 })
})
