import { z } from 'zod'
import { escapeInvisible } from '../../text/escape.ts'
import type { CliContext } from '../context.ts'
import type { FileChange, ReplacedText } from '../files/compare-files.ts'
import { formatTexts } from '../files/local-changes.ts'
import { PullAnswer } from '../files/pull-answer.ts'
import { paint } from '../io.ts'
import { formatCount } from '../output/progress.ts'
import { countOf, formatDuration, keepTrue } from '../output/sentences.ts'

const Row = z.looseObject({ fallback: z.number().optional(), omitted: z.number().optional() })

/** The response of a pull, besides the content of its files. */
export const PullSummary = z.looseObject({
  files: z.array(Row).optional(),
  locales: z.array(Row).optional(),
  ...PullAnswer.pick({ conflicts: true, waiting: true, left_out: true, formulas: true, outside: true }).shape,
})

export type PullSummary = z.output<typeof PullSummary>

/** Sums a count over all files. `omitted`: translations of older source strings that the policy leaves out. */
export const sumCount = ({ files = [], locales = [] }: PullSummary, name: 'fallback' | 'omitted'): number =>
  [...files, ...locales].reduce((sum, row) => sum + (row[name] ?? 0), 0)

export interface PullReport {
  readonly project: string
  readonly changes: readonly FileChange[]
  readonly local: readonly ReplacedText[]
  /** Texts of the repository that stay until somebody decides. */
  readonly kept: readonly ReplacedText[]
  /** The folder of a preview. */
  readonly preview: string | undefined
  readonly answer: PullSummary
  readonly isDry: boolean
  readonly milliseconds: number
}

/** Files that are listed on a terminal. */
const MAX_ROWS = 100

/** Describes a pull: a cell for each changed file, then a summary, the texts that stay, and what waits for review. */
export function describePull(
  { project, changes, local, kept, preview, answer, isDry, milliseconds }: PullReport,
  showPath: (path: string) => string,
  { io, command }: Pick<CliContext, 'io' | 'command'>,
): readonly string[] {
  const colour = paint(io.stdout)
  const { waiting, formulas, left_out: leftOut = 0, outside } = answer
  const lines = changes.reduce((sum, change) => sum + change.lines, 0)
  const fallbacks = sumCount(answer, 'fallback')
  const omitted = sumCount(answer, 'omitted')
  const hidden = changes.length - MAX_ROWS
  return keepTrue([
    ...layOut(changes.slice(0, io.stdout.isTTY ? MAX_ROWS : undefined), showPath, io.stdout),
    io.stdout.isTTY && hidden > 0 && `and ${countOf(hidden, 'more file')}. All: ${command('pull --dry-run --json')}`,
    [
      describeTotal({ files: changes.length, lines, isDry, preview }) + formatDuration(milliseconds),
      ...describeUndecided(kept, preview === undefined ? answer.conflicts : undefined, command),
    ].join(' '),
    ...(local.length > 0 && isDry
      ? [
          `${countOf(local.length, 'string')} with local changes that a pull would refuse to replace:`,
          ...formatTexts(local.slice(0, 10), showPath),
        ]
      : []),
    fallbacks > 0 && `${countOf(fallbacks, 'missing translation')} filled from fallbacks.`,
    omitted > 0 && describeOmitted(omitted),
    waiting && describeWaiting(waiting),
    formulas && describeFormulas(formulas),
    outside && colour('dim', describeOutside(outside, project)),
    leftOut > 0 &&
      colour('dim', `${countOf(leftOut, 'file')} without translations not written. To get one, name its locale.`),
  ])
}

function describeFormulas({ count, first }: NonNullable<PullSummary['formulas']>): string {
  const names = first.map(({ locale, key }) => `${locale} ${escapeInvisible(key)}`).join(', ')
  const more = count - first.length
  return `warning: ${countOf(count, 'translation')} ${count === 1 ? 'begins' : 'begin'} like a formula, which spreadsheets run: ${names}${more > 0 ? ` and ${formatCount(more)} more` : ''}.`
}

