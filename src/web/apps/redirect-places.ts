import { describeRedirect } from '../../auth/oauth/clients/redirect-uris.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { GrantRecord } from '../../store/records/authorization.ts'

/** Lists the redirect targets of an app's consents. */
export function describeRedirectPlaces({ consents }: Pick<Frozen<GrantRecord>, 'consents'>): string {
  const places = consents.map(({ redirect }) => describeRedirect(redirect))
  return places.length === 0 ? 'a device without a browser' : places.join(', ')
}
