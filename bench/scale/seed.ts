import { createHash } from 'node:crypto'
import { approveGrant } from '../../src/auth/oauth/grants/lifecycle.ts'
import { ALL_SCOPES } from '../../src/auth/policy/scopes.ts'
import { mintSecret } from '../../src/auth/secrets.ts'
import { createAccountToken } from '../../src/auth/tokens/lifecycle.ts'
import type { DumpBatch } from '../../src/store/store.ts'
import { openTestApp, PROJECT, type TestApp } from '../l10n/test-app.ts'
import { CHALLENGE, REDIRECT } from '../servers/authorization.ts'
import { LOCALES, textOf } from './texts.ts'

/** Strings of a file. */
export const FILE_STRINGS = 500
/** The address of the measured service, whatever its port. */
export const BASE_URL = 'http://localhost:4050'
/** Authorization codes of the seed: each starts one chain of refreshed tokens. */
const CODES = 64

/** A small project as the tools make it, and what a client needs to use the service. */
export interface Seed {
  /** All its records, by table. */
  readonly tables: ReadonlyMap<DumpBatch['table'], readonly Plain[]>
  readonly bearer: string
  readonly oauth: { readonly clientId: string; readonly clientSecret: string; readonly codes: readonly string[] }
}

/** A record that may be changed. */
export type Plain = { id: string } & Record<string, unknown>

/** The key of string `at` of file `part`. */
export const keyOf = (part: string, at: number): string => `${part}.section${at % 20}.key${at}`

/** Renders a JSON file of the strings of a part. */
export function renderFile(part: string, textAt: (at: number) => string | undefined): string {
  const pairs: [string, string][] = []
  for (let at = 0; at < FILE_STRINGS; at += 1) {
    const text = textAt(at)
    if (text !== undefined) pairs.push([keyOf(part, at), text])
  }
  return JSON.stringify(Object.fromEntries(pairs))
}

/** Makes the seed: one translated file, in the embedded store. */
export async function makeSeed(): Promise<Seed> {
  const app = await openTestApp([], LOCALES)
  try {
    const content = renderFile('part0', at => textOf(0, at))
    await app.call('push_source', { project: PROJECT, files: [{ path: 'part0/en.json', content }] })
    for (const [at, locale] of LOCALES.entries()) {
      const translated = renderFile('part0', n => textOf(at + 1, n))
      const files = [{ path: `part0/${locale}.json`, content: translated }]
      await app.call('push_translations', { project: PROJECT, files })
    }
    const { bearer, oauth } = await allow(app)
    return { tables: await readTables(app), bearer, oauth }
  } finally {
    await app.close()
  }
}

async function readTables({ services }: TestApp): Promise<Seed['tables']> {
  const tables = new Map<DumpBatch['table'], Plain[]>()
  const dump = await services.store.dump()
  for await (const { table, records } of dump.batches()) {
    const known = tables.get(table) ?? []
    tables.set(table, known)
    known.push(...records.map(record => structuredClone(record) as Plain))
  }
  dump.close()
  return tables
}

/** Creates an account token, and an app with codes that can be exchanged. */
function allow({ services }: TestApp): Promise<Omit<Seed, 'tables'>> {
  const { store, now, newId } = services
  const at = now()
  const later = new Date(at.getTime() + 24 * 60 * 60 * 1000).toISOString()
  const secret = mintSecret('svcs')
  return store.transaction(async tx => {
    const user = await tx.users.by('handle', 'bench')
    const account = user && (await tx.accounts.get(user.account_id))
    if (user === undefined || account === undefined) throw new Error('the benchmark has no user')
    const principal = {
      user,
      credential: { kind: 'control' },
      scopes: new Set(ALL_SCOPES),
      reach: 'all',
      expiresAt: null,
    } as const
    const details = { name: 'bench', description: '', scopes: [...ALL_SCOPES], expiresAt: undefined, account }
    const { value } = await createAccountToken(tx, details, { principal, now: at, newId })
    const client = {
      id: mintSecret('svcc').value,
      kind: 'registered' as const,
      name: 'The benchmark',
      redirect_uris: [REDIRECT],
      grant_types: ['authorization_code', 'refresh_token'],
      auth_method: 'client_secret_basic' as const,
      confidential: true,
      secret_hash: secret.hash,
      about: {},
      created_at: at.toISOString(),
      last_used_at: at.toISOString(),
    }
    await tx.clients.insert(client)
    const allowed = { userId: user.id, client, scopes: ['user:read' as const], denied: [], accounts: 'all' as const }
    const grant = await approveGrant(tx, { ...allowed, redirect: 'http://127.0.0.1' }, { now: at, newId })
    const codes: string[] = []
    for (let n = 0; n < CODES; n += 1) {
      const code = mintSecret('svcg')
      codes.push(code.value)
      await tx.codes.insert({
        id: newId(),
        hash: code.hash,
        client_id: client.id,
        user_id: user.id,
        grant_id: grant.id,
        redirect_uri: REDIRECT,
        redirect_uri_given: true,
        code_challenge: CHALLENGE,
        scopes: ['user:read'],
        resources: [`${BASE_URL}/mcp`],
        expires_at: later,
        used_at: null,
      })
    }
    return { bearer: value, oauth: { clientId: client.id, clientSecret: secret.value, codes } }
  })
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
