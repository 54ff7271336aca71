import type { ClientRecord, GrantRecord } from '../../store/records/authorization.ts'
import type { Frozen } from '../../store/store.ts'
import { Day } from './day.tsx'

interface ClientCardProps {
  readonly client: Frozen<ClientRecord>
  readonly grant: Frozen<GrantRecord> | undefined
}

/** What is known of an app, and how: its name is its own word. */
export function ClientCard({ client, grant }: ClientCardProps) {
  return (
    <section class="client" aria-label="The app">
      <p>
        <strong>
          <bdi>{client.name}</bdi>
        </strong>{' '}
        <span class="badge">unverified name</span>
      </p>
      {client.kind === 'document' ? (
        <p class="hint">
          It is described by <strong>{new URL(client.id).host}</strong> (verified), at <code>{client.id}</code>.
        </p>
      ) : (
        <p class="hint">
          It registered itself here on <Day at={client.created_at} />. Anybody can register under any name.
        </p>
      )}
      <p class="hint">{history(grant)}</p>
    </section>
  )
}

function history(grant: Frozen<GrantRecord> | undefined) {
  if (grant === undefined) return 'You have not connected it before.'
  return (
    <>
      You first connected it on <Day at={grant.created_at} />;{' '}
      {grant.last_used_at === null ? (
        'it was never used.'
      ) : (
        <>
          it was last used on <Day at={grant.last_used_at} />.
        </>
      )}
    </>
  )
}
