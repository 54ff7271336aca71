import type { AccountRecord, UserRecord } from '../store/records/identity.ts'
import type { Frozen, Reader } from '../store/store.ts'
import type { Scope } from './scopes.ts'

/** Through what a principal acts. `stdio` and `control` are processes of the machine's own operator: they act as a session does. */
export type Credential =
  | { readonly kind: 'token'; readonly id: string; readonly prefix: string }
  /** A person in a browser. */
  | { readonly kind: 'session'; readonly id: string }
  | { readonly kind: 'stdio' }
  | { readonly kind: 'control' }

/** Who is calling: a user, through a credential, bounded by its scopes, its reach and its lifetime. */
export interface Principal {
  readonly user: Frozen<UserRecord>
  readonly credential: Credential
  readonly scopes: ReadonlySet<Scope>
  /** `all` = every account that the user may see; else only this account (a token made on an organization). */
  readonly reach: 'all' | { readonly account: Frozen<AccountRecord> }
  /** When the credential ends by itself, in RFC 3339; null = never. */
  readonly expiresAt: string | null
}

/** What policy needs to read: a transaction or the store's reader. */
export type Lookup = Pick<Reader, 'users' | 'accounts' | 'memberships' | 'tokens'>

/** A short name for a credential in records: `token:<id>` or `stdio`. */
export const credentialName = (credential: Credential): string =>
  credential.kind === 'token' || credential.kind === 'session' ? `${credential.kind}:${credential.id}` : credential.kind

/** Whether a person acts and not a program: only a browser session is one's own hand. */
export const isPerson = ({ credential }: Pick<Principal, 'credential'>): boolean => credential.kind === 'session'
