import type { AccountRecord, AuditRecord, UserRecord } from '../store/records/identity.ts'
import type { Frozen, Transaction } from '../store/store.ts'
import type { Moment } from './clock.ts'
import { type Credential, credentialRecord } from './principal.ts'

/** Where an event comes from: the surface, and the request under which the log knows it. */
export interface Occasion extends Moment {
  readonly surface: AuditRecord['surface']
  readonly requestId: string
  /** The program that asked, as it names itself. */
  readonly client?: string | undefined
}

export interface AuditEvent {
  readonly action: string
  /** Who did it; absent when nobody has signed in. */
  readonly user?: Pick<Frozen<UserRecord>, 'id' | 'account_id'> | undefined
  readonly credential?: Credential | undefined
  /** The account that it was done to; default: the personal one of the user. */
  readonly account?: Pick<Frozen<AccountRecord>, 'id'> | undefined
  readonly target: string
  readonly detail?: Facts | undefined
  readonly changes?: Changes | undefined
}

type Fact = string | number | boolean

/** Small facts about an event. No secret may be among them. */
export type Facts = Readonly<Record<string, Fact>>

/** What was one thing and became another, by field; null = nothing. */
export type Changes = Readonly<Record<string, { readonly from: Fact | null; readonly to: Fact | null }>>

/** Those fields of which the value differs; undefined when there is none. A long text is named by its length alone. */
export function changesOf<T extends object>(
  before: T,
  after: T,
  fields: readonly (keyof T & string)[],
): Changes | undefined {
  const found = fields.flatMap(field => {
    const [from, to] = [factOf(before[field]), factOf(after[field])]
    return JSON.stringify(before[field]) === JSON.stringify(after[field]) ? [] : [[field, { from, to }] as const]
  })
  return found.length === 0 ? undefined : Object.fromEntries(found)
}

const LONGEST_FACT = 200

function factOf(value: unknown): Fact | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'number' || typeof value === 'boolean') return value
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > LONGEST_FACT ? `(${text.length} characters)` : text
}

/** Appends an event to the audit log, in the transaction that does what it tells of. No secret may be in it. */
export async function recordEvent(tx: Transaction, event: AuditEvent, occasion: Occasion): Promise<void> {
  const { action, user, credential, target, detail, changes } = event
  const account = event.account?.id ?? user?.account_id
  await tx.audit.append({
    id: occasion.newId(),
    at: occasion.now.toISOString(),
    action,
    ...(user !== undefined && { user_id: user.id }),
    ...(credential !== undefined && { credential: credentialRecord(credential) }),
    surface: occasion.surface,
    ...(occasion.client !== undefined && { client: occasion.client }),
    request_id: occasion.requestId,
    ...(account !== undefined && { account_id: account }),
    target,
    ...(detail !== undefined && { detail }),
    ...(changes !== undefined && { changes }),
  })
}
