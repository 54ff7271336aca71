import type { SecretValue } from '../../auth/secrets.ts'
import type { SignInFault } from '../../auth/sign-in/sign-in-fault.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { SessionRecord } from '../../store/records/sign-in.ts'
/** The result of a provider's response. `begun` is undefined if a signed-in user connected the provider. */
export type ProviderOutcome =
  | { readonly fault: SignInFault; readonly login?: string }
  | { readonly begun: BegunSession | undefined; readonly next: string }

/** A new session. The browser gets its cookie once the session is saved. */
export interface BegunSession {
  readonly session: Frozen<SessionRecord>
  readonly value: SecretValue
  /** Whether the invitation opened in this browser belongs to the user that this sign-in signs out. */
  readonly leavesInvitation: boolean
}
