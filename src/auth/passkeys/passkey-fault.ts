/** The reason why a passkey was not accepted. `detail` is for the log: the rule that failed, never request data. */
export type PasskeyFault =
  /** The challenge was already used, has expired, or is of another browser or session. */
  | { readonly why: 'unknown_challenge' | 'other_browser' | 'expired' | 'other_session' }
  /** The answer of the browser is malformed, or proves nothing. */
  | { readonly why: 'unverified'; readonly detail: string }
  /** No user has this passkey. */
  | { readonly why: 'unknown_passkey' }
  /** The passkey belongs to another user than the one who confirms. */
  | { readonly why: 'other_user' }
  /** The counter went back, so a second authenticator may have the same key (WebAuthn 6.1.1). */
  | { readonly why: 'cloned' }
  /** An operator suspended the user. */
  | { readonly why: 'suspended' }
  /** `DRAGOMAN_ALLOWED` admits only identities at a provider. */
  | { readonly why: 'not_allowed' }
