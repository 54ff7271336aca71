import type { Offer } from '../../auth/oauth/authorize/consent.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { ClientRecord, GrantRecord } from '../../store/records/authorization.ts'

interface ConsentHeadingProps {
  readonly client: Frozen<ClientRecord>
  readonly grant: Frozen<GrantRecord> | undefined
  readonly offer: Offer
}

/** Whether a connected app asks for more permissions. */
const asksForMore = ({ grant, offer }: ConsentHeadingProps): boolean => grant !== undefined && offer.scopes.length > 0

const consentWish = (asking: ConsentHeadingProps): string =>
  asksForMore(asking) ? 'wants more access to your account' : 'wants to access your account'

export const consentTitle = (asking: ConsentHeadingProps): string => `${asking.client.name} ${consentWish(asking)}`

/** The heading of a consent page. */
export const ConsentHeading = (asking: ConsentHeadingProps) => (
  <>
    <bdi>{asking.client.name}</bdi> {consentWish(asking)}
  </>
)
