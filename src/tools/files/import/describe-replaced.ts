import { z } from 'zod'
import type { Reader } from '../../../store/store.ts'
import { echo } from '../../../text/escape.ts'
import { ShortText, toShortText } from '../../entries/compact-row.ts'
import { pluralize } from '../../pluralize.ts'
import { Actors } from '../../translations/actors.ts'
import type { Project } from '../../translations/records.ts'
import { MAX_REPLACED } from './apply-text.ts'
import type { ImportResult } from './report.ts'

/** The translations of other writers that an import replaced, with the first five. Long texts are cut. */
export const ReplacedTexts = z.object({
  count: z.number().int(),
  first: z.array(
    z.object({
      key: z.string(),
      locale: z.string(),
      was: ShortText,
      now: ShortText,
      by: z.object({ kind: z.string(), person: z.string().optional(), token: z.string().optional() }),
    }),
  ),
})

/** Lists what an import replaced. Undefined for nothing. */
export async function describeReplaced(
  all: readonly ImportResult[],
  read: Pick<Reader, 'users' | 'tokens'>,
): Promise<z.output<typeof ReplacedTexts> | undefined> {
  const count = all.reduce((sum, { report }) => sum + report.replaced.count, 0)
  if (count === 0) return undefined
  const actors = new Actors(read, false)
  const first: z.output<typeof ReplacedTexts>['first'] = []
  for (const { one, was } of all.flatMap(({ report }) => report.replaced.first).slice(0, MAX_REPLACED)) {
    const { kind, person, token } = await actors.describe(was.origin)
    first.push({
      key: echo(one.key),
      locale: one.translation.locale,
      was: toShortText(was.value),
      now: toShortText(one.theirs.value),
      by: { kind, ...(person !== undefined && { person }), ...(token !== undefined && { token }) },
    })
  }
  return { count, first }
}

/**
 * Says that translations of others were replaced, and how to undo that.
 * @param batch undefined in a dry run
 */
export function formatReplaced(count: number, batch: string | undefined): string {
  const texts = count === 1 ? '1 translation by others' : `${count} translations by others`
  if (batch === undefined) return `${texts} would be replaced.`
  return count === 1
    ? `${texts} was replaced: revert_changes with batch ${batch} brings it back.`
    : `${texts} were replaced: revert_changes with batch ${batch} brings them back.`
}

interface Importing {
  readonly project: Project
  readonly isTrusted: boolean
  /** Whether a user imports on a page. */
  readonly isByUser: boolean
  /** The page of the project. */
  readonly page: string
}

/** Says what `review: required` makes of an import: texts of tokens wait for a reviewer, and those of users and administrators do not. */
export function describeTrust(
  all: readonly ImportResult[],
  { project: { settings }, isTrusted, isByUser, page }: Importing,
): readonly string[] {
  if (settings.review !== 'required') return []
  const undecided = all.reduce((sum, { report }) => sum + report.undecided, 0)
  if (undecided > 0) {
    const texts = pluralize(undecided, 'translation')
    return [`Waiting for a reviewer: ${texts}, only in the pushed files until a user approves them on ${page}.`]
  }
  const imported = all.reduce((sum, { report }) => sum + report.counts.imported, 0)
  if (!isTrusted || imported === 0) return []
  const texts = pluralize(imported, 'translation')
  const why = isByUser ? 'a user imported the file' : 'the caller has project:admin'
  return [`Imported as translated, without a review: ${texts}, because ${why}. Users review them on ${page}.`]
}
