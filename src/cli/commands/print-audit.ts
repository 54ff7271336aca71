import { AppError } from '../../errors.ts'
import { type AuditLogPage, auditLog } from '../../operator/audit.ts'
import type { AuditView } from '../../tools/audit/view.ts'
import { callHolderOrOpen } from '../control/call-or-open.ts'
import { callHolder } from '../control/client.ts'
import { abortOnSignal } from '../interruption.ts'
import { type Io, paint } from '../io.ts'
import type { Machine } from '../machine.ts'
import { describeEvent } from '../output/audit-event.ts'
import { createProgress } from '../output/progress.ts'

export interface AuditOptions {
  /** Which events, as the operator's view takes it. */
  readonly filter: Readonly<Record<string, string | undefined>>
  /** How many at most; default: all. */
  readonly limit: number
  readonly json: boolean
}

const MAX_PAGE_SIZE = 200
/** Some megabytes of text. */
const MAX_BUFFERED_EVENTS = 10_000

/** Prints the audit log of the whole service, newest first, page by page; gives the exit code. @throws AppError */
export async function printAudit(machine: Machine, { filter, limit, json }: AuditOptions, io: Io): Promise<number> {
  const { signal, exitCode } = abortOnSignal()
  // Lines that a terminal shows say themselves how far it is.
  const progress = createProgress(io.stderr)
  const advance = io.stdout.isTTY ? () => undefined : progress.begin('Reading')
  const colour = paint(io.stdout)
  const line = (event: AuditView): string => `${json ? JSON.stringify(event) : describeEvent(event, colour)}\n`
  let [printed, looked] = [0, 0]
  const look = (page: AuditLogPage): void => advance((looked += page.looked), page.kept)
  try {
    let cursor: string | undefined
    do {
      const asked = { ...filter, limit: Math.min(limit, MAX_PAGE_SIZE), cursor }
      const page = await readEvents(machine, asked, {
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
    if (!json && printed === 0) io.stderr.write('No events.\n')
    return 0
  } finally {
    progress.clear()
  }
}

interface ReadOptions {
  /** How many events are enough. */
  readonly most: number
  /** Called for each page. */
  readonly look: (page: AuditLogPage) => void
  readonly signal: AbortSignal
}

/**
 * The next page, from the process that holds the data folder; when there is none, many of them at once: the folder is let go of before they are printed,
 * since whoever reads them may pause for as long as they like.
 */
function readEvents(machine: Machine, asked: object, { most, look, signal }: ReadOptions): Promise<AuditLogPage> {
  const { name } = auditLog
  return callHolderOrOpen<AuditLogPage>(
    machine,
    async () => {
      const page = (await callHolder(machine.socketPath(), '/control/run', {
        command: name,
        args: asked,
      })) as AuditLogPage
      look(page)
      return page
    },
    () => machine.open('command'),
    async here => {
      const { services } = here
      try {
        const events: AuditView[] = []
        for (let more: object = {}; ; ) {
          const page = await auditLog.run({ ...asked, ...more }, { services, requestId: services.newId() })
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

/** Waits until the stream has taken the text; false when nobody reads it any more, as behind `head`. */
function writeText(stream: NodeJS.WriteStream, text: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException): void => {
      if (error.code === 'EPIPE') return resolve(false)
      reject(
        new AppError('unavailable', `Standard output cannot be written: ${error.message}.`, {
          fix: 'Look at where it goes: what is there is not the whole log.',
          cause: error,
        }),
      )
    }
    stream.once('error', fail)
    stream.write(text, error => {
      if (error != null) return
      stream.off('error', fail)
      resolve(true)
    })
  })
}
