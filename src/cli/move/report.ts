import { hidePassword, isDatabaseUrl } from '../../config/database-url.ts'
import type { Config } from '../../config.ts'
import type { CommandFormatter } from '../../errors.ts'
import { shellQuote } from '../../shell-commands.ts'
import type { MoveReport } from '../../store/move/run.ts'
import { describeCounts, formatCount } from '../output/progress.ts'

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
export const formatMove = (report: MoveReport, format: ReportFormat): readonly string[] =>
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
