import { hidePassword, isDatabaseUrl } from '../../config/database-url.ts'
import type { Config } from '../../config.ts'
import { AppError, type CommandFormatter } from '../../errors.ts'
import { createCommandFormatter, shellQuote } from '../../shell-commands.ts'
import type { MoveReport, MoveRequest } from '../../store/move/run.ts'
import { callHolder, NoHolderError } from '../control/client.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import { type Io, printJson } from '../io.ts'
import type { Machine, MoveHooks } from '../machine.ts'
import { createLoggedProgress, describeCounts, formatCount } from '../output/progress.ts'
import { runUntilSignal } from '../shutdown.ts'

export interface MoveOptions {
  readonly to?: string | undefined
  readonly undo: boolean
  readonly replace: boolean
  readonly dryRun: boolean
  readonly json: boolean
  /** Formats commands of this installation. */
  readonly command: CommandFormatter
}

/**
 * Moves the store to another place, or makes one usable again that has moved; returns the exit code.
 * @throws AppError
 */
export async function move(machine: Machine, options: MoveOptions, io: Io): Promise<number> {
  const { to, undo, replace, dryRun, json, command } = options
  if ((to === undefined) !== undo) {
    throw new AppError('invalid_input', 'Say where to move the store, or --undo.', {
      fix: dragoman => `For example: ${dragoman('move --to postgres://dragoman:secret@localhost/dragoman')}`,
    })
  }
  if (to === undefined) return undoMove(machine, { json, command }, io)
  const request = { to: parseTarget(to), replace, dry_run: dryRun }
  const bars = createLoggedProgress(io.stderr)
  let phase = ''
  let update: (done: number, total: number) => void = () => undefined
  const progress: MoveHooks['progress'] = ({ progress: done, total = 0, message = '' }) => {
    if (message !== phase) {
      bars.clear()
      phase = message
      update = bars.begin(TITLES[message] ?? message)
    }
    update(done, total)
  }
  const stopped = 'Stopped. Nothing was moved, and the old store accepts writes.'
  return runUntilSignal(io, bars, stopped, async signal => {
    const report = await run(machine, request, { progress, signal })
    bars.clear()
    if (json) printJson(io, report)
    else {
      const { config, workingFolder } = machine
      const commandThere = createCommandFormatter({ ...config, storeUrl: request.to, from: workingFolder })
      io.stdout.write(`${formatMove(report, { to: request.to, from: config, command, commandThere }).join('\n')}\n`)
    }
    return report.refusal === undefined ? 0 : EXIT_CODES[report.refusal.code as keyof typeof EXIT_CODES]
  })
}

const TITLES: Readonly<Record<string, string>> = {
  'backing up': 'Backing up the new store',
  copying: 'Copying',
  'catching up': 'Catching up',
  verifying: 'Verifying',
}

/** The process that holds the data folder moves its store; of a database, or without such a process, this one does. */
async function run(machine: Machine, request: MoveRequest, hooks: MoveHooks): Promise<MoveReport> {
  try {
    return (await callHolder(machine.socketPath(), '/control/move', request, hooks)) as MoveReport
  } catch (error) {
    if (!(error instanceof NoHolderError)) throw error
  }
  const finished = await machine.finishMove(request, hooks)
  if (finished !== undefined) return finished
  const here = await machine.open('command')
  try {
    return await here.move(request, hooks)
  } finally {
    await here.close()
  }
}

async function undoMove(
  machine: Machine,
  { json, command }: Pick<MoveOptions, 'json' | 'command'>,
  io: Io,
): Promise<number> {
  const undone = await machine.undoMove()
  if (json) printJson(io, { undone, store: machine.config.storePlace })
  else if (undone) {
    io.stdout.write(
      `The store in ${machine.config.storePlace} is in use again, as it was when it moved.\nNext:\n  ${command('serve')}\n`,
    )
  } else io.stdout.write(`The store in ${machine.config.storePlace} has not moved. Nothing was changed.\n`)
  return 0
}

