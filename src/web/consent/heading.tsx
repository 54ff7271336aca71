import type { Offer } from '../../auth/oauth/authorize/consent.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { ClientRecord, GrantRecord } from '../../store/records/authorization.ts'

interface ConsentHeadingProps {
  readonly client: Frozen<ClientRecord>
  readonly grant: Frozen<GrantRecord> | undefined
  readonly offer: Offer
}

/** A program that is connected is not asked about as if it were not. */
const asksForMore = ({ grant, offer }: ConsentHeadingProps): boolean => grant !== undefined && offer.scopes.length > 0

export const consentTitle = (asking: ConsentHeadingProps): string =>
  asksForMore(asking) ? `Allow ${asking.client.name} more` : `Connect ${asking.client.name}`

/** The question of a consent page; `where` follows on the name of a program that is new. */
export function ConsentHeading({ where = '', ...asking }: ConsentHeadingProps & { readonly where?: string }) {
  const name = <bdi>{asking.client.name}</bdi>
  if (asksForMore(asking)) return <>Allow {name} more?</>
  return (
    <>
      Connect {name}
      {where}?
    </>
  )
}
