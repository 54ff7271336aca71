import type { ReviewItemView, ReviewView } from '../../tools/reviews/view.ts'
import { PageHead } from '../components/page-head.tsx'
import { Panel } from '../components/panel.tsx'
import { formatCount } from '../format/numbers.ts'
import { Time } from '../format/time.tsx'
import { t } from '../i18n/t.ts'
import type { ProjectPage } from '../layout/load-project.ts'
import { Ended } from './end/ended.tsx'
import { describeGrounds, describeProof, formatGoal } from './model/live.ts'
import { reportPath, reviewPath } from './paths.ts'
import { groupLabel, nameAuthor, stateWord, verdictWord } from './words.ts'

interface ReportPageProps extends ProjectPage {
  readonly view: ReviewView
  /** The translations that were read, up to a limit. */
  readonly items: readonly ReviewItemView[]
  readonly hasMore: boolean
}

/** The report of a review, to print or to keep: who read what, by which plan, and with which result. */
export function ReportPage({ project, view, items, hasMore }: ReportPageProps) {
  return (
    <div class="work rv-report">
      <PageHead
        title={t('review.report.title', { title: view.title })}
        about={
          <>
            <span>{project.name}</span>
            <span>{stateWord(view.state)}</span>
            <span>
              <Time at={view.created_at} isDated />
            </span>
          </>
        }
      >
        <p class="rv-links rv-screen">
          <a href={reviewPath(project, view.id)}>{t('review.report.back')}</a>
          <a href={`${reportPath(project, view.id)}.json`}>{t('review.report.json')}</a>
        </p>
      </PageHead>
      <Ended project={project} view={view} />
      <Panel id="plan-heading" title={t('review.report.plan')}>
        <Plan view={view} />
      </Panel>
      <Readers view={view} />
      <MustSeeTable view={view} />
      <Panel id="read-heading" title={t('review.report.read')}>
        {items.length === 0 ? <p class="panel-body hint">{t('review.report.none')}</p> : <ReadTable items={items} />}
        {hasMore && <p class="panel-body hint">{t('review.report.more')}</p>}
      </Panel>
    </div>
  )
}

type FilterName = Exclude<keyof ReviewView['filter'], 'waiting'>

function Plan({ view }: { readonly view: ReviewView }) {
  const { goal, seed, sample, must_see, total, distinct, filter } = view
  const rows: readonly (readonly [string, ...string[]])[] = [
    [t('review.report.result'), describeProof(view), describeGrounds(view)],
    [t('review.report.goal'), t('review.report.goal_text', { goal: formatGoal(goal) })],
    [
      t('review.report.translations'),
      t('review.report.distinct', { total: formatCount(total), distinct: formatCount(distinct) }),
    ],
    [
      t('review.must_see.title'),
      t('review.report.must_see', {
        decided: formatCount(must_see.decided),
        total: formatCount(must_see.total),
        taken_out: formatCount(must_see.taken_out),
      }),
    ],
    [
      t('review.sample.title'),
      t('review.report.sample', {
        read: formatCount(sample.read),
        size: formatCount(sample.size),
        population: formatCount(sample.population),
      }),
    ],
    [
      t('review.report.filter'),
      ...Object.entries(filter).map(([name, value]) =>
        value === true
          ? t('review.start.subjects.waiting')
          : t(`review.report.filters.${name as FilterName}`, { value: String(value) }),
      ),
    ],
  ]
  return (
    <dl class="facts">
      {rows.map(([term, ...texts]) => (
        <>
          <dt>{term}</dt>
          <dd>
            {texts.map(text => (
              <div key={text}>{text}</div>
            ))}
          </dd>
        </>
      ))}
      <dt>{t('review.report.seed')}</dt>
      <dd>
        <code>{seed}</code>
      </dd>
    </dl>
  )
}

function Readers({ view: { readers } }: Pick<ReportPageProps, 'view'>) {
  if (readers.length === 0) return null
  return (
    <Panel id="readers-heading" title={t('review.report.readers')}>
      <dl class="facts">
        {readers.map(({ by, read }, at) => (
          <>
            <dt key={at}>
              <bdi>{nameAuthor(by) ?? t('review.by.deleted')}</bdi>
            </dt>
            <dd>{t('review.report.read_count', { count: read })}</dd>
          </>
        ))}
      </dl>
    </Panel>
  )
}

function MustSeeTable({ view: { must_see } }: Pick<ReportPageProps, 'view'>) {
  if (must_see.groups.length === 0) return null
  return (
    <Panel id="must-see-heading" title={t('review.must_see.title')}>
      <table class="data">
        <thead>
          <tr>
            <th scope="col">{t('review.report.reason')}</th>
            {(['total', 'decided', 'taken_out'] as const).map(name => (
              <th key={name} scope="col" class="number">
                {t(`review.report.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {must_see.groups.map(({ reason, total, decided, taken_out }) => (
            <tr key={reason}>
              <th scope="row">{groupLabel(reason)}</th>
              <td class="number">{formatCount(total)}</td>
              <td class="number">{formatCount(decided)}</td>
              <td class="number">{formatCount(taken_out)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  )
}

function ReadTable({ items }: Pick<ReportPageProps, 'items'>) {
  return (
    <ul class="rv-read">
      {items.map(({ n, part, key, locale, verdict, taken_out }) => (
        <li key={n}>
          <span class="rv-number">{formatCount(n)}</span>
          <span class="rv-key">
            <bdi>{key}</bdi> <span class="locale-code">{locale}</span>
          </span>
          <span>{t(`review.report.part.${part}`)}</span>
          <span>
            <b>
              {verdict === undefined
                ? t(taken_out === true ? 'review.mark.taken_out' : 'review.mark.unread')
                : verdictWord(verdict.verdict, verdict.fixed === true)}
            </b>
            {verdict?.reason !== undefined && ` · ${t(`review.fault.${verdict.reason}`)}`}
          </span>
          <span class="rv-who">
            <bdi>{nameAuthor(verdict?.by)}</bdi> {verdict !== undefined && <Time at={verdict.at} />}
          </span>
          {verdict?.comment !== undefined && (
            <q class="rv-said" dir="auto">
              {verdict.comment}
            </q>
          )}
        </li>
      ))}
    </ul>
  )
}
