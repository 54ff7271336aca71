import { z } from 'zod'
import { AUDIT_SURFACES } from './audit-surfaces.ts'
import { compoundKey, defineCollection, defineLog } from './define.ts'
import { Id, Instant, Provider, Sha256 } from './fields.ts'
import { getLookalikeKey } from './lookalikes.ts'

/** Scope names are plain strings, so that tokens stay valid when a scope is renamed. */
const ScopeNames = z.array(z.string())

/** The kinds of credentials: an account token, an OAuth grant, a browser session, or a process that the machine's operator runs. */
export const CREDENTIAL_KINDS = ['token', 'grant', 'session', 'stdio', 'control'] as const

/** The credential of an action. */
const Credential = z.object({ kind: z.enum(CREDENTIAL_KINDS), id: Id.optional() })

const UserRecord = z.object({
  id: Id,
  handle: z.string(),
  name: z.string(),
  /** The personal account of this user. */
  account_id: Id,
  operator: z.boolean(),
  /** The provider of the first sign-in, or `invitation` for a user who signed up with a passkey. Absent if an operator created the user. */
  came_by: z.enum([...Provider.options, 'invitation']).optional(),
  /** When an operator suspended the user. Sessions, grants and tokens of a suspended user do not work. */
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
  /** Limits that an operator set for this account, instead of the server's. */
  limits: z
    .object({
      projects: z.number().int(),
      strings: z.number().int(),
      bytes: z.number().int(),
      history: z.number().int(),
    })
    .partial()
    .optional(),
  /** Engines that cost money and that an operator enabled, with the budget of a calendar month (UTC) in micro-dollars. */
  engines: z.record(z.string(), z.object({ monthly_budget: z.number().int() })).optional(),
  /** When the organization was deleted. It can still be restored; until then, it and its content are inaccessible. */
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

/** An invitation to join an organization, for one user or for anyone with the link. */
const InvitationRecord = z.object({
  id: Id,
  /** SHA-256 of the secret part of the link. */
  hash: Sha256,
  account_id: Id,
  role: z.enum(['member', 'admin']),
  /** The only user who may answer: the invited user, or the one who signed up with the link. Absent for anyone with the link. */
  user_id: Id.optional(),
  /** Note of the inviting user, for the list of invitations. */
  note: z.string().optional(),
  invited_by: Id,
  created_at: Instant,
  expires_at: Instant,
  /** How it ended; absent while it is open. */
  ended: z
    .object({
      at: Instant,
      as: z.enum(['accepted', 'declined', 'revoked']),
      /** The user who answered or revoked it. */
      user_id: Id,
    })
    .optional(),
})

const TokenRecord = z.object({
  id: Id,
  /** SHA-256 of the whole value, in hexadecimal. The value itself is never stored. */
  hash: Sha256,
  /** `svca_` and four digits, to recognize the token. */
  prefix: z.string(),
  name: z.string(),
  description: z.string(),
  scopes: ScopeNames,
  user_id: Id,
  /** The account that it was created for. A personal one gives access to all accounts of the user, an organization only to itself. */
  account_id: Id,
  /** The token that created it. If that is revoked, this one is, too. */
  parent_id: Id.optional(),
  /** The grant that it was created with, directly or through other tokens. It ends with the grant and cannot access more. */
  grant_id: Id.optional(),
  /** The accounts to which its grant limits it; absent if `account_id` alone limits it. */
  accounts: z.array(Id).optional(),
  created_by: Credential,
  expires_at: Instant.nullable(),
  last_used_at: Instant.nullable(),
  /** IP address of its last use. */
  address: z.string().optional(),
  user_agent: z.string().optional(),
  revoked_at: Instant.nullable(),
  created_at: Instant,
})

/** A value in the audit log. */
const Fact = z.union([z.string(), z.number(), z.boolean()])

/** Details of an event. Must not contain secrets. */
export const AuditDetail = z.record(z.string(), Fact)

/** Changed fields, with the old and the new value; null if there is none. */
export const AuditChanges = z.record(z.string(), z.object({ from: Fact.nullable(), to: Fact.nullable() }))

const AuditRecord = z.object({
  id: Id,
  at: Instant,
  /** The tool, the operator command, or the event of sign-in or OAuth (`sign_in`, `grant_approved`, `refresh_reuse`). */
  action: z.string(),
  /** Absent if no user is signed in, for example when a client registers. */
  user_id: Id.optional(),
  /** Absent if a client acts for itself. */
  credential: Credential.optional(),
  surface: z.enum(AUDIT_SURFACES),
  client: z.string().optional(),
  request_id: z.string(),
  account_id: Id.optional(),
  /** The object of the action, as users name it: `acme/app`, a token's ID, a handle. */
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
      /** Like `active`, including revoked tokens. */
      user: token => token.user_id,
      /** The account that it was created for, unless revoked. */
      account: token => (token.revoked_at === null ? token.account_id : undefined),
      /** Like `account`, including revoked tokens. */
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
