import type { ComponentChildren } from 'preact'
import type { Frozen } from '../../store/frozen.ts'
import type { ClientRecord, GrantRecord } from '../../store/records/authorization.ts'
import { Time } from '../format/time.tsx'

interface ClientFactsProps {
  readonly client: Frozen<ClientRecord>
  readonly grant: Frozen<GrantRecord> | undefined
  readonly now: Date
  /** Whether a device asks. A device can claim the address of any document, because no redirect URI proves it. */
  readonly isDevice?: boolean
  /** More rows. */
  readonly children?: ComponentChildren
}

/** The facts of an app that asks for access. */
export function ClientFacts({ client, grant, now, isDevice = false, children }: ClientFactsProps) {
  return (
    <dl class="facts">
      <ClientIdentity client={client} now={now} isDevice={isDevice} />
      <dt>Status</dt>
      <dd>
        {grant === undefined ? (
          'Not connected yet'
        ) : (
          <>
            Connected <Time at={grant.created_at} now={now} />, last used <Time at={grant.last_used_at} now={now} />
          </>
        )}
      </dd>
      {children}
    </dl>
  )
}

/** The name that the app claims, and its proof: rows of `facts`. */
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
      <dt>Identity</dt>
      <dd>
        {client.kind === 'document' ? (
          <>
            <strong>{new URL(client.id).host}</strong>{' '}
            {isDevice ? (
              <span class="badge warning">any device can claim this</span>
            ) : (
              <span class="badge good">verified domain</span>
            )}{' '}
            <code>{client.id}</code>
          </>
        ) : (
          <>
            Registered itself <Time at={client.created_at} now={now} />. Any app can register under any name.
          </>
        )}
      </dd>
    </>
  )
}
