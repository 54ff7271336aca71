import { approveGrant } from '../../../src/auth/oauth/grants/lifecycle.ts'
import { EVERYDAY_SCOPES, type Scope } from '../../../src/auth/policy/scopes.ts'
import { mintSecret } from '../../../src/auth/secrets.ts'
import { findOrCreateUser } from '../../../src/auth/users/users.ts'
import type { ClientRecord } from '../../../src/store/records/authorization.ts'
import type { Services } from '../../../src/tools/pipeline/call.ts'
import { keepClient } from '../../web/authorize-steps.ts'

interface Wish {
  readonly scopes?: readonly Scope[]
  readonly accounts?: 'all' | readonly string[]
  /** Default: the MCP endpoint. */
  readonly resources?: readonly string[]
  /** What the client narrowed its access token to. */
  readonly narrowed?: readonly Scope[]
  /** The same client gets the same grant: another machine of it. */
  readonly clientId?: string
  readonly clientName?: string
  /** The differences of a client that does not exist yet. */
  readonly client?: Partial<ClientRecord>
  /** Where its answer goes. */
  readonly redirect?: string
}

/** What one machine of a client holds after its user allowed it. */
export interface Granted {
  readonly token: string
  readonly tokenId: string
  readonly grantId: string
  readonly familyId: string
}

const HOUR = 60 * 60 * 1000

/** Connects a client for this user, as the authorization server would, and returns its access token. */
export async function connect(services: Services, handle: string, wish: Wish = {}): Promise<Granted> {
  const { now, newId, baseUrl, store } = services
  const { scopes = EVERYDAY_SCOPES, accounts = 'all', narrowed, clientName = 'Claude Code' } = wish
  const { resources = [`${baseUrl}/mcp`], clientId = newId(), redirect = 'http://127.0.0.1', client: differs } = wish
  const at = now().toISOString()
  const until = (ms: number): string => new Date(now().getTime() + ms).toISOString()
  const redirect_uris = ['http://127.0.0.1/callback']
  const known = await store.read.clients.get(clientId)
  const client =
    known ??
    (await keepClient(services, { id: clientId, name: clientName, redirect_uris, last_used_at: at, ...differs }))
  return store.transaction(async tx => {
    const { user } = await findOrCreateUser(tx, handle, services)
    const allowed = { userId: user.id, client, scopes, denied: [], accounts, redirect }
    const grant = await approveGrant(tx, allowed, { now: now(), newId })
    const machine = { grant_id: grant.id, user_id: user.id, client_id: clientId, resources: [...resources] }
    const familyId = newId()
    await tx.families.insert({
      id: familyId,
      ...machine,
      scopes: [...scopes],
      told: [...scopes],
      created_at: at,
      last_used_at: at,
      expires_at: until(30 * 24 * HOUR),
      revoked_at: null,
    })
    const { value, hash } = mintSecret('svco')
    const tokenId = newId()
    await tx.access_tokens.insert({
      id: tokenId,
      hash,
      family_id: familyId,
      resources: machine.resources,
      scopes: narrowed === undefined ? null : [...narrowed],
      created_at: at,
      expires_at: until(HOUR),
      kept_until: until(HOUR),
    })
    return { token: value, tokenId, grantId: grant.id, familyId }
  })
}
