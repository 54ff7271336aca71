import type { Frozen } from '../../store/frozen.ts'
import type { AccountRecord, AuditRecord, UserRecord } from '../../store/records/identity.ts'
import type { Transaction } from '../../store/store.ts'
import type { Moment } from '../clock.ts'
import { type Credential, credentialRecord } from '../policy/principal.ts'
import { redactSecrets } from '../secrets.ts'

/** The origin of an event: its surface and request ID. */
export interface AuditContext extends Moment {
  readonly surface: AuditRecord['surface']
  readonly requestId: string
  /** The calling program, by its self-declared name. */
  readonly client?: string | undefined
}

/** Labels of the audit actions that are not tool calls. docs/audit.md lists their details. */
export const NON_TOOL_ACTIONS = {
  sign_in: 'Signed in',
  sign_in_refused: 'Failed to sign in',
  sign_out: 'Signed out',
  sign_out_everywhere: 'Signed out everywhere',
  identity_added: 'Added a way to sign in',
  identity_removed: 'Removed a way to sign in',
  passkey_created: 'Created a passkey',
  passkey_renamed: 'Renamed a passkey',
  passkey_removed: 'Removed a passkey',
  invitation_claimed: 'Joined the server with an invitation',
  person_created: 'Created a user',
  client_registered: 'Registered an OAuth client',
  grant_allowed: 'Connected an app',
  grant_denied: 'Denied access to an app',
  grant_widened: 'Added permissions to an app',
  grant_narrowed: 'Removed permissions from an app',
  device_allowed: 'Connected an app on a device',
  token_issued: 'Issued tokens to an app',
  token_revoked: 'Revoked tokens of an app',
  code_replay: 'Revoked tokens of an app: code reused',
  refresh_reuse: 'Revoked tokens of an app: refresh token reused',
  login_link_made: 'Created a sign-in link',
  restore: 'Restored a backup',
  webhook_disabled: 'Disabled a webhook that failed',
  'token create': 'Created an account token for a user',
  'token revoke': 'Revoked an account token of a user',
  'access grant': 'Granted access to an account',
  'access withdraw': 'Removed the access of an account',
  'quota set': 'Changed the limits of an account',
  'engines enable': 'Enabled a paid engine for an account',
  'engines disable': 'Disabled a paid engine for an account',
  'user suspend': 'Suspended a user',
  'user resume': 'Resumed a user',
} as const satisfies Readonly<Record<string, string>>

export type NonToolAction = keyof typeof NON_TOOL_ACTIONS

export interface AuditEvent {
  /** A tool call, by the name of the tool, or another action. */
  readonly action: NonToolAction | { readonly tool: string }
  /** The acting user; absent if no user is signed in. */
  readonly user?: Pick<Frozen<UserRecord>, 'id' | 'account_id'> | undefined
  readonly credential?: Credential | undefined
  /** The affected account; default: the personal account of the user. */
  readonly account?: Pick<Frozen<AccountRecord>, 'id'> | undefined
  readonly target: string
  readonly detail?: Facts | undefined
  readonly changes?: Changes | undefined
}

/** Details of an event. They must not contain secrets. */
export type Facts = Frozen<NonNullable<AuditRecord['detail']>>

/** Old and new value of each changed field; null if there is none. */
export type Changes = Frozen<NonNullable<AuditRecord['changes']>>

type Fact = Facts[string]

/** Returns the fields whose values differ; undefined if none do. A long text is recorded by its length only. */
export function diffFields<F extends string>(
  before: { readonly [K in NoInfer<F>]?: unknown },
  after: { readonly [K in NoInfer<F>]?: unknown },
  fields: readonly F[],
): Changes | undefined {
  const found = fields.flatMap(field => {
    const [from, to] = [toFact(before[field]), toFact(after[field])]
    return JSON.stringify(before[field]) === JSON.stringify(after[field]) ? [] : [[field, { from, to }] as const]
  })
  return found.length === 0 ? undefined : Object.fromEntries(found)
}

const MAX_FACT_LENGTH = 200

function toFact(value: unknown): Fact | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'number' || typeof value === 'boolean') return value
  const text = formatValue(value)
  return text.length > MAX_FACT_LENGTH ? `(${text.length} characters)` : text
}

/** Formats lists and settings for readers: `de, pl`, `max_length: off; plurals: error`. */
function formatValue(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(formatValue).join(', ')
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return Object.entries(value)
    .map(([name, one]) => `${name}: ${formatValue(one)}`)
    .join('; ')
}

/** Appends an event to the audit log, in the transaction of the change itself. Secrets in names are redacted. */
export async function recordEvent(tx: Transaction, event: AuditEvent, auditContext: AuditContext): Promise<void> {
  const { action, user, credential, target, detail, changes } = event
  const account = event.account?.id ?? user?.account_id
  await tx.audit.append({
    id: auditContext.newId(),
    at: auditContext.now.toISOString(),
    action: typeof action === 'string' ? action : action.tool,
    ...(user !== undefined && { user_id: user.id }),
    ...(credential !== undefined && { credential: credentialRecord(credential) }),
    surface: auditContext.surface,
    ...(auditContext.client !== undefined && { client: redactSecrets(auditContext.client) }),
    request_id: auditContext.requestId,
    ...(account !== undefined && { account_id: account }),
    target: redactSecrets(target),
    ...(detail !== undefined && { detail: mapFields(detail, redactFact) }),
    ...(changes !== undefined && {
      changes: mapFields(changes, ({ from, to }) => ({ from: redactFact(from), to: redactFact(to) })),
    }),
  })
}

const redactFact = <F extends Fact | null>(fact: F): F | string =>
  typeof fact === 'string' ? redactSecrets(fact) : fact

/** Maps each value and keeps the field names. */
export const mapFields = <T, U>(all: Readonly<Record<string, T>>, each: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(all).map(([name, value]) => [name, each(value)]))
