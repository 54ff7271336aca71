import type { SignInFault } from '../../auth/identity/sign-in-fault.ts'
import type { SecretValue } from '../../auth/secrets.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { SessionRecord } from '../../store/records/sign-in.ts'
/** What came of the answer of a provider. There is no session where the provider was added to a person. */
export type ProviderOutcome =
  | { readonly fault: SignInFault; readonly login?: string }
  | { readonly begun: BegunSession | undefined; readonly next: string }

/** A sign-in that its browser is told of once it is saved. */
export interface BegunSession {
  readonly session: Frozen<SessionRecord>
  /** For the cookie of the session. */
  readonly value: SecretValue
  /** Whether the invitation that was opened here was that of whoever is signed out by it. */
  readonly leavesInvitation: boolean
}
