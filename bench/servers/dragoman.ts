import { EVERYDAY_SCOPES } from '../../src/auth/policy/scopes.ts'
import { createAccountToken } from '../../src/auth/tokens/lifecycle.ts'
import { findOrCreateUser } from '../../src/auth/users/users.ts'
import { openService } from './open-dragoman.ts'
import { report } from './peer.ts'

/** The service itself, with its real store: `BENCH_RECORDS` translations, and a tenth as many tokens. */
const RECORDS = Number(process.env['BENCH_RECORDS'] ?? 100_000)
const TOKENS = RECORDS / 10

const { services, serve } = await openService()
const { store, now } = services

const bearer = await fill()
report({ port: await serve(), path: '/mcp', headers: { authorization: `Bearer ${bearer}` } })

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
        shown: 0,
        locked: false,
        rev: 0,
        texts: [],
        suggestions: [],
        order: String(n).padStart(12, '0'),
        listed: true,
        open: true,
        work: true,
        words: 2,
      })
    }
  })
  return value
}
