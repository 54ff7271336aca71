import { z } from 'zod'
import { collection, key, log } from './collection.ts'
import { Id, Instant } from './shapes.ts'

/** Scope names are kept as text: a stored token outlives a renamed scope. */
const ScopeNames = z.array(z.string())

/** Which credential did something: an account token, or a process that the operator of the machine runs. */
const Credential = z.object({ kind: z.enum(['token', 'session', 'stdio', 'control']), id: Id.optional() })

const UserRecord = z.object({
  id: Id,
  handle: z.string(),
  name: z.string(),
  /** The personal account of this user. */
  account_id: Id,
  operator: z.boolean(),
  created_at: Instant,
})

const AccountRecord = z.object({
  id: Id,
  handle: z.string(),
  name: z.string(),
  kind: z.enum(['personal', 'organization']),
  owner_id: Id,
  has_access: z.boolean(),
  public: z.boolean(),
  created_at: Instant,
})

const MembershipRecord = z.object({
  id: Id,
  account_id: Id,
  user_id: Id,
  role: z.enum(['member', 'admin']),
  created_at: Instant,
})

const TokenRecord = z.object({
  id: Id,
  /** SHA-256 of the whole value, in hexadecimal. The value itself is never stored. */
  hash: z.string().length(64),
  /** `svca_` and four digits, by which a person recognises the token. */
  prefix: z.string(),
  name: z.string(),
  description: z.string(),
  scopes: ScopeNames,
  user_id: Id,
  /** The account it was made on: a personal one reaches all that its user reaches, an organization only itself. */
  account_id: Id,
  /** The token that made it and with which it dies. */
  parent_id: Id.optional(),
  created_by: Credential,
  expires_at: Instant.nullable(),
  last_used_at: Instant.nullable(),
  revoked_at: Instant.nullable(),
  created_at: Instant,
})

const AuditRecord = z.object({
  id: Id,
  at: Instant,
  /** The tool or the operator's command. */
  action: z.string(),
  user_id: Id,
  credential: Credential,
  surface: z.enum(['mcp', 'rest', 'stdio', 'cli', 'control']),
  client: z.string().optional(),
  request_id: z.string(),
  account_id: Id,
  /** What it was done to, as people name it: `acme/app`, a token's id, a handle. */
  target: z.string(),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
})

export type UserRecord = z.infer<typeof UserRecord>
export type AccountRecord = z.infer<typeof AccountRecord>
export type TokenRecord = z.infer<typeof TokenRecord>
export type AuditRecord = z.infer<typeof AuditRecord>

export const identityCollections = {
  users: collection({
    schema: UserRecord,
    unique: { handle: user => user.handle },
    index: {},
    order: user => user.handle,
  }),
  accounts: collection({
    schema: AccountRecord,
    unique: { handle: account => account.handle },
    index: { owner: account => account.owner_id },
    order: account => account.handle,
  }),
  memberships: collection({
    schema: MembershipRecord,
    unique: { pair: member => key(member.account_id, member.user_id) },
    index: { user: member => member.user_id, account: member => member.account_id },
  }),
  tokens: collection({
    schema: TokenRecord,
    unique: { hash: token => token.hash },
    index: {
      active: token => (token.revoked_at === null ? token.user_id : undefined),
      parent: token => token.parent_id,
    },
    order: token => token.created_at,
  }),
}

export const identityLogs = {
  audit: log({ schema: AuditRecord, index: { account: event => event.account_id, user: event => event.user_id } }),
}
