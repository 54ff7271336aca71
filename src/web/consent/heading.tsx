import type { Offer } from '../../auth/oauth/authorize/consent.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { ClientRecord, GrantRecord } from '../../store/records/authorization.ts'
import { rich, t } from '../i18n/t.ts'

interface ConsentHeadingProps {
  readonly client: Frozen<ClientRecord>
  readonly grant: Frozen<GrantRecord> | undefined
  readonly offer: Offer
}

/** Whether a connected app asks for more permissions. */
const asksForMore = ({ grant, offer }: ConsentHeadingProps): boolean => grant !== undefined && offer.scopes.length > 0

const titleKey = (asking: ConsentHeadingProps) => (asksForMore(asking) ? 'consent.title_more' : 'consent.title')

export const consentTitle = (asking: ConsentHeadingProps): string => t(titleKey(asking), { app: asking.client.name })

/** The heading of a consent page. */
export const ConsentHeading = (asking: ConsentHeadingProps) => (
  <>{rich(titleKey(asking), { app: <bdi>{asking.client.name}</bdi> })}</>
)
