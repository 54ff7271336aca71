import { escapeInvisible } from '../../../text/escape.ts'
import { quote } from '../../../text/quote.ts'
import { paint } from '../../io.ts'
import { formatCount } from '../../output/progress.ts'
import { countFindings, countOf, keepTrue } from '../../output/sentences.ts'
import { type CountByLocale, countLevel, type FileChange, type GateFinding, type GateReport } from '../report.ts'

type Place = (path: string) => string

/** Rows that a terminal of unknown height shows. */
const DEFAULT_ROWS = 40
/** Lines below the list: the summary. */
const SUMMARY_ROWS = 8
/** Gettext keys can be as long as a text. */
const MAX_KEY_CHARS = 40

/**
 * Formats findings: aligned on a terminal, as many as it shows; elsewhere lines of fields separated by tabs.
 * @param stream undefined for a file
 */
export function printFindings({ findings }: GateReport, place: Place, stream: NodeJS.WriteStream | undefined): string {
  const rows = findings.map(finding => toCells(finding, place))
  if (stream?.isTTY !== true) return rows.map(row => `${row.map(toField).join('\t')}\n`).join('')
  const shown = rows.slice(0, Math.max(10, (stream.rows || DEFAULT_ROWS) - SUMMARY_ROWS))
  const colour = paint(stream)
  const widths = [0, 1, 2, 3].map(column => Math.max(...shown.map(row => row[column]?.length ?? 0)))
  const lines = shown.map(([at = '', level = '', check = '', key = '', message = '', fix = '']) => {
    const cells = [at, level, check, key].map((cell, column) => cell.padEnd(widths[column] ?? 0))
    const style = level === 'error' ? 'red' : 'yellow'
    return [cells[0], colour(style, cells[1] ?? ''), cells[2], cells[3], message, colour('dim', fix)]
      .join('  ')
      .trimEnd()
  })
  const more = rows.length - shown.length
  const rest =
    more > 0 ? [`… and ${countOf(more, 'more finding', 'more findings')}. See all: dragoman check | less`] : []
  return [...lines, ...rest].map(line => `${line}\n`).join('')
}

function toCells(finding: GateFinding, place: Place): readonly string[] {
  const { path, line, column, level, check, key = '', message, fix = '' } = finding
  const name = key.length > MAX_KEY_CHARS ? `${key.slice(0, MAX_KEY_CHARS - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : key
  return [`${place(path)}:${line}:${column}`, level, check, name, message, fix].map(cell =>
    escapeInvisible(cell).replaceAll('\n', ' '),
  )
}

const toField = (cell: string): string => cell.replaceAll('\t', ' ')

interface SummaryOptions {
  readonly here: Place
  readonly seconds: number
}

/** Formats what a check found, in a few lines. */
export function printSummary(report: GateReport, { here, seconds }: SummaryOptions): string {
  const { changes, strings, queued } = report
  const [errors, warnings] = [countLevel(report, 'error'), countLevel(report, 'warning')]
  const found = countFindings({ errors, warnings })
  const time = changes === undefined || seconds >= 1 ? ` (${seconds.toFixed(1)} s)` : ''
  const what = changes === undefined ? `in ${countOf(strings, 'string')}` : 'in the strings that this branch changes'
  const lines = keepTrue([
    ...(changes ?? []).flatMap(change => describeChange(change, here)),
    changes === undefined && Object.keys(queued).length > 0 && `Queued for translation: ${listCounts(queued)} strings.`,
    found === '' ? `No problems ${what}${time === '' ? '.' : `${time}.`}` : `${found} ${what}${time}`,
  ])
  return lines.map(line => `${line}\n`).join('')
}

const MAX_RENAMES = 3

function describeChange(change: FileChange, here: Place): readonly string[] {
  const { added, changed, queued, stale, renamed, edited, removed } = change
  const path = escapeInvisible(here(change.path))
  const names = renamed.slice(0, MAX_RENAMES).map(({ from, to }) => `${quote(from)} → ${quote(to)}`)
  const more = renamed.length > names.length ? ` and ${renamed.length - names.length} more` : ''
  return keepTrue([
    added > 0 && `${countOf(added, 'string')} added in ${path}: queued for ${listLocales(queued, added)}.`,
    changed > 0 &&
      `${countOf(changed, 'string')} changed in ${path}: queued as stale for ${listLocales(stale, changed)}.`,
    renamed.length > 0 &&
      `${countOf(renamed.length, 'string')} renamed in ${path} (${names.join(', ')}${more}): translations keep their text.`,
    ...Object.entries(edited).map(
      ([file, count]) =>
        `${countOf(count, 'translation')} changed in ${escapeInvisible(here(file))}: unless a pull wrote ${count === 1 ? 'it' : 'them'}, run dragoman push --translations.`,
    ),
    ...Object.entries(removed).map(
      ([file, count]) =>
        `${countOf(count, 'translation')} removed from ${escapeInvisible(here(file))}: the next pull writes ${count === 1 ? 'it' : 'them'} again.`,
    ),
  ])
}

const MAX_LOCALES = 12

/** `de, ja`; with counts where they differ from the number of strings. */
const listLocales = (counts: CountByLocale, usual: number): string =>
  joinLocales(Object.entries(counts).map(([locale, count]) => (count === usual ? locale : `${locale} (${count})`)))

const listCounts = (counts: CountByLocale): string =>
  joinLocales(Object.entries(counts).map(([locale, count]) => `${locale} ${formatCount(count)}`))

const joinLocales = (names: readonly string[]): string =>
  names.length > MAX_LOCALES
    ? `${names.slice(0, MAX_LOCALES).join(', ')} and ${names.length - MAX_LOCALES} more`
    : names.join(', ')
