import { createHash } from 'node:crypto'
import { shownText } from './shown-text.ts'
import type { Origin, SourceLine, TextVersion, Translation } from './translation.ts'

type Ignores = TextVersion['ignores']
type Ignore = NonNullable<Ignores>[number]
type StoredFinding = Pick<TextVersion['findings'][number], 'id' | 'level' | 'message' | 'fix' | 'term'>

/** Creates the record that ignores the findings that a text has of a check. Later findings of the same check count: those of another term, that ask for another wording of it, or with another message. */
export function createIgnore(
  { finding, reason }: Pick<Ignore, 'finding' | 'reason'>,
  findings: readonly StoredFinding[],
  { kind, user_id }: Pick<Origin, 'kind' | 'user_id'>,
  at: string,
): Ignore {
  const seen = [...new Set(findings.filter(({ id }) => id === finding).map(subjectHash))]
  return { finding, reason, user_id, at, seen, ...(kind !== 'human' && { by_agent: true as const }) }
}

/**
 * Returns the record that ignores a finding; undefined if it counts.
 * A record without `seen` covers every finding of its check. An error counts if only an agent ignored it, when it was no error.
 */
export const findIgnore = (finding: StoredFinding, ignores: Ignores): Ignore | undefined =>
  ignores?.find(
    ({ finding: id, seen, by_agent }) =>
      id === finding.id &&
      (seen === undefined || seen.includes(subjectHash(finding))) &&
      !(by_agent === true && finding.level === 'error'),
  )

/** Returns what the findings that nobody ignored are about, for comparing. */
export const listSubjects = ({ findings, ignores }: Pick<TextVersion, 'findings' | 'ignores'>): readonly string[] =>
  findOpen(findings, ignores)
    .map(finding => `${finding.id} ${subjectHash(finding)}`)
    .sort()

/** Returns the hash of what a finding is about: its term and the wording that its fix asks for, else its message. Messages about terms have counts. */
const subjectHash = ({ term, message, fix = '' }: StoredFinding): string =>
  createHash('sha256')
    .update(JSON.stringify(term === undefined ? [null, message] : [term, fix]))
    .digest('hex')
    .slice(0, 16)

/** Returns the ignores that apply on a branch with this source: none of a stale text, because its findings are of another source. */
export function currentIgnores(translation: Pick<Translation, 'texts'>, line: SourceLine): Ignores {
  const { text, stale } = shownText(translation, line)
  return stale ? undefined : text?.ignores
}

/** Returns the findings that nobody ignored. */
export const findOpen = <F extends StoredFinding>(findings: readonly F[], ignores: Ignores): readonly F[] =>
  ignores === undefined ? findings : findings.filter(finding => findIgnore(finding, ignores) === undefined)

/** Returns the warnings that only an agent ignored, with the records that ignore them: one of each check. */
export function findIgnoredByAgents(findings: readonly StoredFinding[], ignores: Ignores): readonly Ignore[] {
  const found = findings.filter(({ level }) => level === 'warning').map(finding => findIgnore(finding, ignores))
  return [...new Set(found.flatMap(ignore => (ignore?.by_agent === true ? [ignore] : [])))]
}

/** Returns the checks of which a finding is ignored. */
export const listIgnored = (findings: readonly StoredFinding[], ignores: Ignores): readonly string[] =>
  ignores === undefined
    ? []
    : [...new Set(findings.filter(finding => findIgnore(finding, ignores) !== undefined).map(({ id }) => id))]

/** Returns the findings of level `error` that nobody ignored. */
export const findErrors = <F extends StoredFinding>(findings: readonly F[], ignores?: Ignores): readonly F[] =>
  findOpen(
    findings.filter(({ level }) => level === 'error'),
    ignores,
  )

/** Returns whether a text has an error that nobody ignored. */
export const hasError = ({ findings, ignores }: Pick<TextVersion, 'findings' | 'ignores'>): boolean =>
  findErrors(findings, ignores).length > 0
