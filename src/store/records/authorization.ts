import { z } from 'zod'
import { compoundKey, defineCollection } from './define.ts'
import { Id, Instant, Sha256 } from './fields.ts'

/** Scope names are plain strings, so that records stay valid when a scope is renamed. */
const ScopeNames = z.array(z.string())

/** SHA-256 of a `code_verifier` (RFC 7636 4.2). Required, so that no code can be exchanged without its verifier. */
const CodeChallengeS256 = z.string().regex(/^[A-Za-z0-9_-]{43}$/)

/** An OAuth client: registered (RFC 7591), or identified by the URL of its metadata document. */
const ClientRecord = z.object({
  /** The `client_id`. */
  id: Id,
  kind: z.enum(['registered', 'document']),
  name: z.string(),
  redirect_uris: z.array(z.string()),
  grant_types: z.array(z.string()),
  /** The requested method, or the default of RFC 7591. */
  auth_method: z.enum(['none', 'client_secret_post', 'client_secret_basic']),
  /** Whether every request must contain the secret. True only if the client requested a method with a secret. */
  confidential: z.boolean(),
  /** SHA-256 of the secret; absent for a document. */
  secret_hash: Sha256.optional(),
  /** Other metadata that is only displayed or returned: `client_uri`, `software_id`, `application_type` … */
  about: z.record(z.string(), z.string()),
  /** The network that registered it: an IPv4 address, or the first 48 bits of an IPv6 address. */
  network: z.string().optional(),
  /** For a document: when it was fetched, and until when it is fresh. */
  fetched_at: Instant.optional(),
  fresh_until: Instant.optional(),
  created_at: Instant,
  /** When it last got a consent or a token; null = never. */
  last_used_at: Instant.nullable(),
})

/** An authorization request that waits for the user to sign in and to approve or deny it. */
const InteractionRecord = z.object({
  id: Id,
  /** SHA-256 of the browser's cookie. */
  browser: Sha256,
  client_id: Id,
  redirect_uri: z.string(),
  /** Whether the request contained it. If so, the token request must, too (RFC 6749 4.1.3). */
  redirect_uri_given: z.boolean(),
  state: z.string().optional(),
  /** The requested valid scopes; the default scopes if `scope_given` is false. */
  scopes: ScopeNames,
  scope_given: z.boolean(),
  resources: z.array(z.string()),
  code_challenge: CodeChallengeS256,
  prompt: z.enum(['none', 'login', 'consent', 'select_account']).optional(),
  /** Network of the request if no user was signed in: an IPv4 address, or the first 48 bits of an IPv6 address. */
  network: z.string().optional(),
  /** The user who was signed in. */
  user_id: Id.optional(),
  created_at: Instant,
  expires_at: Instant,
  /** The answer: when, by which user, and the response to the client. The response is encrypted with a key derived from the browser's cookie. */
  answered: z.object({ at: Instant, user_id: Id, answer: z.string() }).optional(),
})

/** What a user approved for a client, on all machines where it runs. Each pair has at most one grant that is not revoked. */
const GrantRecord = z.object({
  id: Id,
  user_id: Id,
  client_id: Id,
  /** The client's name at the last consent, for lists. */
  client_name: z.string(),
  scopes: ScopeNames,
  /** The accounts that it may access. `all` includes accounts that the user joins later. */
  accounts: z.union([z.literal('all'), z.array(Id)]),
  /** Redirect targets of past consents (`https://claude.ai`, `http://127.0.0.1`, `cursor:`), with the scopes that the user saw and approved there. */
  consents: z.array(z.object({ redirect: z.string(), scopes: ScopeNames, digest: z.string() })),
  /** Missing scopes of recently denied calls, newest last, each once. */
  wanted: z.array(z.object({ scope: z.string(), at: Instant, challenged_at: Instant })),
  /** Scopes that the user denied. */
  denied: ScopeNames,
  created_at: Instant,
  last_used_at: Instant.nullable(),
  address: z.string().optional(),
  user_agent: z.string().optional(),
  revoked_at: Instant.nullable(),
  /** Why: `user`, `reuse` (a used refresh token was presented again), `replay` (a used code was presented again), `client`. */
  revoked_for: z.string().optional(),
})

/** An authorization code. Kept after its use, to detect a second use. */
const AuthorizationCodeRecord = z.object({
  id: Id,
  hash: Sha256,
  client_id: Id,
  user_id: Id,
  grant_id: Id,
  redirect_uri: z.string(),
  redirect_uri_given: z.boolean(),
  code_challenge: CodeChallengeS256,
  scopes: ScopeNames,
  resources: z.array(z.string()),
  expires_at: Instant,
  /** The token family that was issued for it. */
  family_id: Id.optional(),
  used_at: Instant.nullable(),
})

/** A token family: the tokens of one sign-in of a client. Each machine has its own. */
const TokenFamilyRecord = z.object({
  id: Id,
  grant_id: Id,
  user_id: Id,
  client_id: Id,
  /** Scopes of its tokens. A scope that the user adds to or removes from the grant is added or removed here, too. */
  scopes: ScopeNames,
  /** The scopes in the last response to the client. */
  told: ScopeNames,
  resources: z.array(z.string()),
  created_at: Instant,
  last_used_at: Instant,
  /** When it expires, unless it is refreshed. */
  expires_at: Instant,
  /** SHA-256 of the unused refresh token; absent if the client must not use one. */
  refresh: Sha256.optional(),
  revoked_at: Instant.nullable(),
  /** `stolen`: a token or code was presented again after its use. The user is notified. Absent if the family just ended. */
  revoked_for: z.enum(['stolen']).optional(),
})

