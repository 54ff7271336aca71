import { describeRedirect, isCustomScheme } from '../../auth/oauth/clients/redirect-uris.ts'
import { ButtonLink } from '../components/button.tsx'

interface ClientLinkProps {
  /** The redirect URI of the client. */
  readonly redirectUri: string
  /** The redirect URI with the response. */
  readonly address: string
}

/** A link to a client that shows its destination. */
export function ClientLink({ redirectUri, address }: ClientLinkProps) {
  return (
    <ButtonLink href={address}>
      <span>
        {isCustomScheme(redirectUri) ? 'Open' : 'Continue to'} {describeRedirect(redirectUri)}
      </span>
    </ButtonLink>
  )
}
