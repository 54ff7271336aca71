import type { Frozen } from '../../store/frozen.ts'
import type { UserRecord } from '../../store/records/identity.ts'
import type { Reader } from '../../store/store.ts'
import type { Scope } from './scopes.ts'

/** Through what a principal acts. `stdio` and `control` are processes of the machine's own operator: they act as a session does. */
export type Credential =
  | {
      readonly kind: 'token'
      readonly id: string
      readonly prefix: string
      /** The grant that it came from, also through other tokens; absent = none. */
      readonly grant?: string
      /** The organization that it was made on; absent = a personal account. */
      readonly organization?: string
    }
  /** An access token of an OAuth grant. */
  | {
      readonly kind: 'grant'
      readonly id: string
      readonly tokenId: string
      readonly clientId: string
      readonly clientName: string
      /** Narrower than the grant because the client asked for less: an added scope does not reach this access token. */
      readonly narrowed: boolean
    }
  /** A person in a browser. */
  | { readonly kind: 'session'; readonly id: string }
  | { readonly kind: 'stdio' }
  | { readonly kind: 'control' }

/** The accounts that a credential reaches at most, whatever its user could. */
export type Reach = 'all' | { readonly accounts: ReadonlySet<string> }

/** Who is calling: a user, through a credential, bounded by its scopes, its reach and its lifetime. */
export interface Principal {
  readonly user: Frozen<UserRecord>
  readonly credential: Credential
  readonly scopes: ReadonlySet<Scope>
  readonly reach: Reach
  /** When a token that this principal makes has to end at the latest, in RFC 3339; null = never. */
  readonly expiresAt: string | null
}

/** What policy needs to read: a transaction or the store's reader. */
export type PolicyReader = Pick<
  Reader,
  'users' | 'accounts' | 'memberships' | 'tokens' | 'sessions' | 'grants' | 'families' | 'access_tokens' | 'clients'
>

/** A short name for a credential in records: `token:<id>`, `grant:<id>` or `stdio`. */
export const credentialName = (credential: Credential): string =>
  'id' in credential ? `${credential.kind}:${credential.id}` : credential.kind

/** A credential as records name it. */
export const credentialRecord = (credential: Credential): { kind: Credential['kind']; id?: string } =>
  'id' in credential ? { kind: credential.kind, id: credential.id } : { kind: credential.kind }

/** Whether a person acts and not a program: only a browser session is one's own hand. */
export const isInteractive = ({ credential }: Pick<Principal, 'credential'>): boolean => credential.kind === 'session'

/** Whether the credential belongs to an organization and not to its user's whole self. */
export const isOrganizationToken = ({ credential }: Pick<Principal, 'credential'>): boolean =>
  credential.kind === 'token' && credential.organization !== undefined

/** The grant that a credential came from: an app's own, or that of the app that made the token. */
export const getGrantId = ({ credential }: Pick<Principal, 'credential'>): string | undefined => {
  if (credential.kind === 'token') return credential.grant
  return credential.kind === 'grant' ? credential.id : undefined
}

export const reaches = ({ reach }: Pick<Principal, 'reach'>, accountId: string): boolean =>
  reach === 'all' || reach.accounts.has(accountId)