/** @throws AppError `invalid_input` */
function parseTarget(to: string): string {
  if (to === 'lowdb:' || (/^postgres(?:ql)?:\/\//.test(to) && URL.canParse(to))) return to
  throw new AppError('invalid_input', `${JSON.stringify(to.slice(0, 60))} is not the URL of a store.`, {
    fix: 'Use lowdb: for the data folder, or postgres://user:password@host/database.',
  })
}

interface ReportFormat {
  /** URL of the new store. */
  readonly to: string
  /** The configuration of the old store. */
  readonly from: Pick<Config, 'dataDir' | 'isDatabase' | 'storeUrl'>
  /** Formats commands of this installation on the old store. */
  readonly command: CommandFormatter
  /** Formats them on the new one. */
  readonly commandThere: CommandFormatter
}

/** Formats what a move did, or would do. */
const formatMove = (report: MoveReport, format: ReportFormat): readonly string[] =>
  report.dry_run ? formatDryRun(report) : formatOutcome(report, format)

function formatDryRun(report: MoveReport): readonly string[] {
  const { from, to, records = 0, counts, database, replaced_records, estimated_seconds = 0, refusal } = report
  return [
    `${from} has ${formatCount(records)} records:`,
    ...describeCounts(counts),
    ...(database === undefined ? [] : [`${to} is reachable: ${database}.`]),
    ...(replaced_records === undefined
      ? []
      : [`A move replaces ${formatCount(replaced_records)} records there, and backs them up first.`]),
    ...(refusal === undefined
      ? [`A move would take about ${formatDuration(estimated_seconds)}; writes wait for seconds of it.`]
      : [`A move would fail now: ${refusal.message}`, `  ${refusal.fix ?? ''}`]),
    'Nothing was changed.',
  ]
}

function formatOutcome(report: MoveReport, format: ReportFormat): readonly string[] {
  const { from, to, counts, records = 0, checksums = {}, finished, replaced_saved_to: saved } = report
  if (finished === true)
    return [
      `Finished the move from ${from} to ${to}, which was interrupted at its last step:`,
      ...describeCounts(counts),
      ...formatNext(report, format),
    ]
  const { copy_seconds = 0, rounds = [], seconds_without_writes = 0 } = report
  const width = Math.max(...Object.keys(checksums).map(name => name.length))
  return [
    `Moved ${formatCount(records)} records from ${from} to ${to}. Both have these checksums:`,
    ...Object.entries(checksums).map(
      ([name, sum]) => `  ${name.padEnd(width)}  ${formatCount(sum.records).padStart(10)}  ${sum.sha256}`,
    ),
    `Copied in ${copy_seconds} s, then caught up with ${formatCount(rounds.reduce((sum, one) => sum + one, 0))} changes in ${rounds.length} rounds.`,
    `Seconds without writes: ${seconds_without_writes}. The old store refuses writes until its servers are restarted.`,
    ...(saved === undefined ? [] : [`The previous records of the new store are saved in ${saved}`]),
    ...formatNext(report, format),
  ]
}

function formatNext(
  { from }: MoveReport,
  { to, from: config, command, commandThere }: ReportFormat,
): readonly string[] {
  const old = config.isDatabase ? shellQuote(hidePassword(config.storeUrl)) : 'lowdb:'
  return [
    'Next, in the environment of each server, and of commands:',
    `  DRAGOMAN_STORE_URL=${isDatabaseUrl(to) ? hidePassword(to) : to}`,
    'Then restart the servers. Tokens, sign-ins and links of clients stay valid.',
    `${from} is kept as it was. To go back to it:`,
    `  with all changes since:     ${commandThere(`move --to ${old} --replace`)}`,
    `  without the changes since:  ${command('move --undo')}`,
  ]
}

const formatDuration = (seconds: number): string =>
  seconds < 90 ? `${Math.max(1, Math.round(seconds))} s` : `${Math.round(seconds / 60)} minutes`
