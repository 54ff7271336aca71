import { AppError } from '../errors.ts'
import { auditLog, type WholeLog } from '../operator/audit.ts'
import type { AuditView } from '../tools/audit/audit-shape.ts'
import { askHolder } from './control-client.ts'
import { describeEvent } from './describe-event.ts'
import { holdOrAsk } from './hold-or-ask.ts'
import { onInterruption } from './interruption.ts'
import { type Io, paint } from './io.ts'
import type { Machine } from './machine.ts'
import { createProgress } from './progress.ts'
import { runHereOrThere } from './run-operator.ts'

export interface AuditOptions {
  /** Which events, as the operator's view takes it. */
  readonly filter: Readonly<Record<string, string | undefined>>
  /** How many at most; default: all. */
  readonly limit: number
  readonly json: boolean
}

const MOST_AT_ONCE = 200

/** Prints the audit log of the whole service, newest first, page by page; gives the exit code. @throws AppError */
export async function printAudit(machine: Machine, { filter, limit, json }: AuditOptions, io: Io): Promise<number> {
  const { signal, exitCode } = onInterruption()
  // Lines that a terminal shows say themselves how far it is.
  const progress = createProgress(io.stderr)
  const advance = io.stdout.isTTY ? () => undefined : progress.begin('Reading')
  const colour = paint(io.stdout)
  const line = (event: AuditView): string => `${json ? JSON.stringify(event) : describeEvent(event, colour)}\n`
  const source = await open(machine, { ...filter, limit: Math.min(limit, MOST_AT_ONCE) })
  let [printed, looked] = [0, 0]
  try {
    for (let page: WholeLog | undefined = source.first; page !== undefined; ) {
      const rows = page.events.slice(0, limit - printed)
      printed += rows.length
      looked += page.looked
      if (rows.length > 0 && !(await isTaken(io.stdout, rows.map(line).join('')))) return 0
      advance(looked, page.kept)
      if (signal.aborted) return exitCode()
      const cursor: string | undefined = printed === limit ? undefined : page.next_cursor
      page = cursor === undefined ? undefined : await source.page(cursor)
    }
    progress.clear()
    if (!json && printed === 0) io.stderr.write('No events.\n')
    return 0
  } finally {
    progress.clear()
    await source.close()
  }
}

interface Source {
  readonly first: WholeLog
  readonly page: (cursor: string) => Promise<WholeLog>
  readonly close: () => Promise<void>
}

/** The first page, and how to get the others: from the process that holds the data folder, or from its store, which stays open until they are read. */
function open(machine: Machine, asked: object): Promise<Source> {
  const { name } = auditLog
  return holdOrAsk<Source>(
    machine,
    async () => ({
      first: (await askHolder(machine.socketPath(), '/control/run', { command: name, args: asked })) as WholeLog,
      page: cursor => runHereOrThere(machine, name, { ...asked, cursor }) as Promise<WholeLog>,
      close: async () => undefined,
    }),
    () => machine.open('command'),
    async here => {
      const { services } = here
      const page = (more: object): Promise<WholeLog> =>
        auditLog.run({ ...asked, ...more }, { services, requestId: services.newId() })
      try {
        return { first: await page({}), page: cursor => page({ cursor }), close: () => here.close() }
      } catch (error) {
        await here.close()
        throw error
      }
    },
  )
}

/** Waits until the stream has taken the text; false when nobody reads it any more, as behind `head`. */
function isTaken(stream: NodeJS.WriteStream, text: string): Promise<boolean> {
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
