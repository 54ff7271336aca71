import { type Message, sameMessage } from '../../l10n/message/message.ts'
import { currentIgnores, findOpen } from '../../l10n/translation/findings.ts'
import { shownText } from '../../l10n/translation/shown-text.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { ReviewItem } from '../../store/records/reviews.ts'
import type { Reader } from '../../store/store.ts'
import { echo, escapeInvisible } from '../../text/escape.ts'
import { quote } from '../../text/quote.ts'
import { redactFindings } from '../glossary/redact-findings.ts'
import { stringLink } from '../page-links.ts'
import { pluralize } from '../pluralize.ts'
import { fileOn } from '../translations/records.ts'
import { findSource } from '../translations/sources.ts'
import type { Revision } from '../translations/text-history.ts'
import { type NumberedItem, partOf, type Review, type Verdict } from './find-review.ts'
import type { ListedLine } from './listing.ts'
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
  const { actors, isOutsider } = viewer
  const translation = await read.translations.get(first.translation_id)
  const line = viewer.lineOf(first, item.locale, entry)
  const text = translation && shownText(translation, line ?? first).text
  const frozen = await read.revisions.get(first.revision_id)
  const was = first.was === undefined ? undefined : await read.revisions.get(first.was)
  const replaced = first.decided === undefined ? was : await read.revisions.get(first.decided)
  const isFrozen =
    review.state === 'open' ? text?.rev === first.rev && line !== undefined : isSameText(text?.value, frozen?.value)
  const isExpected = isFrozen || (review.state === 'reverted' && isSameText(text?.value, was?.value))
  const open =
    translation !== undefined && text !== undefined && isFrozen
      ? findOpen(text.findings, currentIgnores(translation, line ?? first))
      : []
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
    ...(replaced !== undefined && { was: await describeReplaced(replaced, viewer) }),
    ...(frozen !== undefined && !isOutsider && { by: await actors.describe(frozen.origin) }),
    ...(frozen !== undefined && { at: frozen.at }),
    rev: first.rev,
    reasons: item.reasons.map(found => {
      const { reason, why } = redactReason(found, viewer)
      return { reason, why: explainReason({ reason, why }), parts: { ...why } }
    }),
    findings: redactFindings(open, viewer.seesTerms).map(({ id, level, message, fix }) => ({
      id,
      level,
      message,
      ...(fix !== undefined && { fix }),
    })),
    copies: copies.length,
    ...(!isExpected && text !== undefined && { changed: copyOf(text.value) }),
    ...(verdict?.taken_out === true && { taken_out: true }),
    ...(verdict?.verdict !== undefined && { verdict: await describeVerdict(verdict, verdict.verdict, viewer) }),
    url: stringLink(viewer.baseUrl, { project: viewer.name, id: entry.short, locale: item.locale, branch }),
  }
}

async function describeReplaced(
  { value, state, origin, at }: Revision,
  { actors, isOutsider }: ItemViewer,
): Promise<NonNullable<ReviewItemView['was']>> {
  const by = isOutsider ? {} : { by: await actors.describe(origin) }
  return { message: copyOf(value), state, ...by, at }
}

async function describeVerdict(
  { reason, comment, fixed, origin, at }: Verdict,
  verdict: NonNullable<Verdict['verdict']>,
  { actors, isOutsider }: ItemViewer,
): Promise<NonNullable<ReviewItemView['verdict']>> {
  return {
    verdict,
    ...(reason !== undefined && { reason }),
    ...(comment !== undefined && !isOutsider && { comment: escapeInvisible(comment) }),
    ...(fixed === true && { fixed }),
    ...(!isOutsider && { by: await actors.describe(origin) }),
    at,
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
  const name = echo(String(why['name'] ?? ''))
  const said = why['said'] === undefined ? '.' : `: ${quote(String(why['said']))}.`
  const kind = why['reason'] === undefined ? '' : ` (${why['reason']})`
  const others = count > 1 ? ` and ${count - 1} more` : ''
  switch (reason) {
    case 'error':
      return `A check found an error: ${name}${others}.${why['said'] === undefined ? '' : ` Its writer says${said}`}`
    case 'requested':
      return `A user requested changes, which nobody made${said}`
    case 'fault':
      return `Another review found a ${why['verdict']} fault${kind}${said}`
    case 'warning':
      return `A check found a problem: ${name}${others}.`
    case 'ignored':
      return `An agent ignored a warning of ${name}${others}${said}`
    case 'replaced_human':
      return "It replaces a user's translation."
    case 'replaced_approved':
      return 'It replaces an approved translation.'
    case 'stale':
      return 'It is stale: its source string or note has changed.'
    case 'new_term':
      return why['name'] === undefined
        ? `Its source has ${pluralize(count, 'glossary term')} newer than the translation before. The scope glossary:read is needed to see which.`
        : `Its source has a glossary term that is newer than the translation before: ${name}${others}.`
    case 'locked_neighbor':
      return `A string beside it is locked: ${name}${others}.`
    case 'plural':
      return `It has ${pluralize(count, 'plural form')}.`
    case 'short':
      return `It is much shorter than its source: ${why['target']} to ${why['source']} characters.`
    case 'long':
      return `It is much longer than its source: ${why['target']} to ${why['source']} characters.`
    case 'markup':
      return `It has ${pluralize(count, 'tag')}.`
    case 'placeholders':
      return `It has ${pluralize(count, 'placeholder')}.`
    case 'first_in_file':
      return 'It is the first one of its file in this locale.'
  }
}
