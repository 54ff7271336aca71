import { memoize } from '../../l10n/memoize.ts'
import { pluralize } from '../../tools/pluralize.ts'
import type { RunView } from '../../tools/runs/view.ts'

export type RunState = RunView['state']
export type RunReason = NonNullable<RunView['reason']>

export const STATE_NAMES: Readonly<Record<RunState, string>> = {
  pending: 'Pending',
  running: 'Running',
  paused: 'Paused',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
}

/** The outcomes in the order of the progress bar. */
export const OUTCOMES = ['translated', 'suggested', 'needs_review', 'unchanged', 'skipped', 'unresolved'] as const

export type Outcome = (typeof OUTCOMES)[number]

export const OUTCOME_NAMES: Readonly<Record<Outcome, string>> = {
  translated: 'Translated',
  suggested: 'Suggested',
  needs_review: 'Needs review',
  unchanged: 'Unchanged',
  skipped: 'Skipped',
  unresolved: 'Unresolved',
}

interface ReasonWords {
  readonly why: string
  /** What the user can do; undefined if the message of the run says it. */
  readonly fix: string | undefined
}

export const REASONS: Readonly<Record<RunReason, ReasonWords>> = {
  provider_failed: {
    why: 'The provider of an engine failed repeatedly.',
    fix: 'Check the status of the provider, then resume the run.',
  },
  budget: {
    why: 'The run reached its budget.',
    fix: undefined,
  },
  monthly_budget: {
    why: 'The account reached the monthly budget of an engine.',
    fix: 'Ask an operator of this server for a higher budget, or resume the run next month.',
  },
  credential_revoked: {
    why: 'The user or token that started the run lost its access.',
    fix: 'Resume the run: it then continues with your permissions.',
  },
  engine_unavailable: {
    why: 'An engine of the run is no longer available to this project.',
    fix: 'Ask an operator of this server to enable the engine, then resume the run. Or start a run with another engine.',
  },
  quota: {
    why: 'The account reached one of its limits.',
    fix: 'Delete what you no longer need, or ask an operator of this server for a higher limit. Then resume the run.',
  },
  too_large: {
    why: 'The run selects too many translations.',
    fix: undefined,
  },
  internal_error: {
    why: 'The server failed while it processed the run.',
    fix: 'Resume the run. If it fails again, send its ID to an operator of this server.',
  },
}

/** Most locales that a title names. */
const MAX_NAMED_LOCALES = 3

/** The title of a run: Translation into German and Polish. */
export function describeRun({ kind, locales }: Pick<RunView, 'kind' | 'locales'>): string {
  const noun = kind === 'translate' ? 'Translation into' : 'Revision of'
  if (locales.length > MAX_NAMED_LOCALES) return `${noun} ${locales.length} locales`
  return `${noun} ${lists.format(locales.map(englishName))}`
}

type Selected = Pick<RunView, 'kind' | 'only' | 'finding' | 'outdated_voice' | 'files' | 'ids'>

/** The strings that a run selects: Untranslated strings in 2 files. */
export function describeFilter(run: Selected): string {
  const { files, ids } = run
  const inFiles = files === undefined ? '' : ` in ${pluralize(files.length, 'file')}`
  const ofStrings = ids === undefined ? '' : ` of ${pluralize(ids.length, 'string')}`
  return `${describeSelection(run)}${inFiles}${ofStrings}`
}

function describeSelection({ kind, only, finding, outdated_voice: isVoice }: Selected): string {
  if (only !== undefined) return only === 'missing' ? 'Untranslated strings' : 'Stale translations'
  const which = [
    ...(finding === undefined ? [] : [finding === 'any' ? 'findings' : `findings (${finding})`]),
    ...(isVoice === true ? ['an outdated voice'] : []),
  ]
  if (which.length > 0) return `Translations with ${which.join(' and ')}`
  return kind === 'translate' ? 'All work' : 'All translations'
}

const lists = new Intl.ListFormat('en-US', { type: 'conjunction' })

const englishNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' })
const MAX_CACHED_NAMES = 500

/** The English name of a locale; its code if none is known. */
const englishName = memoize(MAX_CACHED_NAMES, (locale: string): string => englishNames.of(locale) ?? locale)

/** Translations that need the attention of a user. */
export const countFailures = ({ unresolved = 0, skipped = 0 }: RunView['counts']): number => unresolved + skipped

/** Whether a run goes on without a user. */
export const isActive = (state: RunState): boolean => state === 'pending' || state === 'running'
