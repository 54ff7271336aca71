import { type Message, sameMessage } from '../../l10n/message/message.ts'
import { currentIgnores, findOpen } from '../../l10n/translation/findings.ts'
import { shownText } from '../../l10n/translation/shown-text.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { ReviewItem, ReviewUnit } from '../../store/records/reviews.ts'
import type { Reader } from '../../store/store.ts'
import { echo, escapeInvisible } from '../../text/escape.ts'
import { quote } from '../../text/quote.ts'
import { redactFindings } from '../glossary/redact-findings.ts'
import { stringLink } from '../page-links.ts'
import { pluralize } from '../pluralize.ts'
import { type Entry, fileOn } from '../translations/records.ts'
import { findSource } from '../translations/sources.ts'
import type { Revision } from '../translations/text-history.ts'
import type { ListedLine } from './find-review.ts'
import { type NumberedItem, partOf, type Review, type Verdict } from './find-review.ts'
import type { ReviewViewer } from './to-view.ts'
import type { ReviewItemView } from './view.ts'

export interface ItemViewer extends ReviewViewer {
  /** Full findings, which quote glossary terms. */
  readonly seesTerms: boolean
  readonly lineOf: ListedLine
}

/** An item of a review as answers show it; undefined if its string was removed. */
export async function toItemView(
  review: Review,
  { n, item, verdict }: NumberedItem,
  viewer: ItemViewer,
  read: Reader,
): Promise<ReviewItemView | undefined> {
  const [first, ...copies] = item.units
  const entry = first && (await read.entries.get(first.entry_id))
  if (first === undefined || entry === undefined) return undefined
  const frozen = await read.revisions.get(first.revision_id)
  const current = await readCurrent(review, { unit: first, entry, locale: item.locale, frozen }, viewer, read)
  const branch = review.branch === viewer.mainBranch ? undefined : review.branch
  return {
    n,
    part: partOf(review, n),
    id: entry.short,
    key: escapeInvisible(entry.key),
    file: escapeInvisible((await read.files.get(fileOn(entry, review.branch)))?.path ?? ''),
    locale: item.locale,
    source: copyOf((await findSource(entry, first.src, read)) ?? entry.source),
    ...(entry.description !== undefined && { note: escapeInvisible(entry.description) }),
    ...(frozen !== undefined && { message: copyOf(frozen.value) }),
    ...(current.replaced !== undefined && { was: await describeReplaced(current.replaced, viewer) }),
    ...(frozen !== undefined && (await describeAuthor(frozen, viewer))),
    rev: first.rev,
    reasons: item.reasons.map(found => {
      const { reason, why } = redactReason(found, viewer)
      return { reason, why: explainReason({ reason, why }), parts: { ...why } }
    }),
    findings: redactFindings(current.open, viewer.seesTerms).map(({ id, level, message, fix }) => ({
      id,
      level,
      message,
      ...(fix !== undefined && { fix }),
    })),
    copies: copies.length,
    ...(current.changed !== undefined && { changed: copyOf(current.changed) }),
    ...(verdict?.taken_out === true && { taken_out: true }),
    ...(verdict?.verdict !== undefined && { verdict: await describeVerdict(verdict, verdict.verdict, viewer) }),
    url: stringLink(viewer.baseUrl, { project: viewer.name, id: entry.short, locale: item.locale, branch }),
  }
}

interface FrozenUnit {
  readonly unit: ReviewUnit
  readonly entry: Entry
  readonly locale: string
  readonly frozen: Revision | undefined
}

/** What became of a translation since the review froze it: its open findings as long as it is the same, or the text that it changed to. */
async function readCurrent(
  { state }: Review,
  { unit, entry, locale, frozen }: FrozenUnit,
  viewer: ItemViewer,
  read: Reader,
) {
  const translation = await read.translations.get(unit.translation_id)
  const line = viewer.lineOf(unit, locale, entry)
  const text = translation && shownText(translation, line ?? unit).text
  const was = unit.was === undefined ? undefined : await read.revisions.get(unit.was)
  const replaced = unit.decided === undefined ? was : await read.revisions.get(unit.decided)
  const isFrozen =
    state === 'open' ? text?.rev === unit.rev && line !== undefined : isSameText(text?.value, frozen?.value)
  const isExpected = isFrozen || (state === 'reverted' && isSameText(text?.value, was?.value))
  const open =
    translation !== undefined && text !== undefined && isFrozen
      ? findOpen(text.findings, currentIgnores(translation, line ?? unit))
      : []
  return { replaced, open, changed: isExpected ? undefined : text?.value }
}

