import { type MustSeeReason, VERDICT_REASONS } from '../../../l10n/reviews/words.ts'
import type { ReviewItemView } from '../../../tools/reviews/view.ts'
import { checkName } from '../../findings/translate.ts'
import { t } from '../../i18n/t.ts'
import { nameAuthor } from './author.ts'
import { verdictWord } from './verdicts.ts'

type Parts = Readonly<Record<string, string | number>>

/** Why a translation must be seen: a few words, and a sentence. */
export const explainReason = (
  reason: MustSeeReason,
  parts: Parts,
  was: ReviewItemView['was'],
): { readonly title: string; readonly text: string } => ({
  title: t(`review.reason.${reason}.title`),
  text: explain(reason, parts, nameAuthor(was?.by)),
})

const read = (parts: Parts, name: string): number => Number(parts[name] ?? 0)

/** The name of a part, and how many others there are. */
const readNames = (parts: Parts) => ({
  name: String(parts['name'] ?? ''),
  more: Math.max(0, read(parts, 'count') - 1),
})

function explain(reason: MustSeeReason, parts: Parts, author: string | undefined): string {
  const { name, more } = readNames(parts)
  switch (reason) {
    case 'replaced_human':
    case 'replaced_approved':
      return author === undefined
        ? t(`review.reason.${reason}.anonymous`)
        : t(`review.reason.${reason}.text`, { author })
    case 'short':
    case 'long':
      return t(`review.reason.${reason}.text`, { source: read(parts, 'source'), target: read(parts, 'target') })
    case 'error':
    case 'warning':
    case 'ignored':
      return withWords(t(`review.reason.${reason}.text`, { name: checkName(name), more }), parts)
    case 'requested':
      return withWords(t('review.reason.requested.text'), parts)
    case 'fault':
      return withWords(describeFault(parts), parts)
    case 'new_term':
      return parts['name'] === undefined
        ? t('review.reason.new_term.withheld', { count: read(parts, 'count') })
        : t('review.reason.new_term.text', { name, more })
    case 'locked_neighbor':
      return t('review.reason.locked_neighbor.text', { name, more })
    case 'plural':
    case 'markup':
    case 'placeholders':
      return t(`review.reason.${reason}.text`, { count: read(parts, 'count') })
    case 'stale':
    case 'first_in_file':
      return t(`review.reason.${reason}.text`)
  }
}

/** The verdict of another review, with its reason. */
function describeFault(parts: Parts): string {
  const verdict = verdictWord(parts['verdict'] === 'major' ? 'major' : 'minor', false)
  const reason = VERDICT_REASONS.find(one => one === parts['reason'])
  return reason === undefined
    ? t('review.reason.fault.text', { verdict })
    : t('review.reason.fault.reasoned', { verdict, reason: t(`review.fault.${reason}`) })
}

/** A sentence with the words of who requested, judged, ignored or overrode. */
const withWords = (text: string, { said }: Parts): string =>
  said === undefined ? text : t('review.item.quoted', { text, said })

/** The heading of the translations that are listed under a reason. */
export const groupLabel = (reason: MustSeeReason): string => t(`review.reason.${reason}.group`)
