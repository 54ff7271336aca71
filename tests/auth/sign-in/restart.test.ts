import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type Config, readConfig } from '../../../src/config.ts'
import { openLog } from '../../../src/log.ts'
import { serve } from '../../../src/serve.ts'
import { freePort } from '../../clients/free-port.ts'
import { openJar } from '../../web/jar.ts'
import { openFakeGithub } from './fake-github.ts'
import { openFakeOpenid } from './fake-oidc.ts'
import { comeBack, onward, start, through } from './sign-in-steps.ts'

it('a sign-in survives a restart while the user is at the provider', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'dragoman-sign-in-'))
  const [github, gitlab, port] = await Promise.all([openFakeGithub(), openFakeOpenid('gitlab'), freePort()])
  const config: Config = {
    ...readConfig({ DRAGOMAN_PORT: String(port), DRAGOMAN_DATA_DIR: dataDir }),
    providers: [github.config, gitlab.config],
  }
  const run = () => serve(config, { log: openLog('silent'), now: () => new Date(), quietMs: 0 })
  try {
    for (const { kind } of config.providers) {
      const before = await run()
      const base = before.services.baseUrl
      gitlab.trust(base)
      const jar = openJar(base)
      const location = onward(await start(jar, kind, { next: '/account' }))
      await before.stop()
      const address = await through(location, base)
      const after = await run()
      expect(await comeBack(jar, address)).toMatchObject({ status: 302, location: '/account' })
      expect(await jar.get('/account')).toMatchObject({ status: 200 })
      await after.stop()
    }
  } finally {
    await Promise.all([github.close(), gitlab.close(), rm(dataDir, { recursive: true, force: true })])
  }
})
