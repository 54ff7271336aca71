import type { Frozen } from '../../store/frozen.ts'
import type { UserRecord } from '../../store/records/identity.ts'
import type { Reader } from '../../store/store.ts'
import type { Scope } from './scopes.ts'

/** The credential of a principal. `stdio` and `control` are processes of the machine's operator and act like a session. */
export type Credential =
  | {
      readonly kind: 'token'
      readonly id: string
      readonly prefix: string
      /** The grant from which it was created, directly or through other tokens; absent if there is none. */
      readonly grant?: string
      /** The organization of the token; absent for a personal account. */
      readonly organization?: string
    }
  /** An access token of an OAuth grant. */
  | {
      readonly kind: 'grant'
      readonly id: string
      readonly tokenId: string
      readonly clientId: string
      readonly clientName: string
      /** Whether the client requested fewer scopes than the grant has. Scopes added to the grant do not apply to this access token. */
      readonly narrowed: boolean
    }
  /** A signed-in browser. */
  | { readonly kind: 'session'; readonly id: string }
  | { readonly kind: 'stdio' }
  | { readonly kind: 'control' }

/** The accounts that a credential may use, at most those of its user. */
export type Reach = 'all' | { readonly accounts: ReadonlySet<string> }

/** The caller: a user with a credential, limited by its scopes, reach and lifetime. */
export interface Principal {
  readonly user: Frozen<UserRecord>
  readonly credential: Credential
  readonly scopes: ReadonlySet<Scope>
  readonly reach: Reach
  /** Latest expiration of tokens that this principal creates, in RFC 3339; null without a limit. */
  readonly expiresAt: string | null
}

/** The collections that the policy reads: of a transaction or of the store's reader. */
export type PolicyReader = Pick<
  Reader,
  'users' | 'accounts' | 'memberships' | 'tokens' | 'sessions' | 'grants' | 'families' | 'access_tokens' | 'clients'
>

/** A short name for a credential in records: `token:<id>`, `grant:<id>` or `stdio`. */
export const credentialName = (credential: Credential): string =>
  'id' in credential ? `${credential.kind}:${credential.id}` : credential.kind

/** A credential as stored in records. */
export const credentialRecord = (credential: Credential): { kind: Credential['kind']; id?: string } =>
  'id' in credential ? { kind: credential.kind, id: credential.id } : { kind: credential.kind }

/** Returns whether a user acts, not a program: true only for a browser session. */
export const isInteractive = ({ credential }: Pick<Principal, 'credential'>): boolean => credential.kind === 'session'

export const isOrganizationToken = ({ credential }: Pick<Principal, 'credential'>): boolean =>
  credential.kind === 'token' && credential.organization !== undefined

/** The grant of an app, or the grant of the app that created an account token. */
export const getGrantId = ({ credential }: Pick<Principal, 'credential'>): string | undefined => {
  if (credential.kind === 'token') return credential.grant
  return credential.kind === 'grant' ? credential.id : undefined
}

export const reaches = ({ reach }: Pick<Principal, 'reach'>, accountId: string): boolean =>
  reach === 'all' || reach.accounts.has(accountId)
