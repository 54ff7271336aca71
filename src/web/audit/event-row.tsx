import { type ComponentChildren, Fragment } from 'preact'
import type { AuditView } from '../../tools/audit/view.ts'
import { ToolText } from '../components/tool-text.tsx'
import { browserName } from '../format/browser-name.ts'
import { isMessageKey } from '../i18n/catalog.ts'
import { rich, t } from '../i18n/t.ts'
import { describeEvent } from './event-sentence.ts'

interface RowProps {
  /** Handle of the reader. */
  readonly me: string
  readonly event: AuditView
  /** Row number on the page, from 1. */
  readonly place: number
}

/** An event. Its sentence opens the details. */
export function EventRow({ me, event, place }: RowProps) {
  const { at, by, surface, changes = {} } = event
  const isMine = by === me
  const { key, object, statedFacts, statedChanges } = describeEvent(event, isMine)
  const shownChanges = Object.entries(changes).filter(([field]) => !statedChanges.includes(field))
  return (
    <tr class="event">
      <td>
        <time dateTime={at} title={`${at.replace('T', ' ').slice(0, 19)} UTC`}>
          {at.slice(11, 16)}
        </time>
      </td>
      <td>
        <details>
          <summary>
            {rich(key, {
              actor: isMine ? name => <Actor name={name} /> : <Actor name={by ?? unknownActor(event)} />,
              object: <code>{object}</code>,
            })}
            {shownChanges.map(([field, { from, to }]) => (
              <span key={field} class="hint">
                {rich('audit.change.field', {
                  field: <FieldName name={field} />,
                  change: <Change from={from} to={to} />,
                })}
              </span>
            ))}
            <span class="unseen">{t('audit.place', { place })}</span>
          </summary>
          <EventDetails event={event} statedFacts={statedFacts} />
        </details>
      </td>
      <td class="wide">
        {surfaceLabel(surface)}
        <span class="hint">
          <Credential event={event} />
        </span>
      </td>
    </tr>
  )
}

const Actor = ({ name }: { readonly name: ComponentChildren }) => (
  <strong>
    <bdi>{name}</bdi>
  </strong>
)

/** Names the actor if no user is known. */
function unknownActor({ through, action }: AuditView): string {
  if (action === 'webhook_disabled') return t('audit.actors.server')
  return through?.kind === 'control' ? t('audit.actors.operator') : t('audit.actors.someone')
}

/** The facts of an event, and its names in programs and in the server's log. */
function EventDetails({ event, statedFacts }: { readonly event: AuditView; readonly statedFacts: readonly string[] }) {
  const { at, action, account, target, through, surface, client, request_id, detail = {} } = event
  const facts = Object.entries(detail).filter(
    ([name, fact]) => fact !== '' && fact !== false && !statedFacts.includes(name),
  )
  return (
    <dl class="facts">
      {facts.map(([name, fact]) => (
        <Fragment key={name}>
          <dt>
            <FieldName name={name} />
          </dt>
          <dd>
            <Fact of={fact} />
          </dd>
        </Fragment>
      ))}
      {account !== undefined && (
        <>
          <dt>{t('audit.facts.account')}</dt>
          <dd>{account}</dd>
        </>
      )}
      {target !== '' && (
        <>
          <dt>{t('audit.facts.target')}</dt>
          <dd>
            <code>{target}</code>
          </dd>
        </>
      )}
      <dt>{t('audit.facts.time')}</dt>
      <dd>{at.replace('T', ' ').replace('Z', ' UTC')}</dd>
      <dt>{t('audit.facts.source')}</dt>
      <dd>
        {surfaceLabel(surface)}
        {describeCredential(event) !== undefined && ' · '}
        <Credential event={event} /> {through?.prefix !== undefined && <code>{through.prefix}</code>}
      </dd>
      {client !== undefined && (
        <>
          <dt>{t('audit.facts.client')}</dt>
          <dd>
            <bdi>{client}</bdi>
          </dd>
        </>
      )}
      <dt>{t('audit.facts.action')}</dt>
      <dd>
        <code>{action}</code>
      </dd>
      <dt>{t('audit.facts.request_id')}</dt>
      <dd>
        <code>{request_id}</code>
      </dd>
    </dl>
  )
}

function Credential({ event }: { readonly event: AuditView }) {
  const credential = describeCredential(event)
  if (credential === undefined) return null
  return (
    <>
      {credential.kind === undefined ? (
        <bdi>{credential.name}</bdi>
      ) : (
        rich(`audit.credentials.${credential.kind}`, { name: <bdi>{credential.name}</bdi> })
      )}
    </>
  )
}

type Value = string | number | boolean | null

/** Omits an empty value before or after the change. */
function Change({ from, to }: { readonly from: Value; readonly to: Value }) {
  if (isEmpty(from)) return <Fact of={to} />
  return (
    <>
      {rich(isEmpty(to) ? 'audit.change.removed' : 'audit.change.changed', {
        from: <Fact of={from} />,
        to: <Fact of={to} />,
      })}
    </>
  )
}

const isEmpty = (value: Value): boolean => value === null || value === ''

/** The name of a field. Those that no message names are English, as programs read them. */
function FieldName({ name }: { readonly name: string }) {
  const key = `audit.fields.${name}`
  return isMessageKey(key) ? <>{t(key)}</> : <ToolText>{name.replaceAll('_', ' ')}</ToolText>
}

function Fact({ of }: { readonly of: Value }) {
  if (isEmpty(of)) return <>{t('audit.values.none')}</>
  if (typeof of === 'boolean') return <>{t(of ? 'audit.values.yes' : 'audit.values.no')}</>
  const isInstant = typeof of === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(of)
  return <bdi>{isInstant ? `${of.slice(0, 16).replace('T', ' ')} UTC` : of}</bdi>
}

/** Where an event came from. */
export const surfaceLabel = (surface: AuditView['surface']): string => t(`audit.surfaces.${surface}`)

interface EventCredential {
  /** Absent if the name includes it. */
  readonly kind?: 'token' | 'app'
  readonly name: string
}

/** The token, app, browser or program behind an event; undefined if the surface already identifies it. */
function describeCredential({ through, surface, client }: AuditView): EventCredential | undefined {
  if (through?.kind === 'token') return { kind: 'token', name: through.name ?? through.id ?? '' }
  if (through?.kind === 'grant') return { kind: 'app', name: through.name ?? through.id ?? '' }
  if (through?.kind === 'control') return undefined
  if (surface === 'web') return { name: browserName(client) }
  return client === undefined ? undefined : { name: client }
}
