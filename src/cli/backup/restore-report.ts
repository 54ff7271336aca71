import { type AppError, type CommandFormatter, errorBody } from '../../errors.ts'
import { type Io, printJson } from '../io.ts'
import { describeCounts, formatCount } from '../output/progress.ts'
import type { BackupSurvey } from './restored-batches.ts'

/** The store that is there before a restore: how many records it has, or why it cannot be read. */
export type ExistingStore =
  | { readonly records: number; readonly damage?: undefined }
  | { readonly records?: undefined; readonly damage: string }

/** What a restore did, or would do. */
export interface RestoreReport {
  readonly file: string
  readonly survey: BackupSurvey
  /** Undefined when another process holds it. */
  readonly present: ExistingStore | undefined
  /** Where that is kept. */
  readonly saved: string | undefined
  /** Why it would be refused; only of a dry run. */
  readonly refusal: AppError | undefined
}

interface ReportFormat {
  readonly dryRun: boolean
  readonly keepCredentials: boolean
  readonly json: boolean
  readonly command: CommandFormatter
}

export function printRestoreReport(report: RestoreReport, manner: ReportFormat, io: Io): void {
  if (manner.json) printJson(io, toJson(report, manner))
  else io.stdout.write(`${(manner.dryRun ? formatDryRun(report, manner) : formatOutcome(report, manner)).join('\n')}\n`)
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
    `Restored ${formatCount(records)} records from ${file}, as they were at ${made_at}.`,
    ...describeCounts(counts),
    ...(saved === undefined ? [] : [formatSavedStore(present, saved)]),
    keepCredentials
      ? 'Credentials were kept: what was revoked after the backup was made works again.'
      : `Revoked ${formatQuantity(survey.revoked, 'credential')}; none of the backup works.`,
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
    `${file} is whole: ${formatCount(records)} records as they were at ${made_at}, by dragoman ${dragoman_version}.`,
    ...describeCounts(counts),
    ...(present === undefined ? [] : [formatReplacedStore(present)]),
    keepCredentials
      ? 'Credentials would be kept: what was revoked after the backup was made would work again.'
      : `It would revoke ${formatQuantity(survey.revoked, 'credential')}.`,
    ...(refusal === undefined
      ? []
      : [`As things are it would be refused: ${refusal.message}`, `  ${refusal.fix ?? ''}`]),
    'Nothing was changed.',
  ]
}

const formatSavedStore = (present: ExistingStore | undefined, saved: string): string =>
  present?.records === undefined
    ? `The store that was there could not be read; its files are kept in ${saved}`
    : `The ${formatQuantity(present.records, 'record')} that were there are kept in ${saved}`

const formatReplacedStore = ({ records, damage }: ExistingStore): string =>
  damage === undefined
    ? `It would replace ${formatQuantity(records, 'record')}, which would be saved before.`
    : `It would replace a store that cannot be read, whose files would be kept: ${damage}`

const formatQuantity = (count: number, noun: string): string => `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`
