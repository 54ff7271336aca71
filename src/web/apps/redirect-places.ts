import type { Frozen } from '../../store/frozen.ts'
import type { GrantRecord } from '../../store/records/authorization.ts'
import { formatRedirectPlace } from '../format/redirect-place.ts'
import { listFormat } from '../i18n/formats.ts'
import { t } from '../i18n/t.ts'

/** Lists the redirect targets of an app's consents. */
export function describeRedirectPlaces({ consents }: Pick<Frozen<GrantRecord>, 'consents'>): string {
  const places = consents.map(({ redirect }) => formatRedirectPlace(redirect))
  return places.length === 0 ? t('apps.redirect.device') : listFormat().format(places)
}
