import type { SignInFault } from '../auth/identity/fault.ts'
import type { BegunSession } from './begin-session.ts'

/** What came of the answer of a provider. There is no session where the provider was added to a person. */
export type ProviderOutcome =
  | { readonly fault: SignInFault; readonly login?: string }
  | { readonly begun: BegunSession | undefined; readonly next: string }
