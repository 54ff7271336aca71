import { type MustSeeReason, VERDICT_REASONS } from '../../../l10n/reviews/words.ts'
import type { ReviewItemView } from '../../../tools/reviews/view.ts'
import { checkName } from '../../findings/translate.ts'
import { t } from '../../i18n/t.ts'
import { nameAuthor } from './author.ts'
import { verdictWord } from './verdicts.ts'

type Parts = Readonly<Record<string, string | number>>

/** Why a translation must be seen: a few words, and a sentence. */
export function explainReason(
  reason: MustSeeReason,
  parts: Parts,
  was: ReviewItemView['was'],
): { readonly title: string; readonly text: string } {
  const count = Number(parts['count'] ?? 0)
  const more = Math.max(0, count - 1)
  const name = String(parts['name'] ?? '')
  const lengths = { source: Number(parts['source'] ?? 0), target: Number(parts['target'] ?? 0) }
  const author = nameAuthor(was?.by)
  const title = t(`review.reason.${reason}.title`)
  switch (reason) {
    case 'replaced_human':
    case 'replaced_approved':
      return {
        title,
        text:
          author === undefined ? t(`review.reason.${reason}.anonymous`) : t(`review.reason.${reason}.text`, { author }),
      }
    case 'short':
    case 'long':
      return { title, text: t(`review.reason.${reason}.text`, lengths) }
    case 'error':
    case 'warning':
      return { title, text: withWords(t(`review.reason.${reason}.text`, { name: checkName(name), more }), parts) }
    case 'requested':
      return { title, text: withWords(t('review.reason.requested.text'), parts) }
    case 'fault':
      return { title, text: withWords(describeFault(parts), parts) }
    case 'ignored':
      return { title, text: withWords(t('review.reason.ignored.text', { name: checkName(name), more }), parts) }
    case 'new_term':
      if (parts['name'] === undefined) return { title, text: t('review.reason.new_term.withheld', { count }) }
      return { title, text: t('review.reason.new_term.text', { name, more }) }
    case 'locked_neighbor':
      return { title, text: t(`review.reason.${reason}.text`, { name, more }) }
    case 'plural':
    case 'markup':
    case 'placeholders':
      return { title, text: t(`review.reason.${reason}.text`, { count }) }
    case 'stale':
    case 'first_in_file':
      return { title, text: t(`review.reason.${reason}.text`) }
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
