import type { Message } from '../../l10n/message/message.ts'
import { currentIgnores, findOpen } from '../../l10n/translation/findings.ts'
import { shownText } from '../../l10n/translation/shown-text.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { Reader } from '../../store/store.ts'
import { escapeInvisible } from '../../text/escape.ts'
import { redactFindings } from '../glossary/redact-findings.ts'
import { stringLink } from '../page-links.ts'
import { findSource } from '../translations/sources.ts'
import { explainReason, redactReason } from './explain-reason.ts'
import { type NumberedItem, partOf, type Review, type Verdict } from './find-review.ts'
import type { ReviewViewer } from './to-view.ts'
import type { ReviewItemView } from './view.ts'

export interface ItemViewer extends ReviewViewer {
  /** Full findings, which quote glossary terms. */
  readonly seesTerms: boolean
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
  const text = translation && shownText(translation, first.src).text
  const frozen = await read.revisions.get(first.revision_id)
  const isCurrent = text?.rev === first.rev
  const open =
    translation !== undefined && isCurrent ? findOpen(text.findings, currentIgnores(translation, first.src)) : []
  const branch = review.branch === viewer.mainBranch ? undefined : review.branch
  return {
    n,
    part: partOf(review, n),
    id: entry.short,
    key: escapeInvisible(entry.key),
    file: escapeInvisible((await read.files.get(item.file_id))?.path ?? ''),
    locale: item.locale,
    source: copyOf((await findSource(entry, first.src, read)) ?? entry.source),
    ...(entry.description !== undefined && { note: escapeInvisible(entry.description) }),
    ...(frozen !== undefined && { message: copyOf(frozen.value) }),
    ...(await describeReplaced(first.decided ?? first.was, viewer, read)),
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
    ...(!isCurrent && text !== undefined && { changed: copyOf(text.value) }),
    ...(verdict?.taken_out === true && { taken_out: true }),
    ...(verdict?.verdict !== undefined && { verdict: await describeVerdict(verdict, verdict.verdict, viewer) }),
    url: stringLink(viewer.baseUrl, { project: viewer.name, id: entry.short, locale: item.locale, branch }),
  }
}

async function describeReplaced(
  id: string | undefined,
  { actors, isOutsider }: ItemViewer,
  read: Reader,
): Promise<Pick<ReviewItemView, 'was'>> {
  const was = id === undefined ? undefined : await read.revisions.get(id)
  if (was === undefined) return {}
  const by = isOutsider ? {} : { by: await actors.describe(was.origin) }
  return { was: { message: copyOf(was.value), state: was.state, ...by, at: was.at } }
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

const copyOf = (message: Frozen<Message>): string | Record<string, string> =>
  typeof message === 'string' ? message : { ...message }
