import { type AppError, errorBody } from '../errors.ts'
import { type Io, printJson } from './io.ts'
import { describeCounts, grouped } from './progress.ts'
import type { Survey } from './restored.ts'

/** What a restore did, or would do. */
export interface RestoreReport {
  readonly file: string
  readonly survey: Survey
  /** The records that were there; undefined when that could not be found out. */
  readonly present: number | undefined
  /** Where they are kept. */
  readonly saved: string | undefined
  /** Why it would be refused; only of a dry run. */
  readonly refusal: AppError | undefined
}

interface Manner {
  readonly dryRun: boolean
  readonly keepCredentials: boolean
  readonly json: boolean
  readonly command: string
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
    ...(present !== undefined && { replaced_records: present }),
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
    ...(saved === undefined ? [] : [`The ${grouped(present ?? 0)} records that were there are kept in ${saved}`]),
    keepCredentials
      ? 'Credentials were kept: what was revoked after the backup was made works again.'
      : `Revoked ${countOf(survey.revoked, 'credential')}; none of the backup works.`,
    'Next:',
    `  ${command} serve`,
    ...(keepCredentials ? [] : [`  ${command} token create --user HANDLE --name NAME --scopes everyday`]),
  ]
}

function inPrediction({ file, survey, present }: RestoreReport, { keepCredentials }: Manner): readonly string[] {
  const { records, made_at, dragoman_version, counts } = survey.summary
  return [
    `${file} is whole: ${grouped(records)} records as they were at ${made_at}, by dragoman ${dragoman_version}.`,
    ...describeCounts(counts),
    ...(present === undefined ? [] : [`It would replace ${countOf(present, 'record')}, which would be saved before.`]),
    keepCredentials
      ? 'Credentials would be kept: what was revoked after the backup was made would work again.'
      : `It would revoke ${countOf(survey.revoked, 'credential')}.`,
    'Nothing was changed.',
  ]
}

const countOf = (count: number, noun: string): string => `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`
