import { Fragment } from 'preact'
import type { AuditView } from '../../tools/audit/view.ts'
import { describeCredential, SURFACE_LABELS } from './event-origin.ts'
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
  const { said, about, ending, statedFacts, statedChanges } = describeEvent(event, isMine)
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
            <strong>
              <bdi>{isMine ? 'You' : (by ?? unknownActor(event))}</bdi>
            </strong>{' '}
            {said} {about !== undefined && <code>{about}</code>} {ending}
            {shownChanges.map(([field, { from, to }]) => (
              <span key={field} class="hint">
                {toWords(field)}: <Change from={from} to={to} />
              </span>
            ))}
            <span class="unseen">, event {place}</span>
          </summary>
          <EventDetails event={event} statedFacts={statedFacts} />
        </details>
      </td>
      <td class="wide">
        {SURFACE_LABELS[surface]}
        <span class="hint">
          <Credential event={event} />
        </span>
      </td>
    </tr>
  )
}

/** Names the actor if no user is known. */
function unknownActor({ through, action }: AuditView): string {
  if (action === 'webhook_disabled') return 'The server'
  return through?.kind === 'control' ? 'The server’s operator' : 'Someone'
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
          <dt>{capitalize(toWords(name))}</dt>
          <dd>
            <Fact of={fact} />
          </dd>
        </Fragment>
      ))}
      {account !== undefined && (
        <>
          <dt>Account</dt>
          <dd>{account}</dd>
        </>
      )}
      {target !== '' && (
        <>
          <dt>Target</dt>
          <dd>
            <code>{target}</code>
          </dd>
        </>
      )}
      <dt>Time</dt>
      <dd>{at.replace('T', ' ').replace('Z', ' UTC')}</dd>
      <dt>Source</dt>
      <dd>
        {SURFACE_LABELS[surface]}
        {describeCredential(event) !== undefined && ' · '}
        <Credential event={event} /> {through?.prefix !== undefined && <code>{through.prefix}</code>}
      </dd>
      {client !== undefined && (
        <>
          <dt>Client</dt>
          <dd>
            <bdi>{client}</bdi>
          </dd>
        </>
      )}
      <dt>Action</dt>
      <dd>
        <code>{action}</code>
      </dd>
      <dt>Request ID</dt>
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
      {credential.kind} <bdi>{credential.name}</bdi>
    </>
  )
}

type Value = string | number | boolean | null

/** Omits an empty value before or after the change. */
function Change({ from, to }: { readonly from: Value; readonly to: Value }) {
  if (isEmpty(from)) return <Fact of={to} />
  if (isEmpty(to)) {
    return (
      <>
        no longer <Fact of={from} />
      </>
    )
  }
  return (
    <>
      <Fact of={from} /> → <Fact of={to} />
    </>
  )
}

const isEmpty = (value: Value): boolean => value === null || value === ''

const toWords = (name: string): string => name.replaceAll('_', ' ')
const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

function Fact({ of }: { readonly of: Value }) {
  if (isEmpty(of)) return <>none</>
  if (typeof of === 'boolean') return <>{of ? 'yes' : 'no'}</>
  const isInstant = typeof of === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(of)
  return <bdi>{isInstant ? `${of.slice(0, 16).replace('T', ' ')} UTC` : of}</bdi>
}
