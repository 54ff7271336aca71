import { LEVELS } from '../../l10n/checks/check.ts'
import { memoize } from '../../l10n/memoize.ts'
import type { RunView } from '../../tools/runs/view.ts'
import { checkName } from '../findings/translate.ts'
import { currentLanguage } from '../i18n/current.ts'
import { listFormat, unitListFormat } from '../i18n/formats.ts'
import { t } from '../i18n/t.ts'

export type RunState = RunView['state']
export type RunReason = NonNullable<RunView['reason']>

export const RUN_STATES = [
  'pending',
  'running',
  'paused',
  'completed',
  'failed',
  'cancelled',
] as const satisfies readonly RunState[]

export const stateName = (state: RunState): string => t(`runs.states.${state}`)

/** The outcomes in the order of the progress bar. */
export const OUTCOMES = ['translated', 'suggested', 'needs_review', 'unchanged', 'skipped', 'unresolved'] as const

export type Outcome = (typeof OUTCOMES)[number]

export const outcomeName = (outcome: Outcome): string => t(`runs.outcomes.${outcome}`)

/** Why a run is paused or has failed. */
export const describeReason = (reason: RunReason): string => t(`runs.reasons.${reason}.why`)

/** What the user can do; undefined if the message of the run says it. */
export const adviseReason = (reason: RunReason): string | undefined =>
  reason === 'budget' || reason === 'too_large' ? undefined : t(`runs.reasons.${reason}.fix`)

/** Most locales that a title names. */
const MAX_NAMED_LOCALES = 3

/** The title of a run: Translation into German and Polish. */
export function describeRun({ kind, locales }: Pick<RunView, 'kind' | 'locales'>): string {
  return locales.length > MAX_NAMED_LOCALES
    ? t(`runs.title.${kind}_many`, { count: locales.length })
    : t(`runs.title.${kind}`, { locales: listFormat().format(locales.map(localeName)) })
}

type Selected = Pick<RunView, 'kind' | 'only' | 'finding' | 'outdated_voice' | 'files' | 'ids'>

/** The strings that a run selects: Untranslated strings, 2 files. */
export function describeFilter(run: Selected): string {
  const { files, ids } = run
  return unitListFormat().format([
    describeSelection(run),
    ...(files === undefined ? [] : [t('runs.filter.files', { count: files.length })]),
    ...(ids === undefined ? [] : [t('runs.filter.strings', { count: ids.length })]),
  ])
}

function describeSelection({ kind, only, finding, outdated_voice: isVoice }: Selected): string {
  if (only !== undefined) return t(`runs.filter.${only}`)
  const voice = isVoice === true ? '_and_voice' : ''
  if (finding === 'any') return t(`runs.filter.findings${voice}`)
  if (finding !== undefined) return t(`runs.filter.finding${voice}`, { finding: findingName(finding) })
  if (isVoice === true) return t('runs.filter.voice')
  return t(kind === 'translate' ? 'runs.filter.all_work' : 'runs.filter.all_translations')
}

const findingName = (finding: string): string => {
  const level = LEVELS.find(one => one === finding)
  return level === undefined ? checkName(finding) : t(`project.level.${level}`)
}

const MAX_CACHED_NAMES = 1000

const displayNames = memoize(
  MAX_CACHED_NAMES,
  (language: string) => new Intl.DisplayNames([language], { type: 'language', fallback: 'code' }),
)

/** The name of a locale in the language of the page; its code if none is known. */
const localeName = (locale: string): string => displayNames(currentLanguage()).of(locale) ?? locale

/** Engines in the order of their use. */
export const describeOrder = ([engine = '', ...others]: readonly string[]): string =>
  others.reduce((first, next) => t('runs.engines_in_order', { first, next }), engine)

/** Translations that need the attention of a user. */
export const countFailures = ({ unresolved = 0, skipped = 0 }: RunView['counts']): number => unresolved + skipped

/** Whether a run goes on without a user. */
export const isActive = (state: RunState): boolean => state === 'pending' || state === 'running'
