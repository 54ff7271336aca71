import { describeRedirect } from '../../auth/oauth/clients/redirect-uris.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { GrantRecord } from '../../store/records/authorization.ts'

/** Describes where the consents of an app redirected to. */
export function describeRedirectPlaces({ consents }: Pick<Frozen<GrantRecord>, 'consents'>): string {
  const places = consents.map(({ redirect }) => describeRedirect(redirect))
  return places.length === 0 ? 'a device without a browser' : places.join(', ')
}
