import type { Frozen } from '../../store/frozen.ts'
import type { ClientRecord, GrantRecord } from '../../store/records/authorization.ts'
import { Time } from '../format/time.tsx'
import { rich, t } from '../i18n/t.ts'

interface ClientProps {
  readonly client: Frozen<ClientRecord>
  readonly now: Date
}

interface ClientBadgesProps {
  readonly client: Frozen<ClientRecord>
  /** Whether the request is from a device. A device can claim the URL of any document, because no redirect URI proves it. */
  readonly isDevice?: boolean
}

/** Badges for the verified facts of an app, next to its name in the heading. */
export const ClientBadges = ({ client, isDevice = false }: ClientBadgesProps) => (
  <>
    <UnverifiedName />
    {client.kind === 'document' && (
      <>
        {' '}
        <DocumentHost client={client} isDevice={isDevice} />
      </>
    )}
  </>
)

interface ClientDetailsProps extends ClientProps {
  readonly grant: Frozen<GrantRecord> | undefined
}

/** Facts of an app that few users need, collapsed. */
export function ClientDetails({ client, grant, now }: ClientDetailsProps) {
  return (
    <details>
      <summary>{t('consent.about.title')}</summary>
      <dl class="facts">
        <dt>{t('consent.about.identity')}</dt>
        <dd>{client.kind === 'document' ? <code>{client.id}</code> : <SelfRegistered client={client} now={now} />}</dd>
        <dt>{t('consent.about.status')}</dt>
        <dd>
          {grant === undefined
            ? t('consent.about.not_connected')
            : rich('consent.about.connected', {
                connected: <Time at={grant.created_at} now={now} />,
                used: <Time at={grant.last_used_at} now={now} />,
              })}
        </dd>
      </dl>
    </details>
  )
}

/** The claimed name of an app and its proof, as rows of `facts`. */
export function ClientIdentity({ client, now }: ClientProps) {
  return (
    <>
      <dt>{t('consent.about.app')}</dt>
      <dd>
        <strong>
          <bdi>{client.name}</bdi>
        </strong>{' '}
        <UnverifiedName />
      </dd>
      <dt>{t('consent.about.identity')}</dt>
      <dd>
        {client.kind === 'document' ? (
          <>
            <DocumentHost client={client} /> <code>{client.id}</code>
          </>
        ) : (
          <SelfRegistered client={client} now={now} />
        )}
      </dd>
    </>
  )
}

const UnverifiedName = () => <span class="badge warning">{t('consent.about.unverified')}</span>

const DocumentHost = ({ client, isDevice = false }: ClientBadgesProps) => (
  <>
    <strong>{new URL(client.id).host}</strong>{' '}
    {isDevice ? (
      <span class="badge warning">{t('consent.about.claimed')}</span>
    ) : (
      <span class="badge good">{t('consent.about.verified')}</span>
    )}
  </>
)

const SelfRegistered = ({ client, now }: ClientProps) => (
  <>{rich('consent.about.self_registered', { time: <Time at={client.created_at} now={now} /> })}</>
)
