import { z } from 'zod'
import { compoundKey, defineCollection, defineLog } from './define.ts'
import { Id, Instant, Provider, Sha256 } from './fields.ts'
import { getLookalikeKey } from './lookalikes.ts'

/** Scope names are kept as text: a stored token outlives a renamed scope. */
const ScopeNames = z.array(z.string())

/** What can act: an account token, an OAuth grant, a browser session, or a process that the operator of the machine runs. */
export const CREDENTIAL_KINDS = ['token', 'grant', 'session', 'stdio', 'control'] as const

/** Which credential did something. */
const Credential = z.object({ kind: z.enum(CREDENTIAL_KINDS), id: Id.optional() })

const UserRecord = z.object({
  id: Id,
  handle: z.string(),
  name: z.string(),
  /** The personal account of this user. */
  account_id: Id,
  operator: z.boolean(),
  /** The provider by which the person came on their own; absent = made on the machine that runs the service. */
  came_by: Provider.optional(),
  /** Since when an operator keeps the person out: no session, grant or token of theirs works meanwhile. */
  suspended_at: Instant.optional(),
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
  /** What an operator allows this account instead of the limits of the server. */
  limits: z
    .object({
      projects: z.number().int(),
      strings: z.number().int(),
      bytes: z.number().int(),
      history: z.number().int(),
    })
    .partial()
    .optional(),
  /** An organization that was deleted and can still be restored: until then nobody reaches it or anything in it. */
  deleted_at: Instant.optional(),
  created_at: Instant,
})

const MembershipRecord = z.object({
  id: Id,
  account_id: Id,
  user_id: Id,
  role: z.enum(['member', 'admin']),
  created_at: Instant,
})

/** That a person may join an organization: whoever has the link, or one person alone. */
const InvitationRecord = z.object({
  id: Id,
  /** SHA-256 of the secret part of the link. */
  hash: Sha256,
  account_id: Id,
  role: z.enum(['member', 'admin']),
  /** Who alone may answer: whom it was made for, or who came to the service by its link. Absent = whoever has the link. */
  user_id: Id.optional(),
  /** What the inviting person wrote about it, for the list of invitations. */
  note: z.string().optional(),
  invited_by: Id,
  created_at: Instant,
  expires_at: Instant,
  /** Absent while it is open. */
  ended: z
    .object({
      at: Instant,
      as: z.enum(['accepted', 'declined', 'revoked']),
      /** Who answered or revoked it. */
      user_id: Id,
    })
    .optional(),
})

const TokenRecord = z.object({
  id: Id,
  /** SHA-256 of the whole value, in hexadecimal. The value itself is never stored. */
  hash: Sha256,
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
  /** The grant that it came from, also through other tokens: it dies with it, and reaches no more than it does. */
  grant_id: Id.optional(),
  /** Only these accounts, where the grant that made it reaches no others; absent = as `account_id` says. */
  accounts: z.array(Id).optional(),
  created_by: Credential,
  expires_at: Instant.nullable(),
  last_used_at: Instant.nullable(),
  /** From where it was last used. */
  address: z.string().optional(),
  user_agent: z.string().optional(),
  revoked_at: Instant.nullable(),
  created_at: Instant,
})

/** Where what is in the audit log came in. */
export const AUDIT_SURFACES = ['mcp', 'rest', 'stdio', 'cli', 'control', 'web', 'oauth'] as const

/** A small value, as the audit log keeps it. */
const Fact = z.union([z.string(), z.number(), z.boolean()])

/** Small facts about an event. No secret may be among them. */
export const AuditDetail = z.record(z.string(), Fact)

/** What was one thing and became another, by field; null = nothing. */
export const AuditChanges = z.record(z.string(), z.object({ from: Fact.nullable(), to: Fact.nullable() }))

const AuditRecord = z.object({
  id: Id,
  at: Instant,
  /** The tool, the operator's command, or what happened at sign-in and in the authorization server (`sign_in`, `grant_approved`, `refresh_reuse`). */
  action: z.string(),
  /** Absent when nobody has signed in yet: a client that registers. */
  user_id: Id.optional(),
  /** Absent when there was none: a client acts for itself. */
  credential: Credential.optional(),
  surface: z.enum(AUDIT_SURFACES),
  client: z.string().optional(),
  request_id: z.string(),
  account_id: Id.optional(),
  /** What it was done to, as people name it: `acme/app`, a token's id, a handle. */
  target: z.string(),
  detail: AuditDetail.optional(),
  changes: AuditChanges.optional(),
})

export type UserRecord = z.infer<typeof UserRecord>
export type AccountRecord = z.infer<typeof AccountRecord>
export type MembershipRecord = z.infer<typeof MembershipRecord>
export type InvitationRecord = z.infer<typeof InvitationRecord>
export type TokenRecord = z.infer<typeof TokenRecord>
export type AuditRecord = z.infer<typeof AuditRecord>

export const identityCollections = {
  users: defineCollection({
    schema: UserRecord,
    unique: { handle: user => user.handle },
    index: { operator: user => (user.operator ? '' : undefined), all: () => '' },
    order: user => user.handle,
  }),
  accounts: defineCollection({
    schema: AccountRecord,
    unique: { handle: account => account.handle },
    index: {
      owner: account => account.owner_id,
      deleted: account => (account.deleted_at === undefined ? undefined : ''),
      look: account => getLookalikeKey(account.handle),
      all: () => '',
    },
    order: account => account.handle,
  }),
  memberships: defineCollection({
    schema: MembershipRecord,
    unique: { pair: member => compoundKey(member.account_id, member.user_id) },
    index: { user: member => member.user_id, account: member => member.account_id },
  }),
  invitations: defineCollection({
    schema: InvitationRecord,
    unique: { hash: invitation => invitation.hash },
    index: {
      open: invitation => (invitation.ended === undefined ? invitation.account_id : undefined),
      account: invitation => invitation.account_id,
      mine: invitation => (invitation.ended === undefined ? invitation.user_id : undefined),
      all: () => '',
    },
    order: invitation => invitation.expires_at,
  }),
  tokens: defineCollection({
    schema: TokenRecord,
    unique: { hash: token => token.hash },
    index: {
      active: token => (token.revoked_at === null ? token.user_id : undefined),
      /** The same, also of revoked ones. */
      user: token => token.user_id,
      /** The account it was made on. */
      account: token => (token.revoked_at === null ? token.account_id : undefined),
      /** That account, also of revoked ones. */
      made_on: token => token.account_id,
      parent: token => token.parent_id,
      grant: token => token.grant_id,
    },
    order: token => token.created_at,
  }),
}

export const identityLogs = {
  audit: defineLog({
    schema: AuditRecord,
    index: { account: event => event.account_id, user: event => event.user_id, all: () => '' },
  }),
}
