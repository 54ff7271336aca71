import { createHash } from 'node:crypto'
import { toRedirectOrigin } from '../../src/auth/oauth/clients/redirect-uris.ts'
import { approveGrant } from '../../src/auth/oauth/grants/lifecycle.ts'
import { mintSecret } from '../../src/auth/secrets.ts'
import { findOrCreateUser } from '../../src/auth/users/users.ts'
import type { Frozen } from '../../src/store/frozen.ts'
import type { ClientRecord } from '../../src/store/records/authorization.ts'
import type { Services } from '../../src/tools/pipeline/call.ts'

export const VERIFIER = 'a'.repeat(43)
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')

/** A registered client, as the store has it. */
export async function keepClient(
  { store, now }: Services,
  differs: Partial<Frozen<ClientRecord>> = {},
): Promise<Frozen<ClientRecord>> {
  const client: Frozen<ClientRecord> = {
    id: mintSecret('svcc').value,
    kind: 'registered',
    name: 'Test App',
    redirect_uris: ['https://app.example/callback'],
    grant_types: ['authorization_code', 'refresh_token'],
    auth_method: 'none',
    confidential: false,
    about: {},
    created_at: now().toISOString(),
    last_used_at: null,
    ...differs,
  }
  await store.transaction(tx => tx.clients.insert(client))
  return client
}

/** Stores a user's grant for reading projects, whose consent page named the first redirect URI. */
export async function keepGrant({ store, now, newId }: Services, handle: string, client: Frozen<ClientRecord>) {
  return store.transaction(async tx => {
    const { user } = await findOrCreateUser(tx, handle, { now, newId })
    const redirect = toRedirectOrigin(client.redirect_uris[0] ?? '')
    const allowed = {
      userId: user.id,
      client,
      scopes: ['project:read'],
      denied: [],
      accounts: 'all',
      redirect,
    } as const
    return approveGrant(tx, allowed, { now: now(), newId })
  })
}

/** The fields of a client that a request names. */
export type Connecting = Pick<Frozen<ClientRecord>, 'id' | 'redirect_uris'>

type Parameters = Readonly<Record<string, string | readonly string[] | undefined>>

/** The path of a valid authorization request with changes; undefined leaves a parameter out, a list repeats it. */
export function authorizePath(
  client: Pick<Frozen<ClientRecord>, 'id' | 'redirect_uris'>,
  differs: Parameters = {},
): string {
  const parameters: Parameters = {
    response_type: 'code',
    client_id: client.id,
    redirect_uri: client.redirect_uris[0],
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    state: 'state-1',
    ...differs,
  }
  const query = Object.entries(parameters).flatMap(([name, value]) =>
    [value].flat().flatMap(one => (one === undefined ? [] : [`${name}=${encodeURIComponent(one)}`])),
  )
  return `/oauth/authorize?${query.join('&')}`
}
