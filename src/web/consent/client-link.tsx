import { isCustomScheme } from '../../auth/oauth/clients/redirect-uris.ts'
import { ButtonLink } from '../components/button.tsx'
import { formatRedirectPlace } from '../format/redirect-place.ts'
import { t } from '../i18n/t.ts'

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
        {t(isCustomScheme(redirectUri) ? 'consent.link.open' : 'consent.link.continue', {
          place: formatRedirectPlace(redirectUri),
        })}
      </span>
    </ButtonLink>
  )
}
