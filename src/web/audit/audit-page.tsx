import type { AuditView } from '../../tools/audit/view.ts'
import { ButtonLink } from '../components/button.tsx'
import { Notice } from '../components/notice.tsx'
import { Paging } from '../components/paging.tsx'
import { browserName } from '../format/browser-name.ts'
import { formatRelativeTime, Time } from '../format/time.tsx'
import { requestPath, type Visit } from '../requests/visit.ts'
import { describeEvent } from './event-sentence.ts'
import { AuditFilter, parseAuditFilters, SURFACE_LABELS } from './filter.tsx'

interface AuditLogProps {
  readonly visit: Visit
  /** Handle of the person who looks. */
  readonly me: string
  readonly events: readonly AuditView[]
  readonly next: string | undefined
  /** Whether events of several accounts are listed. */
  readonly hasAccounts: boolean
  /** What stands here before anything was done. */
  readonly nothing: string
  /** Why the filter that was asked for is none. */
  readonly fault?: { readonly message: string; readonly fix?: string | undefined } | undefined
}

/** Who did what, newest first, with a filter and the way to all of it in one file. */
export function AuditLog({ visit, me, events, next, hasAccounts, nothing, fault }: AuditLogProps) {
  const wanted = new URLSearchParams(parseAuditFilters(visit, hasAccounts))
  const isFiltered = wanted.size > 0
  const isLater = visit.query.has('cursor')
  if (fault !== undefined) {
    return (
      <section class="card">
        <Notice kind="danger" title="Nothing was looked for" isFirst>
          <p>{fault.message}</p>
          {fault.fix !== undefined && <p>{fault.fix}</p>}
        </Notice>
        <AuditFilter visit={visit} hasAccounts={hasAccounts} />
        <Paging visit={visit} noun="events" next={undefined} />
      </section>
    )
  }
  if (events.length === 0 && !isFiltered && !isLater && next === undefined) {
    return (
      <section class="empty">
        <h2>No event yet</h2>
        <p>{nothing}</p>
      </section>
    )
  }
  return (
    <section class="card">
      <AuditFilter visit={visit} hasAccounts={hasAccounts} />
      {events.length === 0 && <p>{emptyMessage({ isFiltered, isLater, goesOn: next !== undefined })}</p>}
      {events.length > 0 && (
        <ul class="rows events">
          {events.map((event, index) => (
            <Row key={event.id} visit={visit} me={me} event={event} place={index + 1} />
          ))}
        </ul>
      )}
      <div class="split">
        <Paging visit={visit} noun="events" next={next} />
        <ButtonLink small href={`${requestPath(visit)}/export${isFiltered ? `?${wanted}` : ''}`}>
          Export as JSON lines
        </ButtonLink>
      </div>
    </section>
  )
}

interface EmptyListing {
  readonly isFiltered: boolean
  /** Whether newer events were shown before. */
  readonly isLater: boolean
  readonly goesOn: boolean
}

/** An event may leave the log after somebody was given the address by which it was listed. */
function emptyMessage({ isFiltered, isLater, goesOn }: EmptyListing): string {
  if (goesOn) return `None of the ${isLater ? 'next' : 'newest'} events is like that; older ones may be.`
  if (!isLater) return 'No event is like that.'
  return isFiltered ? 'No older event is like that.' : 'No older event is kept any more.'
}

interface RowProps {
  readonly visit: Visit
  readonly me: string
  readonly event: AuditView
  /** Which row of the page it is, from 1 on. */
  readonly place: number
}

function Row({ visit, me, event, place }: RowProps) {
  const { by, target, account, changes = {}, detail = {} } = event
  const isMine = by === me
  const { said, about, statedFacts } = describeEvent(event, isMine)
  const facts = Object.entries(detail).filter(
    ([name, fact]) => fact !== '' && fact !== false && !statedFacts.includes(name),
  )
  return (
    <li>
      <div class="event">
        <p>
          <strong>
            <bdi>{isMine ? 'You' : (by ?? unknownActor(event))}</bdi>
          </strong>{' '}
          {said} {about !== undefined && <code>{about}</code>}
        </p>
        {Object.entries(changes).map(([field, { from, to }]) => (
          <p key={field}>
            {toWords(field)}: <Change from={from} to={to} />
          </p>
        ))}
        {facts.length > 0 && (
          <p class="hint">
            {facts.map(([name, fact], index) => (
              <span key={name}>
                {index > 0 && ', '}
                {toWords(name)}: <Fact of={fact} />
              </span>
            ))}
          </p>
        )}
        <p class="hint">
          by <EventOrigin event={event} />
          {account !== undefined &&
            account !== by &&
            account !== target &&
            account !== about &&
            !target.startsWith(`${account}/`) && (
              <>
                {' '}
                in <bdi>{account}</bdi>
              </>
            )}
        </p>
      </div>
      <EventDetails event={event} place={place} now={visit.services.now()} />
    </li>
  )
}

/** Who acts when no person does. */
const unknownActor = ({ through }: AuditView): string =>
  through?.kind === 'control' ? 'The machine’s operator' : 'Somebody'

/** When it was, and by which names a program or the log of the server knows it. */
function EventDetails({ event, place, now }: Pick<RowProps, 'event' | 'place'> & { readonly now: Date }) {
  const { at, action, target, request_id } = event
  return (
    <details class="exactly">
      <summary class="hint" aria-label={`${formatRelativeTime(at, now)}: details of event ${place}`}>
        <Time at={at} now={now} />
      </summary>
      <p class="hint">
        {at.replace('T', ' ').replace('Z', ' UTC')}
        <br />
        {action} {target !== '' && <code>{target}</code>}
        <br />
        request <code>{request_id}</code>
      </p>
    </details>
  )
}

type Value = string | number | boolean | null

/** What was nothing before is what it is; what is nothing now is no longer what it was. */
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

/** The credential, and the program that used it. */
function EventOrigin({ event: { through, surface, client } }: Pick<RowProps, 'event'>) {
  const program = client !== undefined && surface !== 'web' && <>, {client}</>
  switch (through?.kind) {
    case 'token':
      return (
        <>
          the token <bdi>{through.name ?? through.id}</bdi>{' '}
          {through.prefix !== undefined && <code>{through.prefix}</code>}, {SURFACE_LABELS[surface]}
          {program}
        </>
      )
    case 'grant':
      return (
        <>
          the app <bdi>{through.name ?? through.id}</bdi>, {SURFACE_LABELS[surface]}
          {program}
        </>
      )
    case 'session':
      return <>{browserLabel(client)}</>
    case 'stdio':
      return (
        <>
          a program on the machine, {SURFACE_LABELS[surface]}
          {program}
        </>
      )
    case 'control':
      return <>a command on the machine</>
    case undefined:
      return (
        <>
          {surface === 'web' ? browserLabel(client) : SURFACE_LABELS[surface]}
          {program}
        </>
      )
  }
}

/** In the middle of a sentence. */
const browserLabel = (client: string | undefined): string => browserName(client).replace(/^A /, 'a ')

const toWords = (name: string): string => name.replaceAll('_', ' ')

function Fact({ of }: { readonly of: Value }) {
  if (isEmpty(of)) return <>nothing</>
  if (typeof of === 'boolean') return <>{of ? 'yes' : 'no'}</>
  const isInstant = typeof of === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(of)
  return <bdi>{isInstant ? `${of.slice(0, 16).replace('T', ' ')} UTC` : of}</bdi>
}
