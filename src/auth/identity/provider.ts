import type { ProviderConfig } from '../../config.ts'
import type { SignInFault } from './sign-in-fault.ts'
import type { SignInSecrets } from './sign-ins.ts'

/** Somebody as a provider proved them to us, and nothing beyond what the rules of this server ask for. */
export interface VerifiedIdentity {
  readonly provider: ProviderConfig['kind']
  /** The address of the provider: the ids of two servers are not taken for one another. */
  readonly issuer: string
  /** The immutable id there. */
  readonly subject: string
  /** What the person is called there today. */
  readonly login: string
  /** Organizations or groups there, in lower case: of GitHub those alone that a rule names. */
  readonly groups: readonly string[]
  /** The domains of verified e-mail addresses, in lower case; the addresses themselves go no further. */
  readonly domains: readonly string[]
}

/** A server by which people sign in. What it hands out is used at once and kept nowhere. */
export interface Provider {
  /** Where the browser goes to be asked. */
  readonly begin: (
    secrets: SignInSecrets,
    redirectUri: string,
  ) => Promise<{ readonly location: URL } | { readonly fault: SignInFault }>
  /** Who came back, by the parameters that the browser brought. */
  readonly finish: (
    secrets: SignInSecrets,
    redirectUri: string,
    answer: URLSearchParams,
  ) => Promise<{ readonly person: VerifiedIdentity } | { readonly fault: SignInFault }>
}
