import { approvalLink } from '../oauth/grants/approval-link.ts'
import type { Credential } from './principal.ts'

/** Maximum scopes that the fix names. */
const MAX_NAMED_SCOPES = 3

/** Returns the fix of an `insufficient_scope` error: how to get the missing scopes with this kind of credential. */
export function insufficientScopeFix(credential: Credential, scopes: readonly string[], baseUrl: string): string {
  const isMany = scopes.length > MAX_NAMED_SCOPES
  const names = isMany ? 'the ones you need' : scopes.join(' ')
  switch (credential.kind) {
    case 'token':
      return `Create a new token with ${names}. The scopes of a token can't change.`
    case 'grant': {
      const link = approvalLink(baseUrl, credential.id, isMany ? [] : scopes)
      const ask = isMany
        ? `Ask your user to approve the ones you need. Append their names, joined by +, to this URL: ${link}`
        : `Ask your user to approve ${names} at ${link} and then call again.`
      // No page can widen a token that the client itself narrowed.
      return credential.narrowed ? `Refresh the access token without scope. If that is not enough: ${ask}` : ask
    }
    case 'session':
      return 'Sign in again: a session has every scope.'
    case 'stdio':
      return `Start the process with --scopes all, or with a list that includes ${names}.`
    case 'control':
      return `Pass a list to --scopes that includes ${names}.`
  }
}