const describeOmitted = (count: number): string =>
  `${countOf(count, 'translation')} of older source strings ${count === 1 ? 'is' : 'are'} not in the files.`

function describeOutside({ count, first }: NonNullable<PullSummary['outside']>, project: string): string {
  const more = count - first.length
  return `${countOf(count, 'source file')} of ${project} ${count === 1 ? 'matches' : 'match'} no rule of dragoman.json: ${first.map(escapeInvisible).join(', ')}${more > 0 ? ` and ${formatCount(more)} more` : ''}. ${count === 1 ? 'Its' : 'Their'} translations were not pulled.`
}

interface Total {
  readonly files: number
  readonly lines: number
  readonly isDry: boolean
  readonly preview: string | undefined
}

function describeTotal({ files, lines, isDry, preview }: Total): string {
  if (files === 0) return 'Everything is up to date.'
  const where = preview === undefined ? '' : ` below ${escapeInvisible(preview)}`
  const what = `${countOf(files, 'file')}${isDry ? ' would change' : ' changed'}${where}, ${countOf(lines, 'line')}.`
  return isDry ? `${what} Nothing was written.` : what
}

/** What nobody decided on: the texts that stay in the files, else the conflicts that are in other files. */
function describeUndecided(
  kept: readonly ReplacedText[],
  conflicts: PullSummary['conflicts'],
  command: CliContext['command'],
): readonly string[] {
  const toOpen = ({ locale, key }: { readonly locale: string; readonly key: string }): string =>
    `${locale} ${escapeInvisible(key)} (${command(`open ${key}`)})`
  const [text] = kept
  const [conflict] = conflicts?.first ?? []
  if (text !== undefined) {
    return [
      `Kept ${countOf(kept.length, 'text')} of your files: conflicts or waiting for a review. Decide ${toOpen(text)}.`,
    ]
  }
  if (conflicts === undefined || conflict === undefined) return []
  return [`${countOf(conflicts.count, 'conflict')} ${conflicts.count === 1 ? 'is' : 'are'} open: ${toOpen(conflict)}.`]
}

function describeWaiting({ in_review = 0, unapproved = 0, page }: NonNullable<PullSummary['waiting']>): string {
  const count = Math.max(in_review, unapproved)
  return `${countOf(count, 'translation')} wait${count === 1 ? 's' : ''} for approval and ${count === 1 ? 'is' : 'are'} not in the files: ${escapeInvisible(page)}`
}

/** Cells such as `locales/de.json  +14 ~2`, side by side where the terminal is wide; with a tab in a pipe. */
function layOut(
  changes: readonly FileChange[],
  showPath: (path: string) => string,
  stream: NodeJS.WriteStream,
): readonly string[] {
  const cells = changes.map(change => ({ path: showPath(change.file.path), counts: formatCounts(change) }))
  if (!stream.isTTY) return cells.map(({ path, counts }) => `${path}\t${counts}`)
  const paths = Math.max(0, ...cells.map(({ path }) => path.length))
  const counts = Math.max(0, ...cells.map(cell => cell.counts.length))
  const width = paths + counts + 2
  // A terminal of unknown width has 0 columns.
  const columns = Math.max(1, Math.min(3, Math.floor(((stream.columns || 80) + 4) / (width + 4))))
  const texts = cells.map(cell => `${cell.path.padEnd(paths)}  ${cell.counts}`.padEnd(width))
  return Array.from({ length: Math.ceil(texts.length / columns) }, (_, at) =>
    texts
      .slice(at * columns, (at + 1) * columns)
      .join('    ')
      .trimEnd(),
  )
}

function formatCounts({ isNew, added, changed, removed }: FileChange): string {
  const parts = keepTrue([
    added > 0 && `+${formatCount(added)}`,
    changed > 0 && `~${formatCount(changed)}`,
    removed > 0 && `-${formatCount(removed)}`,
    isNew && 'new',
  ])
  return parts.length === 0 ? 'layout only' : parts.join(' ')
}
