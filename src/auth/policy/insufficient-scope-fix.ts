import type { CommandFormatter } from '../../errors.ts'
import { approvalLink } from '../oauth/grants/approval-link.ts'
import type { Principal } from './principal.ts'
import { ALL_SCOPES } from './scopes.ts'

/** Maximum scopes that the fix names. */
const MAX_NAMED_SCOPES = 3
/** Maximum scopes that a command lists. */
const MAX_LISTED_SCOPES = 4

/** Returns the fix of an `insufficient_scope` error: how the user can allow the missing scopes with this kind of credential. */
export function insufficientScopeFix(
  { credential, scopes: granted }: Pick<Principal, 'credential' | 'scopes'>,
  scopes: readonly string[],
  baseUrl: string,
  dragoman: CommandFormatter,
): string {
  const isMany = scopes.length > MAX_NAMED_SCOPES
  const names = isMany ? 'the ones you need' : scopes.join(' ')
  switch (credential.kind) {
    case 'token': {
      const wanted = ALL_SCOPES.filter(scope => granted.has(scope) || (!isMany && scopes.includes(scope)))
      const page = `${baseUrl}/account/tokens/new${isMany ? '' : `?scopes=${wanted.join('+')}`}`
      // A long list is in the link once.
      const list = isMany || wanted.length > MAX_LISTED_SCOPES ? 'SCOPES' : wanted.join(' ')
      const command = dragoman(`token create --name NAME --scopes "${list}"`)
      return `The scopes of a token can't change. Ask your user for a new token that has ${names}, too: at ${page} or with \`${command}\`.`
    }
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
      return `Ask your user to start the process with --scopes all, or with a list that includes ${names}.`
    case 'control':
      return `Pass a list to --scopes that includes ${names}.`
  }
}