const describeAuthor = async ({ origin, at }: Pick<Revision, 'origin' | 'at'>, { actors, isOutsider }: ItemViewer) => ({
  ...(!isOutsider && { by: await actors.describe(origin) }),
  at,
})

async function describeReplaced(revision: Revision, viewer: ItemViewer): Promise<NonNullable<ReviewItemView['was']>> {
  return { message: copyOf(revision.value), state: revision.state, ...(await describeAuthor(revision, viewer)) }
}

async function describeVerdict(
  { reason, comment, fixed, ...written }: Verdict,
  verdict: NonNullable<Verdict['verdict']>,
  viewer: ItemViewer,
): Promise<NonNullable<ReviewItemView['verdict']>> {
  return {
    verdict,
    ...(reason !== undefined && { reason }),
    ...(comment !== undefined && !viewer.isOutsider && { comment: escapeInvisible(comment) }),
    ...(fixed === true && { fixed }),
    ...(await describeAuthor(written, viewer)),
  }
}

/** An end makes new revisions, so only the texts tell what was changed after it. */
const isSameText = (one: Frozen<Message> | undefined, other: Frozen<Message> | undefined): boolean =>
  one !== undefined && other !== undefined && sameMessage(one, other)

/** A message for an answer. */
export const copyOf = (message: Frozen<Message>): string | Record<string, string> =>
  typeof message === 'string' ? message : { ...message }

type Reason = ReviewItem['reasons'][number]

/** A reason as the viewer may see it: without glossary terms, and without words of users and agents. */
function redactReason(
  { reason, why }: Reason,
  { seesTerms, isOutsider }: { readonly seesTerms: boolean; readonly isOutsider: boolean },
): Reason {
  const { name, said, ...shown } = why
  return {
    reason,
    why: {
      ...(name !== undefined && (seesTerms || reason !== 'new_term') && { name }),
      ...(said !== undefined && !isOutsider && { said: escapeInvisible(String(said)) }),
      ...shown,
    },
  }
}

/** Says why a translation must be read, in one sentence. */
function explainReason({ reason, why }: Reason): string {
  const count = Number(why['count'] ?? 0)
  const others = count > 1 ? ` and ${count - 1} more` : ''
  const said = why['said'] === undefined ? '.' : `: ${quote(String(why['said']))}.`
  return EXPLANATIONS[reason]({ why, count, said, named: `${echo(String(why['name'] ?? ''))}${others}` })
}

interface Explained {
  readonly why: Reason['why']
  readonly count: number
  /** The end of a sentence, with the words of a user or an agent if there are any. */
  readonly said: string
  /** A name, and how many more there are. */
  readonly named: string
}

const EXPLANATIONS: Readonly<Record<Reason['reason'], (facts: Explained) => string>> = {
  error: ({ why, named, said }) =>
    `A check found an error: ${named}.${why['said'] === undefined ? '' : ` Its writer says${said}`}`,
  requested: ({ said }) => `A user requested changes, which nobody made${said}`,
  fault: ({ why, said }) =>
    `Another review found a ${why['verdict']} fault${why['reason'] === undefined ? '' : ` (${why['reason']})`}${said}`,
  warning: ({ named }) => `A check found a problem: ${named}.`,
  ignored: ({ named, said }) => `An agent ignored a warning of ${named}${said}`,
  replaced_human: () => "It replaces a user's translation.",
  replaced_approved: () => 'It replaces an approved translation.',
  stale: () => 'It is stale: its source string or note has changed.',
  new_term: ({ why, count, named }) =>
    why['name'] === undefined
      ? `Its source has ${pluralize(count, 'glossary term')} newer than the translation before. The scope glossary:read is needed to see which.`
      : `Its source has a glossary term that is newer than the translation before: ${named}.`,
  locked_neighbor: ({ named }) => `A string beside it is locked: ${named}.`,
  plural: ({ count }) => `It has ${pluralize(count, 'plural form')}.`,
  short: ({ why }) => `It is much shorter than its source: ${why['target']} to ${why['source']} characters.`,
  long: ({ why }) => `It is much longer than its source: ${why['target']} to ${why['source']} characters.`,
  markup: ({ count }) => `It has ${pluralize(count, 'tag')}.`,
  placeholders: ({ count }) => `It has ${pluralize(count, 'placeholder')}.`,
  first_in_file: () => 'It is the first one of its file in this locale.',
}
