import { AppError } from '../../../errors.ts'
import { type AuditLogPage, auditLog } from '../../../operator/audit.ts'
import type { AuditView } from '../../../tools/audit/view.ts'
import { callHolderOrOpen } from '../../control/call-or-open.ts'
import { runOnHolder } from '../../control/client.ts'
import { type Io, type Paint, paint } from '../../io.ts'
import type { Machine } from '../../machine.ts'
import { createProgress } from '../../output/progress.ts'
import { writeFully } from '../../output/streams.ts'
import { abortOnSignal } from '../../shutdown.ts'

interface AuditOptions {
  /** Input of the operator view `audit`, without `limit` and `cursor`. */
  readonly filter: Readonly<Record<string, string | undefined>>
  /** Maximum number of events; `Infinity` for all. */
  readonly limit: number
  readonly json: boolean
}

const MAX_PAGE_SIZE = 200
/** A few megabytes of text. */
const MAX_BUFFERED_EVENTS = 10_000

/** Prints the audit log of the whole server, newest first, page by page; returns the exit code. @throws AppError */
export async function printAudit(machine: Machine, { filter, limit, json }: AuditOptions, io: Io): Promise<number> {
  const { signal, exitCode } = abortOnSignal()
  // On a terminal, the printed lines show the progress.
  const progress = createProgress(io.stderr)
  const advance = io.stdout.isTTY ? () => undefined : progress.begin('Reading')
  const colour = paint(io.stdout)
  const line = (event: AuditView): string => `${json ? JSON.stringify(event) : describeEvent(event, colour)}\n`
  let [printed, looked] = [0, 0]
  const look = (page: AuditLogPage): void => advance((looked += page.looked), page.kept)
  try {
    let cursor: string | undefined
    do {
      const query = { ...filter, limit: Math.min(limit, MAX_PAGE_SIZE), cursor }
      const page = await readEvents(machine, query, {
        most: Math.min(limit - printed, MAX_BUFFERED_EVENTS),
        look,
        signal,
      })
      const rows = page.events.slice(0, limit - printed)
      printed += rows.length
      if (rows.length > 0 && !(await writeText(io.stdout, rows.map(line).join('')))) return 0
      if (signal.aborted) return exitCode()
      cursor = printed === limit ? undefined : page.next_cursor
    } while (cursor !== undefined)
    progress.clear()
    if (!json && printed === 0) io.stderr.write('No events found.\n')
    return 0
  } finally {
    progress.clear()
  }
}

interface ReadOptions {
  /** Stop after this many events. */
  readonly most: number
  /** Called for each page. */
  readonly look: (page: AuditLogPage) => void
  readonly signal: AbortSignal
}

/**
 * Reads the next page from the process that holds the data folder. Without one, reads many pages at once and releases the folder before they are printed:
 * the reader of stdout may pause for any time.
 */
function readEvents(machine: Machine, query: object, { most, look, signal }: ReadOptions): Promise<AuditLogPage> {
  return callHolderOrOpen<AuditLogPage>(
    machine,
    async () => {
      const page = (await runOnHolder(machine, auditLog.name, query)) as AuditLogPage
      look(page)
      return page
    },
    () => machine.open('command'),
    async here => {
      const { services } = here
      try {
        const events: AuditView[] = []
        for (let more: object = {}; ; ) {
          const page = await auditLog.run({ ...query, ...more }, { services, requestId: services.newId() })
          look(page)
          events.push(...page.events)
          if (page.next_cursor === undefined || events.length >= most || signal.aborted) return { ...page, events }
          more = { cursor: page.next_cursor }
        }
      } finally {
        await here.close()
      }
    },
  )
}

/** Writes a part of the log; false when its reader has ended, as with `| head`. */
async function writeText(stream: NodeJS.WriteStream, text: string): Promise<boolean> {
  try {
    await writeFully(stream, text, 'Check the target of the output. Its copy of the log is incomplete.')
    return true
  } catch (error) {
    if (error instanceof AppError && (error.cause as NodeJS.ErrnoException | undefined)?.code === 'EPIPE') return false
    throw error
  }
}

/** Formats an audit event as one line: time, user, credential and surface, action, target, account, changes. */
function describeEvent(event: AuditView, colour: Paint): string {
  const { at, by, action, target, account, changes = {}, detail = {} } = event
  const time = `${at.slice(0, 19).replace('T', ' ')}Z`
  const facts = [
    ...Object.entries(changes).map(([field, { from, to }]) => `${field}: ${formatFact(from)} → ${formatFact(to)}`),
    ...Object.entries(detail).map(([name, fact]) => `${name}: ${formatFact(fact)}`),
  ]
  return [
    colour('dim', time),
    by ?? '-',
    colour('dim', formatCredential(event)),
    colour('bold', action),
    ...(target === '' ? [] : [target]),
    ...(account === undefined || target === account || target.startsWith(`${account}/`) ? [] : [`on ${account}`]),
    ...(facts.length === 0 ? [] : [facts.join(', ')]),
  ].join('  ')
}

function formatCredential({ through, surface, client }: AuditView): string {
  const credential = [through?.kind, through?.name, through?.prefix].filter(part => part !== undefined).join(' ')
  const program = client === undefined ? '' : `, ${client}`
  return `(${credential === '' ? '' : `${credential}, `}${surface}${program})`
}

/** `-` for null and empty strings. */
const formatFact = (fact: string | number | boolean | null): string =>
  fact === null || fact === '' ? '-' : String(fact)
