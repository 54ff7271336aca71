import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAccountToken } from '../../src/auth/account-tokens.ts'
import { findOrCreateUser } from '../../src/auth/people.ts'
import { EVERYDAY_SCOPES } from '../../src/auth/scopes.ts'
import { authSettings } from '../../src/auth/settings.ts'
import { readConfig } from '../../src/config.ts'
import { createHttpServer } from '../../src/http/server.ts'
import { openLog } from '../../src/log.ts'
import { createIds } from '../../src/store/ids.ts'
import { openStore } from '../../src/store/open.ts'
import type { Services } from '../../src/tools/call.ts'
import { createLinks } from '../../src/tools/links.ts'
import { listen, report } from './peer.ts'

/** The service itself, with its real store: `BENCH_RECORDS` translations, and a tenth as many tokens. */
const RECORDS = Number(process.env['BENCH_RECORDS'] ?? 100_000)
const TOKENS = RECORDS / 10

const dataDir = await mkdtemp(join(tmpdir(), 'dragoman-bench-'))
const store = await openStore({ url: 'lowdb:', dataDir })
const now = (): Date => new Date()
const services: Services = {
  store,
  log: openLog('error'),
  now,
  newId: createIds(now),
  baseUrl: 'http://127.0.0.1',
  version: '0.0.0-bench',
  links: createLinks(now),
  auth: authSettings(readConfig({})),
}

const bearer = await fill()
const { server } = createHttpServer(services, {
  loopbackBind: true,
  allowedHosts: [],
  trustProxy: 0,
  rateLimitFactor: 1_000_000,
})
const port = await listen(server)
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))
report({ port, path: '/mcp', headers: { authorization: `Bearer ${bearer}` } })

async function fill(): Promise<string> {
  const at = now()
  const value = await store.transaction(async tx => {
    const { user } = await findOrCreateUser(tx, 'ada', services)
    const account = await tx.accounts.get(user.account_id)
    if (account === undefined) throw new Error('no account')
    const principal = {
      user,
      credential: { kind: 'control' },
      scopes: new Set(EVERYDAY_SCOPES),
      reach: 'all',
      expiresAt: null,
    } as const
    const make = (owner: typeof principal, n: number) =>
      createAccountToken(
        tx,
        { name: `token ${n}`, description: '', scopes: ['user:read', 'project:read'], expiresAt: undefined, account },
        { principal: owner, now: at, newId: services.newId },
      )
    for (let n = 0; n < TOKENS - 5; n += 1) await make({ ...principal, user: { ...user, id: `other-${n % 1000}` } }, n)
    let last = ''
    for (let n = 0; n < 5; n += 1) last = (await make(principal, n)).value
    return last
  })
  await store.transaction(async tx => {
    for (let n = 0; n < RECORDS; n += 1) {
      await tx.translations.insert({
        id: services.newId(),
        project_id: 'p',
        file_id: 'f',
        entry_id: `e${n}`,
        locale: 'de',
        state: 'untranslated',
        stale: null,
        faulty: false,
        locked: false,
        rev: 0,
        texts: [],
        suggestions: [],
        ignores: [],
        order: String(n).padStart(12, '0'),
        listed: true,
        work: true,
        words: 2,
      })
    }
  })
  return value
}
