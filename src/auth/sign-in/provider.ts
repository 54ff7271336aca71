import type { ProviderConfig } from '../../config.ts'
import type { SignInFault } from './sign-in-fault.ts'
import type { SignInSecrets } from './sign-ins.ts'

/** A user as a provider verified them, with only the data that the sign-in rules need. */
export interface VerifiedIdentity {
  readonly provider: ProviderConfig['kind']
  /** The URL of the provider, so that IDs of different servers never match. */
  readonly issuer: string
  /** The immutable ID of the user at the provider. */
  readonly subject: string
  /** The current username at the provider. */
  readonly login: string
  /** Organizations or groups at the provider, in lower case. For GitHub, only those in a rule. */
  readonly groups: readonly string[]
  /** The domains of verified e-mail addresses, in lower case. The addresses are not kept. */
  readonly domains: readonly string[]
}

/** A sign-in provider. Its tokens are used at once and never stored. */
export interface Provider {
  /** Returns why the provider cannot sign users in, by its public metadata; undefined if it can. */
  readonly check: () => Promise<SignInFault | undefined>
  /** The URL at the provider to redirect the browser to. */
  readonly begin: (
    secrets: SignInSecrets,
    redirectUri: string,
  ) => Promise<{ readonly location: URL } | { readonly fault: SignInFault }>
  /** The verified identity, from the parameters of the callback. */
  readonly finish: (
    secrets: SignInSecrets,
    redirectUri: string,
    answer: URLSearchParams,
  ) => Promise<{ readonly identity: VerifiedIdentity } | { readonly fault: SignInFault }>
}
