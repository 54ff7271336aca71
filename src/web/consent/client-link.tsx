import { describeRedirect, isCustomScheme } from '../../auth/oauth/clients/redirect-uris.ts'
import { ButtonLink } from '../components/button.tsx'

interface ClientLinkProps {
  /** The redirect URI of the client. */
  readonly redirectUri: string
  /** The same with the answer. */
  readonly address: string
}

/** Leads to a client, and says where that is. */
export function ClientLink({ redirectUri, address }: ClientLinkProps) {
  return (
    <ButtonLink href={address}>
      <span>
        {isCustomScheme(redirectUri) ? 'Open' : 'Continue to'} {describeRedirect(redirectUri)}
      </span>
    </ButtonLink>
  )
}
