import type { ReviewView } from '../../../tools/reviews/view.ts'
import { batchPath } from '../../changes/paths.ts'
import { Notice } from '../../components/notice.tsx'
import { languageOf } from '../../findings/translate.ts'
import { Time } from '../../format/time.tsx'
import { unitListFormat } from '../../i18n/formats.ts'
import { rich, t } from '../../i18n/t.ts'
import type { ProjectPage } from '../../layout/load-project.ts'
import type { ReviewFault } from '../decide.ts'
import { reportPath } from '../paths.ts'
import { nameAuthor } from '../words.ts'

interface EndedProps extends ProjectPage {
  readonly view: ReviewView
}

const KINDS = { accepted: 'good', returned: 'warning', reverted: 'info' } as const

/** How a review ended: by whom, when, why, and what it did. */
export function Ended({ project, view }: EndedProps) {
  const { ended } = view
  if (ended === undefined) return null
  const author = nameAuthor(ended.by)
  const time = <Time at={ended.at} />
  return (
    <Notice kind={KINDS[ended.end]} title={t(`review.ended.${ended.end}`)}>
      <p>
        {author === undefined
          ? rich('review.ended.at', { time })
          : rich('review.ended.by', { author: <bdi>{author}</bdi>, time })}{' '}
        <EndCounts view={view} />
      </p>
      {ended.reason !== undefined && (
        <p dir="auto">
          {t('review.ended.reason')} <q>{ended.reason}</q>
        </p>
      )}
      <p class="rv-links">
        <a href={reportPath(project, view.id)}>{t('review.head.report')}</a>
        {ended.batch !== undefined && <a href={batchPath(project, ended.batch)}>{t('review.ended.batch')}</a>}
      </p>
    </Notice>
  )
}

const COUNTS = ['approved', 'kept', 'changes_requested', 'reopened', 'reverted', 'refused'] as const

/** What the end did, in translations. */
function EndCounts({ view: { ended } }: Pick<EndedProps, 'view'>) {
  const counts = COUNTS.flatMap(name => {
    const count = ended?.counts[name] ?? 0
    return count === 0 ? [] : [t(`review.ended.counts.${name}`, { count })]
  })
  return <span>{unitListFormat().format(counts)}</span>
}

/** Why a form of a review changed nothing. */
export function FaultNotice({ fault: { title, message, fix, ...words } }: { readonly fault: ReviewFault }) {
  const language = languageOf(words)
  return (
    <Notice kind="danger" title={title} isFirst>
      <p {...language}>{message}</p>
      {fix !== undefined && <p {...language}>{fix}</p>}
    </Notice>
  )
}
