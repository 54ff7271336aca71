import { approveGrant } from '../../src/auth/oauth/grants/lifecycle.ts'
import { EVERYDAY_SCOPES } from '../../src/auth/policy/scopes.ts'
import { mintSecret } from '../../src/auth/secrets.ts'
import { findOrCreateUser } from '../../src/auth/users/users.ts'
import type { Frozen } from '../../src/store/frozen.ts'
import type { ClientRecord, GrantRecord } from '../../src/store/records/authorization.ts'
import { type Authorization, CHALLENGE, onCodes, REDIRECT } from './authorization.ts'
import { openService } from './open-dragoman.ts'
import { report } from './peer.ts'

/** The authorization server of the service, on its real store, which already holds so many authorizations of other people. */
const AUTHORIZATIONS = 10_000
const LIFETIME_MS = 60 * 60 * 1000
/** People who allowed the client something; each code is of the next one, as oidc-provider makes a grant for each. */
const PEOPLE = 500

const { services, serve } = await openService()
const { store, now, newId } = services
const later = (): string => new Date(now().getTime() + LIFETIME_MS).toISOString()
const secret = mintSecret('svcs')
const { client, grants } = await begin()
let made = 0
await fill()

onCodes(count =>
  store.transaction(async tx => {
    // Of clients that nobody has used yet one address may have 100 an hour: the next batch of registrations would be refused.
    for (const { id } of await tx.clients.list('unused', 'registered')) await tx.clients.remove(id)
    const values: string[] = []
    for (let n = 0; n < count; n += 1) {
      const { value, hash } = mintSecret('svcg')
      const grant = grants[made++ % grants.length]
      if (grant === undefined) throw new Error('nobody allowed anything')
      await tx.codes.insert({
        id: newId(),
        hash,
        client_id: client.id,
        user_id: grant.user_id,
        grant_id: grant.id,
        redirect_uri: REDIRECT,
        redirect_uri_given: true,
        code_challenge: CHALLENGE,
        scopes: [...EVERYDAY_SCOPES],
        resources: [`${services.baseUrl}/mcp`],
        expires_at: later(),
        used_at: null,
      })
      values.push(value)
    }
    return values
  }),
)

const authorization: Authorization = {
  token: '/oauth/token',
  introspect: '/oauth/introspect',
  register: '/oauth/register',
  clientId: client.id,
  clientSecret: secret.value,
}
report({ port: await serve(), path: '/oauth/token', authorization })

/** People who allowed one confidential client what is everyday. */
function begin(): Promise<{ client: Frozen<ClientRecord>; grants: Frozen<GrantRecord>[] }> {
  return store.transaction(async tx => {
    const known: Frozen<ClientRecord> = {
      id: mintSecret('svcc').value,
      kind: 'registered',
      name: 'The benchmark',
      redirect_uris: [REDIRECT],
      grant_types: ['authorization_code', 'refresh_token'],
      auth_method: 'client_secret_basic',
      confidential: true,
      secret_hash: secret.hash,
      about: {},
      created_at: now().toISOString(),
      last_used_at: now().toISOString(),
    }
    await tx.clients.insert(known)
    const all: Frozen<GrantRecord>[] = []
    for (let n = 0; n < PEOPLE; n += 1) {
      const { user } = await findOrCreateUser(tx, `ada-${n}`, services)
      const allowed = {
        userId: user.id,
        client: known,
        scopes: EVERYDAY_SCOPES,
        denied: [],
        accounts: 'all',
        redirect: 'http://127.0.0.1',
      } as const
      all.push(await approveGrant(tx, allowed, { now: now(), newId }))
    }
    return { client: known, grants: all }
  })
}

/** What other people hold: a family with an access and a refresh token each. */
async function fill(): Promise<void> {
  const at = now().toISOString()
  await store.transaction(async tx => {
    for (let n = 0; n < AUTHORIZATIONS; n += 1) {
      const common = { user_id: `person-${n}`, client_id: client.id, created_at: at, expires_at: later() }
      const family = { id: newId(), grant_id: `grant-${n}`, resources: [`${services.baseUrl}/mcp`] }
      await tx.families.insert({
        ...common,
        ...family,
        scopes: [...EVERYDAY_SCOPES],
        told: [...EVERYDAY_SCOPES],
        last_used_at: at,
        refresh: mintSecret('svcr').hash,
        revoked_at: null,
      })
      await tx.access_tokens.insert({
        id: newId(),
        hash: mintSecret('svco').hash,
        family_id: family.id,
        scopes: null,
        resources: family.resources,
        created_at: at,
        expires_at: common.expires_at,
        kept_until: common.expires_at,
      })
    }
  })
}
