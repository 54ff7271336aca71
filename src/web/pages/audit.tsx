import type { AuditView } from '../../tools/audit/audit-shape.ts'
import { ACTION_WORDS } from '../action-words.ts'
import { browserName } from '../browser-name.ts'
import { AuditFilter, filtersOf, SURFACE_NAMES } from '../components/audit-filter.tsx'
import { ButtonLink } from '../components/button.tsx'
import { Paging } from '../components/paging.tsx'
import { Time } from '../components/time.tsx'
import { pathOf, type Visit } from '../visit.ts'

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
}

/** Who did what, newest first, with a filter and the way to all of it in one file. */
export function AuditLog({ visit, me, events, next, hasAccounts, nothing }: AuditLogProps) {
  const wanted = new URLSearchParams(filtersOf(visit, hasAccounts))
  const isFiltered = wanted.size > 0
  if (events.length === 0 && !isFiltered && next === undefined) {
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
      {events.length === 0 && <p>{NONE[next === undefined ? 'anywhere' : 'lately']}</p>}
      {events.length > 0 && (
        <ul class="rows events">
          {events.map(event => (
            <Row key={event.id} visit={visit} me={me} event={event} />
          ))}
        </ul>
      )}
      <div class="split">
        <Paging visit={visit} noun="events" next={next} />
        <ButtonLink small href={`${pathOf(visit)}/export${isFiltered ? `?${wanted}` : ''}`}>
          Export as JSON lines
        </ButtonLink>
      </div>
    </section>
  )
}

const NONE = {
  anywhere: 'No event is like that.',
  lately: 'None of the newest events is like that; older ones may be.',
}

interface RowProps {
  readonly visit: Visit
  readonly me: string
  readonly event: AuditView
}

function Row({ visit, me, event }: RowProps) {
  const { at, by, action, target, account, changes = {}, detail = {} } = event
  const isMine = by === me
  const facts = Object.entries(detail).filter(([, fact]) => fact !== '' && fact !== false)
  return (
    <li>
      <div class="event">
        <p>
          <strong>
            <bdi>{isMine ? 'You' : (by ?? nobody(event))}</bdi>
          </strong>{' '}
          {wordsOf(action, isMine)} {target !== '' && target !== by && <code>{target}</code>}
        </p>
        {Object.entries(changes).map(([field, { from, to }]) => (
          <p key={field}>
            {wordOf(field)}: <Fact of={from} /> → <Fact of={to} />
          </p>
        ))}
        {facts.length > 0 && (
          <p class="hint">
            {facts.map(([name, fact], index) => (
              <span key={name}>
                {index > 0 && ', '}
                {wordOf(name)}: <Fact of={fact} />
              </span>
            ))}
          </p>
        )}
        <p class="hint">
          by <Through event={event} />
          {account !== undefined && account !== by && account !== target && !target.startsWith(`${account}/`) && (
            <>
              {' '}
              in <bdi>{account}</bdi>
            </>
          )}
        </p>
      </div>
      <span class="hint">
        <Time at={at} now={visit.services.now()} />
      </span>
    </li>
  )
}

/** Who acts when no person does. */
const nobody = ({ through }: AuditView): string => (through?.kind === 'control' ? 'The machine’s operator' : 'Somebody')

function wordsOf(action: string, isMine: boolean): string {
  const words = ACTION_WORDS.get(action) ?? action
  const told = isMine ? words : words.replace(' your ', ' their ')
  return told.charAt(0).toLowerCase() + told.slice(1)
}

/** The credential, and the program that used it. */
function Through({ event: { through, surface, client } }: Pick<RowProps, 'event'>) {
  const program = client !== undefined && surface !== 'web' && <>, {client}</>
  switch (through?.kind) {
    case 'token':
      return (
        <>
          the token <bdi>{through.name ?? through.id}</bdi>{' '}
          {through.prefix !== undefined && <code>{through.prefix}</code>}, {SURFACE_NAMES[surface]}
          {program}
        </>
      )
    case 'grant':
      return (
        <>
          the app <bdi>{through.name ?? through.id}</bdi>, {SURFACE_NAMES[surface]}
          {program}
        </>
      )
    case 'session':
      return <>{browser(client)}</>
    case 'stdio':
      return (
        <>
          a program on the machine, {SURFACE_NAMES[surface]}
          {program}
        </>
      )
    case 'control':
      return <>a command on the machine</>
    case undefined:
      return (
        <>
          {surface === 'web' ? browser(client) : SURFACE_NAMES[surface]}
          {program}
        </>
      )
  }
}

/** In the middle of a sentence. */
const browser = (client: string | undefined): string => browserName(client).replace(/^A /, 'a ')

const wordOf = (name: string): string => name.replaceAll('_', ' ')

function Fact({ of }: { readonly of: string | number | boolean | null }) {
  if (of === null || of === '') return <>nothing</>
  if (typeof of === 'boolean') return <>{of ? 'yes' : 'no'}</>
  const isInstant = typeof of === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(of)
  return <bdi>{isInstant ? `${of.slice(0, 16).replace('T', ' ')} UTC` : of}</bdi>
}
