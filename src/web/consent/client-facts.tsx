import type { Frozen } from '../../store/frozen.ts'
import type { ClientRecord, GrantRecord } from '../../store/records/authorization.ts'
import { Time } from '../format/time.tsx'
import { Fact } from '../forms/facts.tsx'
import { rich, t } from '../i18n/t.ts'

interface ClientProps {
  readonly client: Frozen<ClientRecord>
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

/** Facts of an app that few users need, collapsed. */
export function ClientDetails({ client, grant }: ClientProps & { readonly grant: Frozen<GrantRecord> | undefined }) {
  return (
    <details>
      <summary>{t('consent.about.title')}</summary>
      <dl class="facts">
        <Fact term={t('consent.about.identity')}>
          {client.kind === 'document' ? <code>{client.id}</code> : <SelfRegistered client={client} />}
        </Fact>
        <Fact term={t('consent.about.status')}>
          {grant === undefined
            ? t('consent.about.not_connected')
            : rich('consent.about.connected', {
                connected: <Time at={grant.created_at} />,
                used: <Time at={grant.last_used_at} />,
              })}
        </Fact>
      </dl>
    </details>
  )
}

/** The claimed name of an app and its proof, as rows of `facts`. */
export function ClientIdentity({ client }: ClientProps) {
  return (
    <>
      <Fact term={t('consent.about.app')}>
        <strong>
          <bdi>{client.name}</bdi>
        </strong>{' '}
        <UnverifiedName />
      </Fact>
      <Fact term={t('consent.about.identity')}>
        {client.kind === 'document' ? (
          <>
            <DocumentHost client={client} /> <code>{client.id}</code>
          </>
        ) : (
          <SelfRegistered client={client} />
        )}
      </Fact>
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

const SelfRegistered = ({ client }: ClientProps) => (
  <>{rich('consent.about.self_registered', { time: <Time at={client.created_at} /> })}</>
)
