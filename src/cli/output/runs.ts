import { escapeInvisible } from '../../text/escape.ts'
import { formatDollars } from '../../tools/runs/format-dollars.ts'
import { describeLeftOut } from '../../tools/runs/selection-notes.ts'
import type { RunView } from '../../tools/runs/view.ts'
import type { ItemRow } from '../runs/run-caller.ts'
import { formatCount } from './progress.ts'
import { countOf, keepTrue } from './sentences.ts'
import { alignRows } from './table.ts'

/** `16 strings into 2 locales, 213 words, about 4,100 tokens, $0.01. Nothing was sent.` */
export function describeEstimate({ estimate, locales, already_suggested }: RunView): string {
  const { strings, translations, words, input_tokens = 0, output_tokens = 0, characters = 0, cost } = estimate
  const leftOut = describeLeftOut({ already_suggested })
  if (translations === 0) return leftOut === '' ? 'Nothing is left to translate with these filters.' : leftOut
  const tokens = input_tokens + output_tokens
  const amount = tokens > 0 ? `about ${countOf(tokens, 'token')}` : countOf(characters, 'character')
  const price = cost === undefined ? 'no cost' : formatDollars(cost)
  return `${countOf(strings, 'string')} into ${countOf(locales.length, 'locale')} (${countOf(translations, 'translation')}), ${countOf(words, 'word')}, ${amount}, ${price}. Nothing was sent. ${leftOut}`.trimEnd()
}

const LABELS = [
  ['translated', 'translated'],
  ['needs_review', 'need review'],
  ['suggested', 'suggested'],
  ['unchanged', 'unchanged'],
  ['unresolved', 'unresolved'],
  ['skipped', 'skipped'],
] as const

/** The result of a run in a few lines. */
export function describeRun(run: RunView): string {
  const { state, message, counts, usage, url, batch, already_suggested } = run
  const outcomes = LABELS.flatMap(([name, label]) => {
    const count = counts[name] ?? 0
    return count === 0 ? [] : [`${formatCount(count)} ${label}`]
  })
  const cost = usage.cost === undefined ? '' : ` for ${formatDollars(usage.cost)}`
  return keepTrue([
    `${STATES[state]}: ${countOf(counts.done, 'translation')} of ${formatCount(counts.total)}${cost}. ${outcomes.join(', ')}`.trimEnd(),
    message && escapeInvisible(message),
    counts.total > 0 && already_suggested !== undefined && describeLeftOut({ already_suggested }),
    batch && `Batch ${batch}`,
    url,
  ]).join('\n')
}

const STATES: Readonly<Record<RunView['state'], string>> = {
  pending: 'Pending',
  running: 'Running',
  paused: 'Paused',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
}

/** The translations that a run did not store, one per line. */
export function describeFailures(items: readonly ItemRow[], total: number): string {
  const rows = items.map(
    ({ locale, key, outcome, message = '' }) =>
      `  ${locale}  ${escapeInvisible(key)}  ${outcome}  ${escapeInvisible(message)}`,
  )
  const more = total > items.length ? [`  … and ${formatCount(total - items.length)} more`] : []
  return [...rows, ...more].join('\n')
}

/** The runs of a project, as a table. */
export function describeRuns(runs: readonly RunView[]): string {
  if (runs.length === 0) return 'The project has no runs.'
  const rows = runs.map(({ id, state, kind, locales, counts, usage, created_at }) => [
    id,
    STATES[state].toLowerCase(),
    kind,
    locales.length > 3 ? `${locales.length} locales` : locales.join(' '),
    `${formatCount(counts.done)}/${formatCount(counts.total)}`,
    usage.cost === undefined ? '' : formatDollars(usage.cost),
    created_at.slice(0, 16).replace('T', ' '),
  ])
  return alignRows([['RUN', 'STATE', 'KIND', 'LOCALES', 'DONE', 'COST', 'STARTED (UTC)'], ...rows]).join('\n')
}
