import type { ComponentChildren } from 'preact'
import { BarPatterns } from '../../components/marks/bar-patterns.tsx'
import { FindingMark } from '../../components/marks/finding-mark.tsx'
import { StateBar } from '../../components/marks/state-bar.tsx'
import { StateMark } from '../../components/marks/state-mark.tsx'
import { nameLocale } from '../../format/locale.ts'
import { formatCount, formatPercent } from '../../format/numbers.ts'
import { Time } from '../../format/time.tsx'
import { t } from '../../i18n/t.ts'
import type { LoadedProject } from '../../layout/load-project.ts'
import { projectTabPath } from '../../layout/project-place.ts'
import { LocaleLabel } from '../../strings/string-frame.tsx'
import { countedPlace, countFindings, countReady, type LocaleProgress, type Overview } from './read-overview.ts'

interface LocalesPanelProps {
  readonly project: LoadedProject
  readonly overview: Overview
}

/** The progress of each locale. Each number leads to its strings. */
export function LocalesPanel({ project, overview }: LocalesPanelProps) {
  return (
    <section class="panel locales" aria-labelledby="locales-title">
      <header>
        <h2 id="locales-title">{t('overview.locales.title')}</h2>
        <ul class="legend">
          {(['approved', 'translated', 'needs_review', 'untranslated'] as const).map(state => (
            <li key={state}>
              <StateMark state={state} />
            </li>
          ))}
        </ul>
      </header>
      <BarPatterns />
      <table class="data" role="table">
        <caption class="unseen">{t('overview.locales.caption', { branch: overview.countedBranch })}</caption>
        <thead role="rowgroup">
          <tr role="row">
            <Heading text={t('overview.locales.locale')} />
            <Heading text={t('overview.locales.progress')} />
            <Heading text={t('overview.locales.ready')} isNumber />
            <Heading text={t('overview.locales.words_left')} isNumber />
            <Heading text={t('overview.locales.to_review')} isNumber />
            <Heading text={t('overview.locales.findings')} />
            <Heading text={t('overview.locales.activity')} />
          </tr>
        </thead>
        <tbody role="rowgroup">
          {overview.locales.map(one => (
            <LocaleRow key={one.locale} progress={one} project={project} overview={overview} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Heading({ text, isNumber = false }: { readonly text: string; readonly isNumber?: boolean }) {
  return (
    <th scope="col" role="columnheader" class={isNumber ? 'number' : undefined}>
      {text}
    </th>
  )
}

function LocaleRow({ progress, project, overview }: LocalesPanelProps & { readonly progress: LocaleProgress }) {
  const { locale, untranslated, needs_review, translated, approved, words_left } = progress
  const strings = (query: Readonly<Record<string, string>>) =>
    projectTabPath(countedPlace(project, overview), 'strings', { locale, ...query })
  const total = untranslated + needs_review + translated + approved
  const ready = countReady(progress, project)
  const name = nameLocale(locale)
  const active = overview.active[locale]
  return (
    <tr role="row">
      <th scope="row" role="rowheader" class="plain">
        <a href={strings({})}>
          <LocaleLabel locale={locale} />
        </a>
      </th>
      <td role="cell" class="fill">
        <StateBar counts={progress} />
      </td>
      <td role="cell" class="number">
        <NumberLink
          count={ready}
          href={strings({
            state: project.record.settings.export === 'approved' ? 'approved' : 'translated,approved',
          })}
          label={t('overview.locales.ready_in', { percent: formatPercent(ready, total), locale: name })}
        >
          {formatPercent(ready, total)}
        </NumberLink>
      </td>
      <CountCell
        count={words_left}
        href={strings({ work: 'left' })}
        label={t('overview.locales.words_left_in', { count: words_left, locale: name })}
        unit={t('overview.locales.words_left_unit', { count: words_left })}
      />
      <CountCell
        count={needs_review}
        href={strings({ state: 'needs_review' })}
        label={t('overview.locales.to_review_in', { count: needs_review, locale: name })}
        unit={t('overview.locales.to_review_unit')}
      />
      <td role="cell" class="findings">
        <Findings progress={progress} strings={strings} name={name} />
      </td>
      <td role="cell" class="activity quiet">
        {active === undefined ? <span class="zero">{t('overview.locales.no_activity')}</span> : <Time at={active} />}
      </td>
    </tr>
  )
}

interface FindingsProps {
  readonly progress: LocaleProgress
  readonly strings: (query: Readonly<Record<string, string>>) => string
  readonly name: string
}

function Findings({ progress, strings, name }: FindingsProps) {
  const counts = countFindings(progress)
  const levels = (['error', 'warning', 'info'] as const)
    .map(level => ({ level, count: counts[level] }))
    .filter(({ count }) => count > 0)
  if (levels.length === 0) return <span class="zero">{t('overview.locales.no_findings')}</span>
  return (
    <span class="levels">
      {levels.map(({ level, count }) => (
        <a
          key={level}
          href={strings({ finding: level })}
          aria-label={nameNumber(count, t(`overview.locales.${level}_in`, { count, locale: name }))}
        >
          <FindingMark level={level} isMute /> {formatCount(count)}
        </a>
      ))}
    </span>
  )
}

interface NumberLinkProps {
  readonly count: number
  /** The strings behind the number. */
  readonly href: string
  /** What it counts, for readers of the link alone: "84 words left in German". */
  readonly label: string
  /** Shown instead of the number. */
  readonly children?: ComponentChildren
}

/** A number that leads to what it counts. Zero is quiet, and leads nowhere. */
function NumberLink({ count, href, label, children }: NumberLinkProps) {
  if (count === 0) return <span class="zero">{children ?? formatCount(0)}</span>
  return (
    <a href={href} aria-label={children === undefined ? nameNumber(count, label) : label}>
      {children ?? formatCount(count)}
    </a>
  )
}

function CountCell({ unit, ...link }: NumberLinkProps & { readonly unit: string }) {
  return (
    <td role="cell" class="number">
      <NumberLink {...link} />
      <span class="unit" aria-hidden="true">
        {' '}
        {unit}
      </span>
    </td>
  )
}

/** The name of a link that shows a number. It contains the number, which some languages only write out: who speaks to a page says what they see. */
function nameNumber(count: number, label: string): string {
  const shown = formatCount(count)
  return label.includes(shown) ? label : `${shown} ${label}`
}
