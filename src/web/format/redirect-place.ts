import { parseRedirectPlace } from '../../auth/oauth/clients/redirect-uris.ts'
import { t } from '../i18n/t.ts'

/** Names the destination of a redirect URI. */
export function formatRedirectPlace(uri: string): string {
  const place = parseRedirectPlace(uri)
  switch (place.kind) {
    case 'computer':
      return place.port === undefined
        ? t('apps.redirect.this_computer')
        : t('apps.redirect.this_computer_port', { port: place.port })
    case 'app':
      return t('apps.redirect.app', { scheme: place.scheme })
    case 'site':
      return place.origin
  }
}
