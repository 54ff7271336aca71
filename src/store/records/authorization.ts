import { z } from 'zod'
import { compoundKey, defineCollection } from './define.ts'
import { Id, Instant, Sha256 } from './fields.ts'

/** Names are kept as text: what was granted outlives a renamed scope. */
const ScopeNames = z.array(z.string())

/** SHA-256 of a `code_verifier` (RFC 7636 4.2). No code is kept without one, so none can be exchanged without its verifier. */
const CodeChallengeS256 = z.string().regex(/^[A-Za-z0-9_-]{43}$/)

/** An OAuth client: one that registered (RFC 7591), or one whose id is the address of its metadata document. */
const ClientRecord = z.object({
  /** The `client_id`. */
  id: Id,
  kind: z.enum(['registered', 'document']),
  name: z.string(),
  redirect_uris: z.array(z.string()),
  grant_types: z.array(z.string()),
  /** The method that was asked for, or what RFC 7591 says for none. */
  auth_method: z.enum(['none', 'client_secret_post', 'client_secret_basic']),
  /** Whether each request must carry the secret: only where a method with one was asked for by name. */
  confidential: z.boolean(),
  /** SHA-256 of the secret; absent for a document. */
  secret_hash: Sha256.optional(),
  /** What it says about itself and we only show or give back: `client_uri`, `software_id`, `application_type` … */
  about: z.record(z.string(), z.string()),
  /** The network that registered it: an IPv4 address, or the first 48 bits of an IPv6 address. */
  network: z.string().optional(),
  /** For a document: when it was read, and until when it is good. */
  fetched_at: Instant.optional(),
  fresh_until: Instant.optional(),
  created_at: Instant,
  /** When somebody last allowed it something or it last got a token; null = never. */
  last_used_at: Instant.nullable(),
})

/** An authorization request that waits for its person: signing in, and saying yes or no. */
const InteractionRecord = z.object({
  id: Id,
  /** SHA-256 of the cookie of the browser that brought it. */
  browser: Sha256,
  client_id: Id,
  redirect_uri: z.string(),
  /** Whether the request named it: then the exchange must, too (RFC 6749 4.1.3). */
  redirect_uri_given: z.boolean(),
  state: z.string().optional(),
  /** The valid scopes that were asked for; with `scope_given` false, the default ones. */
  scopes: ScopeNames,
  scope_given: z.boolean(),
  resources: z.array(z.string()),
  code_challenge: CodeChallengeS256,
  prompt: z.enum(['none', 'login', 'consent', 'select_account']).optional(),
  /** Where it came from, when nobody was signed in: an IPv4 address, or the first 48 bits of an IPv6 address. */
  network: z.string().optional(),
  /** Who was signed in where it came from. */
  user_id: Id.optional(),
  created_at: Instant,
  expires_at: Instant,
  /** When and by whom it was answered, and what the client is told: encrypted with a key that follows from the browser's cookie. */
  answered: z.object({ at: Instant, user_id: Id, answer: z.string() }).optional(),
})

/** What a person allows a client, on all machines where the client runs. At most one that is not revoked for each pair. */
const GrantRecord = z.object({
  id: Id,
  user_id: Id,
  client_id: Id,
  /** The name of the client when it was last allowed something, for lists. */
  client_name: z.string(),
  scopes: ScopeNames,
  /** The accounts that it reaches; `all` includes those that the person joins later. */
  accounts: z.union([z.literal('all'), z.array(Id)]),
  /** Where its answers went (`https://claude.ai`, `http://127.0.0.1`, `cursor:`), and which scopes a person saw and allowed there. */
  consents: z.array(z.object({ redirect: z.string(), scopes: ScopeNames, digest: z.string() })),
  /** Scopes that calls were lately refused for want of, newest last, each once. */
  wanted: z.array(z.object({ scope: z.string(), at: Instant, challenged_at: Instant })),
  /** Scopes that the person said no to. */
  denied: ScopeNames,
  created_at: Instant,
  last_used_at: Instant.nullable(),
  address: z.string().optional(),
  user_agent: z.string().optional(),
  revoked_at: Instant.nullable(),
  /** Why: `user`, `reuse` (a used refresh token came again), `replay` (a used code came again), `client`. */
  revoked_for: z.string().optional(),
})

/** An authorization code, also after its use, so that a second use is known. */
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
  /** The family that it gave. */
  family_id: Id.optional(),
  used_at: Instant.nullable(),
})

/** The tokens that follow from one authorization: what one machine holds of a grant. */
const TokenFamilyRecord = z.object({
  id: Id,
  grant_id: Id,
  user_id: Id,
  client_id: Id,
  /** What its tokens may do; a scope that the owner adds to the grant is added here, one that is taken from the grant is taken from here. */
  scopes: ScopeNames,
  /** The scopes that the client was last told of. */
  told: ScopeNames,
  resources: z.array(z.string()),
  created_at: Instant,
  last_used_at: Instant,
  /** When it ends unless it is refreshed. */
  expires_at: Instant,
  /** SHA-256 of the refresh token that was not used yet; absent where the client may not use one. */
  refresh: Sha256.optional(),
  revoked_at: Instant.nullable(),
  /** `stolen`: something of it came again after its use; its person is told. Absent when it just ended. */
  revoked_for: z.enum(['stolen']).optional(),
})

const UsedRefreshToken = z.object({
  hash: Sha256,
  /** From it and the value of the token follow the access token and the next refresh token. */
  seed: z.string().length(40),
  /** SHA-256 of what was asked for: client, scope, resource. */
  asked: Sha256,
})

/** An access token; with the refresh token that was used up for it, also after its own end, so that a second use is known. */
const AccessTokenRecord = z.object({
  id: Id,
  hash: Sha256,
  family_id: Id,
  /** Fewer scopes than the family's; null = what the family has at each moment. */
  scopes: ScopeNames.nullable(),
  /** Its audience. */
  resources: z.array(z.string()),
  created_at: Instant,
  expires_at: Instant,
  /** The refresh token that was used up for it; absent for the first one of a family. */
  used: UsedRefreshToken.optional(),
  /** Until when the record is kept. */
  kept_until: Instant,
})

/** A device authorization (RFC 8628). */
const DeviceCodeRecord = z.object({
  id: Id,
  hash: Sha256,
  /** SHA-256 of the code that a person types, in upper case without hyphens. */
  user_code_hash: Sha256,
  client_id: Id,
  scopes: ScopeNames,
  scope_given: z.boolean(),
  resources: z.array(z.string()),
  status: z.enum(['pending', 'allowed', 'denied', 'used']),
  /** Who answered. */
  user_id: Id.optional(),
  grant_id: Id.optional(),
  /** Seconds between two polls. */
  interval: z.number().int(),
  polled_at: Instant.nullable(),
  /** Where it came from: an IPv4 address, or the first 48 bits of an IPv6 address. */
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
    order: client => client.created_at,
  }),
  interactions: defineCollection({
    schema: InteractionRecord,
    unique: {},
    index: {
      browser: interaction => interaction.browser,
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
