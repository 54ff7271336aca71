import { type Message, sameMessage } from '../../l10n/message/message.ts'
import { currentIgnores, findOpen } from '../../l10n/translation/findings.ts'
import { shownText } from '../../l10n/translation/shown-text.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { Reader } from '../../store/store.ts'
import { escapeInvisible } from '../../text/escape.ts'
import { redactFindings } from '../glossary/redact-findings.ts'
import { stringLink } from '../page-links.ts'
import { fileOn } from '../translations/branch-place.ts'
import { findSource } from '../translations/sources.ts'
import type { Revision } from '../translations/text-history.ts'
import { explainReason, redactReason } from './explain-reason.ts'
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
