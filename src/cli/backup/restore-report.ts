import { type AppError, type CommandFormatter, errorBody } from '../../errors.ts'
import { type Io, printJson } from '../io.ts'
import { describeCounts, formatCount } from '../output/progress.ts'
import type { BackupSurvey } from './restored-batches.ts'

/** The store before a restore: its number of records, or why it cannot be read. */
export type ExistingStore =
  | { readonly records: number; readonly damage?: undefined }
  | { readonly records?: undefined; readonly damage: string }

/** The result of a restore or of its dry run. */
export interface RestoreReport {
  readonly file: string
  readonly survey: BackupSurvey
  /** The replaced store; undefined when another process holds it. */
  readonly present: ExistingStore | undefined
  /** Path of the saved previous store. */
  readonly saved: string | undefined
  /** Why a restore would fail; only in a dry run. */
  readonly refusal: AppError | undefined
}

export interface ReportFormat {
  readonly dryRun: boolean
  readonly keepCredentials: boolean
  readonly json: boolean
  /** Formats commands of this installation. */
  readonly command: CommandFormatter
}

/** Prints the report of a restore or a dry run, as text or JSON. */
export function printRestoreReport(report: RestoreReport, format: ReportFormat, io: Io): void {
  if (format.json) printJson(io, toJson(report, format))
  else io.stdout.write(`${(format.dryRun ? formatDryRun(report, format) : formatOutcome(report, format)).join('\n')}\n`)
}

function toJson({ file, survey, present, saved, refusal }: RestoreReport, { dryRun, keepCredentials }: ReportFormat) {
  const { made_at, dragoman_version, records, counts } = survey.summary
  return {
    file,
    dry_run: dryRun,
    made_at,
    dragoman_version,
    records,
    counts,
    credentials: keepCredentials ? 'kept' : 'revoked',
    revoked: survey.revoked,
    ...(present?.records !== undefined && { replaced_records: present.records }),
    ...(present?.damage !== undefined && { replaced_unreadable: present.damage }),
    ...(saved !== undefined && { replaced_saved_to: saved }),
    ...(refusal !== undefined && { refusal: errorBody(refusal, 'cli') }),
  }
}

function formatOutcome(
  { file, survey, present, saved }: RestoreReport,
  { keepCredentials, command }: ReportFormat,
): readonly string[] {
  const { records, made_at, counts } = survey.summary
  return [
    `Restored ${formatCount(records)} records from ${file}. State of ${made_at}:`,
    ...describeCounts(counts),
    ...(saved === undefined ? [] : [formatSavedStore(present, saved)]),
    keepCredentials
      ? 'Kept all credentials of the backup, even if they were revoked since.'
      : `Revoked all ${formatQuantity(survey.revoked, 'credential')} of the backup.`,
    'Next:',
    `  ${command('serve')}`,
    ...(keepCredentials ? [] : [`  ${command('token create --name laptop --scopes everyday')}`]),
  ]
}

function formatDryRun(
  { file, survey, present, refusal }: RestoreReport,
  { keepCredentials }: ReportFormat,
): readonly string[] {
  const { records, made_at, dragoman_version, counts } = survey.summary
  return [
    `${file} is valid: ${formatCount(records)} records, dragoman ${dragoman_version}. State of ${made_at}:`,
    ...describeCounts(counts),
    ...(present === undefined ? [] : [formatReplacedStore(present)]),
    keepCredentials
      ? 'A restore keeps all credentials of the backup, even if they were revoked since.'
      : `A restore revokes ${formatQuantity(survey.revoked, 'credential')}.`,
    ...(refusal === undefined ? [] : [`A restore would fail now: ${refusal.message}`, `  ${refusal.fix ?? ''}`]),
    'Nothing was changed.',
  ]
}

const formatSavedStore = (present: ExistingStore | undefined, saved: string): string =>
  present?.records === undefined
    ? `The previous store could not be read. Its files are saved in ${saved}`
    : `The previous ${formatQuantity(present.records, 'record')} are saved in ${saved}`

const formatReplacedStore = ({ records, damage }: ExistingStore): string =>
  damage === undefined
    ? `A restore replaces ${formatQuantity(records, 'record')}, and saves them first.`
    : `A restore replaces a store that cannot be read, and saves its files first: ${damage}`

const formatQuantity = (count: number, noun: string): string => `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`
