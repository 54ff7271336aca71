import type { ComponentChildren } from 'preact'
import type { Frozen } from '../../store/frozen.ts'
import type { ClientRecord, GrantRecord } from '../../store/records/authorization.ts'
import { Time } from '../format/time.tsx'

interface ClientFactsProps {
  readonly client: Frozen<ClientRecord>
  readonly grant: Frozen<GrantRecord> | undefined
  readonly now: Date
  /** Whether a device asks, which can use the address of any document: no redirect URI of its site gets the answer. */
  readonly isDevice?: boolean
  /** More rows. */
  readonly children?: ComponentChildren
}

/** What is known of a program that asks a person for access. */
export function ClientFacts({ client, grant, now, isDevice = false, children }: ClientFactsProps) {
  return (
    <dl class="facts">
      <ClientIdentity client={client} now={now} isDevice={isDevice} />
      <dt>Before</dt>
      <dd>
        {grant === undefined ? (
          'You have not connected it yet.'
        ) : (
          <>
            Connected <Time at={grant.created_at} now={now} />, last used <Time at={grant.last_used_at} now={now} />.
          </>
        )}
      </dd>
      {children}
    </dl>
  )
}

/** Who a program says it is, and what proves it: rows of `facts`. */
export function ClientIdentity({
  client,
  now,
  isDevice = false,
}: Pick<ClientFactsProps, 'client' | 'now' | 'isDevice'>) {
  return (
    <>
      <dt>App</dt>
      <dd>
        <strong>
          <bdi>{client.name}</bdi>
        </strong>{' '}
        <span class="badge warning">unverified name</span>
      </dd>
      <dt>Known from</dt>
      <dd>
        {client.kind === 'document' ? (
          <>
            <strong>{new URL(client.id).host}</strong>{' '}
            {isDevice ? (
              <span class="badge warning">any device can say this</span>
            ) : (
              <span class="badge good">verified domain</span>
            )}{' '}
            <code>{client.id}</code>
          </>
        ) : (
          <>
            It registered itself here <Time at={client.created_at} now={now} />. Anybody can, under any name.
          </>
        )}
      </dd>
    </>
  )
}
