import { type AppError, type CommandLine, errorBody } from '../errors.ts'
import { type Io, printJson } from './io.ts'
import { describeCounts, grouped } from './progress.ts'
import type { Survey } from './restored.ts'

/** The store that is there before a restore: how many records it has, or why it cannot be read. */
export type Present =
  | { readonly records: number; readonly damage?: undefined }
  | { readonly records?: undefined; readonly damage: string }

/** What a restore did, or would do. */
export interface RestoreReport {
  readonly file: string
  readonly survey: Survey
  /** Undefined when another process holds it. */
  readonly present: Present | undefined
  /** Where that is kept. */
  readonly saved: string | undefined
  /** Why it would be refused; only of a dry run. */
  readonly refusal: AppError | undefined
}

interface Manner {
  readonly dryRun: boolean
  readonly keepCredentials: boolean
  readonly json: boolean
  readonly command: CommandLine
}

export function reportRestore(report: RestoreReport, manner: Manner, io: Io): void {
  if (manner.json) printJson(io, asJson(report, manner))
  else io.stdout.write(`${(manner.dryRun ? inPrediction(report, manner) : inPast(report, manner)).join('\n')}\n`)
}

function asJson({ file, survey, present, saved, refusal }: RestoreReport, { dryRun, keepCredentials }: Manner) {
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

function inPast(
  { file, survey, present, saved }: RestoreReport,
  { keepCredentials, command }: Manner,
): readonly string[] {
  const { records, made_at, counts } = survey.summary
  return [
    `Restored ${grouped(records)} records from ${file}, as they were at ${made_at}.`,
    ...describeCounts(counts),
    ...(saved === undefined ? [] : [keptAs(present, saved)]),
    keepCredentials
      ? 'Credentials were kept: what was revoked after the backup was made works again.'
      : `Revoked ${countOf(survey.revoked, 'credential')}; none of the backup works.`,
    'Next:',
    `  ${command('serve')}`,
    ...(keepCredentials ? [] : [`  ${command('token create --name laptop --scopes everyday')}`]),
  ]
}

function inPrediction(
  { file, survey, present, refusal }: RestoreReport,
  { keepCredentials }: Manner,
): readonly string[] {
  const { records, made_at, dragoman_version, counts } = survey.summary
  return [
    `${file} is whole: ${grouped(records)} records as they were at ${made_at}, by dragoman ${dragoman_version}.`,
    ...describeCounts(counts),
    ...(present === undefined ? [] : [replacedBy(present)]),
    keepCredentials
      ? 'Credentials would be kept: what was revoked after the backup was made would work again.'
      : `It would revoke ${countOf(survey.revoked, 'credential')}.`,
    ...(refusal === undefined
      ? []
      : [`As things are it would be refused: ${refusal.message}`, `  ${refusal.fix ?? ''}`]),
    'Nothing was changed.',
  ]
}

const keptAs = (present: Present | undefined, saved: string): string =>
  present?.records === undefined
    ? `The store that was there could not be read; its files are kept in ${saved}`
    : `The ${countOf(present.records, 'record')} that were there are kept in ${saved}`

const replacedBy = ({ records, damage }: Present): string =>
  damage === undefined
    ? `It would replace ${countOf(records, 'record')}, which would be saved before.`
    : `It would replace a store that cannot be read, whose files would be kept: ${damage}`

const countOf = (count: number, noun: string): string => `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`
