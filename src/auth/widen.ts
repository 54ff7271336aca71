import type { Credential } from './principal.ts'

/** More than this is said once, where the missing scopes are listed. */
const MOST_NAMES = 3

/** How the holder of a credential comes to scopes that it does not carry: what a refusal says as its fix. */
export function howToWiden(credential: Credential, scopes: readonly string[]): string {
  const names = scopes.length > MOST_NAMES ? 'the ones you need' : scopes.join(' ')
  switch (credential.kind) {
    case 'token':
      return `Make a new token with ${names}; the scopes of a token cannot change.`
    case 'grant':
      return `Ask the person who connected this client to allow ${names}.`
    case 'session':
      return 'Sign in again: a session carries every scope.'
    case 'stdio':
      return `Start the process with --scopes all, or with a list that has ${names}.`
    case 'control':
      return `Give --scopes a list that has ${names}.`
  }
}
