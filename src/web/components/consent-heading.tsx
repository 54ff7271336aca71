import type { Offer } from '../../auth/oauth/consent.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { ClientRecord, GrantRecord } from '../../store/records/authorization.ts'

interface Asking {
  readonly client: Frozen<ClientRecord>
  readonly grant: Frozen<GrantRecord> | undefined
  readonly offer: Offer
}

/** A program that is connected is not asked about as if it were not. */
const isMore = ({ grant, offer }: Asking): boolean => grant !== undefined && offer.scopes.length > 0

export const consentTitle = (asking: Asking): string =>
  isMore(asking) ? `Allow ${asking.client.name} more` : `Connect ${asking.client.name}`

/** The question of a consent page; `where` follows on the name of a program that is new. */
export function ConsentHeading({ where = '', ...asking }: Asking & { readonly where?: string }) {
  const name = <bdi>{asking.client.name}</bdi>
  if (isMore(asking)) return <>Allow {name} more?</>
  return (
    <>
      Connect {name}
      {where}?
    </>
  )
}