const UsedRefreshToken = z.object({
  hash: Sha256,
  /** The access token and the next refresh token are derived from it and the value of this token. */
  seed: z.string().length(40),
  /** SHA-256 of the requested access: client, scopes, resources. Without narrower scopes, those that the client knew. */
  asked: Sha256,
})

/** An access token, with the refresh token that was exchanged for it. Kept after its expiration, to detect a second use of that refresh token. */
const AccessTokenRecord = z.object({
  id: Id,
  hash: Sha256,
  family_id: Id,
  /** A subset of the family's scopes; null = the family's current scopes. */
  scopes: ScopeNames.nullable(),
  /** Its audience (RFC 8707). */
  resources: z.array(z.string()),
  created_at: Instant,
  expires_at: Instant,
  /** The refresh token that was exchanged for it; absent for the first access token of a family. */
  used: UsedRefreshToken.optional(),
  /** When the record may be deleted. */
  kept_until: Instant,
})

/** A device authorization (RFC 8628). */
const DeviceCodeRecord = z.object({
  id: Id,
  hash: Sha256,
  /** SHA-256 of the code that the user types, in upper case without hyphens. */
  user_code_hash: Sha256,
  client_id: Id,
  scopes: ScopeNames,
  scope_given: z.boolean(),
  resources: z.array(z.string()),
  status: z.enum(['pending', 'allowed', 'denied', 'used']),
  /** The user who approved or denied it. */
  user_id: Id.optional(),
  grant_id: Id.optional(),
  /** Minimum seconds between polls. */
  interval: z.number().int(),
  polled_at: Instant.nullable(),
  /** Network of the request: an IPv4 address, or the first 48 bits of an IPv6 address. */
  network: z.string().optional(),
  created_at: Instant,
  expires_at: Instant,
})

export type ClientRecord = z.infer<typeof ClientRecord>
export type InteractionRecord = z.infer<typeof InteractionRecord>
export type GrantRecord = z.infer<typeof GrantRecord>
export type AuthorizationCodeRecord = z.infer<typeof AuthorizationCodeRecord>
export type TokenFamilyRecord = z.infer<typeof TokenFamilyRecord>
export type AccessTokenRecord = z.infer<typeof AccessTokenRecord>
export type UsedRefreshToken = z.infer<typeof UsedRefreshToken>
export type DeviceCodeRecord = z.infer<typeof DeviceCodeRecord>

const isAwaited = ({ network, answered }: InteractionRecord): boolean => network !== undefined && answered === undefined

export const authorizationCollections = {
  clients: defineCollection({
    schema: ClientRecord,
    unique: {},
    index: {
      unused: client => (client.last_used_at === null ? client.kind : undefined),
      unused_from: client => (client.last_used_at === null ? client.network : undefined),
    },
    counted: ['unused'],
    order: client => client.created_at,
  }),
  interactions: defineCollection({
    schema: InteractionRecord,
    unique: {},
    index: {
      client: interaction => interaction.client_id,
      waiting: interaction => (isAwaited(interaction) ? '' : undefined),
      waiting_from: interaction => (isAwaited(interaction) ? interaction.network : undefined),
      user: interaction => interaction.user_id,
      all: () => '',
    },
    order: interaction => interaction.expires_at,
  }),
  grants: defineCollection({
    schema: GrantRecord,
    unique: { pair: grant => (grant.revoked_at === null ? compoundKey(grant.user_id, grant.client_id) : undefined) },
    index: {
      active: grant => (grant.revoked_at === null ? grant.user_id : undefined),
      user: grant => grant.user_id,
      client: grant => grant.client_id,
      revoked: grant => (grant.revoked_at === null ? undefined : ''),
    },
    order: grant => grant.created_at,
  }),
  codes: defineCollection({
    schema: AuthorizationCodeRecord,
    unique: { hash: code => code.hash },
    index: { grant: code => code.grant_id, all: () => '' },
    order: code => code.expires_at,
  }),
  families: defineCollection({
    schema: TokenFamilyRecord,
    unique: { refresh: family => family.refresh },
    index: {
      active: family => (family.revoked_at === null ? family.grant_id : undefined),
      grant: family => family.grant_id,
      user: family => family.user_id,
      all: () => '',
    },
    order: family => family.expires_at,
  }),
  access_tokens: defineCollection({
    schema: AccessTokenRecord,
    unique: { hash: token => token.hash, used: token => token.used?.hash },
    index: { family: token => token.family_id, all: () => '' },
    order: token => token.kept_until,
  }),
  device_codes: defineCollection({
    schema: DeviceCodeRecord,
    unique: { hash: code => code.hash, user_code: code => code.user_code_hash },
    index: {
      client: code => (code.status === 'pending' ? code.client_id : undefined),
      waiting: code => (code.status === 'pending' && code.network !== undefined ? '' : undefined),
      waiting_from: code => (code.status === 'pending' ? code.network : undefined),
      all: () => '',
    },
    order: code => code.expires_at,
  }),
}
