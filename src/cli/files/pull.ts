import type { CallToolResult } from '@modelcontextprotocol/server'
import { AppError } from '../../errors.ts'
import { pluralize } from '../../tools/pluralize.ts'
import { keepTrue } from '../output/sentences.ts'
import type { ReplacedText } from './compare-files.ts'
import type { FileAccess } from './file-access.ts'
import { type Comparison, formatTexts, localTextsError } from './local-changes.ts'
import {
  fetchPulledFiles,
  type IncomingFile,
  type OwnedFile,
  type PullAnswer,
  type PulledFile,
  type PullOwned,
  parsePullAnswer,
} from './pull-answer.ts'
import { assertPreview, findPullConflicts, type PullConflict, pullConflictError } from './pull-conflicts.ts'
import type { Root } from './root.ts'
import { parseToolResult, toToolError, toToolResult } from './tool-result.ts'
import type { FileTransfer } from './transfer.ts'

type LocaleTotals = NonNullable<PullAnswer['locales']>[number]

/** More file rows than MAX_ROWS are summed by locale; more paths than MAX_PATHS are only counted. */
const MAX_ROWS = 20
const MAX_PATHS = 100
/** Limits of a call: a server reads at most 4 MiB, and 500 rules. */
const MAX_HAVE_BYTES = 2 * 1024 * 1024
const MAX_RULES = 500
/** Kept texts that an answer names. */
const MAX_KEPT = 20

interface PullCalls {
  /** Calls the tool with the arguments of its caller, and others instead of them. */
  readonly pull: (others?: Readonly<Record<string, unknown>>) => Promise<CallToolResult>
  /** The folder in which the caller looks at the files, apart from those of the repository. */
  readonly preview: string | undefined
  /** Compares the files with those of the repository, without asking about those that `isSent` excludes. */
  readonly compare: (
    files: readonly IncomingFile[],
    isSent: (path: string) => boolean,
    pullOwned: PullOwned,
  ) => Promise<Pick<Comparison, 'files' | 'local' | 'kept'>>
}

/** Runs a pull and writes its files below the root. Nothing is written if a check fails. The result lists the paths instead of the content. */
export async function pullFiles(
  { pull, preview, compare }: PullCalls,
  { root, log: pulledLog, previews, force, accepts, select, progress, warn }: FileAccess,
  carrier: FileTransfer,
  signal: AbortSignal | undefined,
): Promise<CallToolResult> {
  const result = await pull()
  const given = parseToolResult(result)
  if (given === undefined) return result
  const answer = parsePullAnswer(given)
  const log = preview === undefined ? pulledLog : previews
  try {
    const fetched = await fetchPulledFiles(answer, carrier, signal, progress.begin('Fetching', 'files'))
    const files = accepts === undefined ? fetched : fetched.filter(accepts)
    if (preview !== undefined) await assertPreview(files, preview, root, previews)
    const conflicts = await findPullConflicts(files, root, log, preview)
    if (conflicts.length > 0 && force === undefined) throw pullConflictError(conflicts)
    const pullOwned: PullOwned = async owned => {
      const again = await pull(toOwnedArguments(owned))
      if (again.isError === true) throw toToolError(again)
      const found = parsePullAnswer(parseToolResult(again))
      const onProgress = progress.begin('Fetching', 'files')
      const contents = new Map(
        (await fetchPulledFiles(found, carrier, signal, onProgress)).map(({ path, content }) => [path, content]),
      )
      const all = files.map(file => ({ ...file, content: contents.get(file.path) ?? file.content }))
      const unsafe = new Set((await findPullConflicts(all, root, log)).map(({ path }) => path))
      progress.clear()
      return all.filter(({ path }) => contents.has(path) && !unsafe.has(path))
    }
    // A file that may not be a translation is not sent to the server. A command that selects files looks at their local changes itself.
    const unlike = new Set(conflicts.map(({ path }) => path))
    const isCompared = select === undefined && preview === undefined
    const compared = isCompared
      ? await compare(files, path => !unlike.has(path), pullOwned)
      : { files, local: [], kept: [] }
    const { local, kept } = compared
    if (local.length > 0 && force === undefined) throw localTextsError(local)
    progress.clear()
    const forced = [...conflicts, ...local.map(toConflict)]
    if (forced.length > 0) force?.(forced)
    const chosen = select === undefined ? compared.files : await select(files, pullOwned)
    await writeAll(chosen, root, progress.begin('Writing', 'files'))
    // The files are written. Without the log, the next pull identifies them by their keys.
    if (chosen.length > 0) await log.add(new Map(chosen.map(({ path, content }) => [path, content]))).catch(warn)
    const written = chosen.map(({ path }) => path).sort()
    return toToolResult({
      ...summarizePull(answer, written, kept),
      ...(forced.length > 0 && { forced: [...new Set(forced.map(({ path }) => path))].slice(0, MAX_PATHS) }),
    })
  } finally {
    progress.clear()
  }
}

/** The arguments of a pull of files that the repository has. Those beyond the limits of a call are pulled as for others. */
function toOwnedArguments(owned: readonly OwnedFile[]): Readonly<Record<string, unknown>> {
  const have: Record<string, string> = {}
  let bytes = 0
  for (const { file, sha256 } of owned) {
    bytes += Buffer.byteLength(JSON.stringify([file.path, sha256]))
    if (bytes > MAX_HAVE_BYTES) break
    have[file.path] = sha256
  }
  const rules = new Set(owned.map(({ file }) => file.source))
  const isNamed = rules.size <= MAX_RULES && !rules.has(undefined)
  return { have, ...(isNamed && { rules: [...rules] }) }
}

function toConflict(text: ReplacedText): PullConflict {
  const [line = ''] = formatTexts([{ ...text, key: `${text.locale} ${text.key}` }], undefined)
  return { path: text.path, why: line.trim(), isUnpushed: false }
}

async function writeAll(
  files: readonly IncomingFile[],
  root: Root,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  for (const [at, { path, content }] of files.entries()) {
    try {
      await root.write(path, content)
    } catch (error) {
      throw error instanceof AppError && at > 0 ? partialWriteError(error, at) : error
    }
    onProgress(at + 1, files.length)
  }
}

function summarizePull(answer: PullAnswer, written: readonly string[], kept: readonly ReplacedText[]) {
  const { files = [], locales, left_out: leftOut = 0, conflicts, waiting, formulas, outside } = answer
  const totals = locales ?? (files.length > MAX_ROWS ? sumByLocale(files) : undefined)
  const more = written.length - MAX_PATHS
  return {
    written: written.slice(0, MAX_PATHS),
    ...(more > 0 && { more }),
    ...(totals === undefined ? files.length > 0 && { files: files.map(withoutContent) } : { locales: totals }),
    conflicts,
    ...(kept.length > 0 && {
      kept: {
        count: kept.length,
        first: kept.slice(0, MAX_KEPT).map(({ path, locale, key }) => ({ path, locale, key })),
      },
    }),
    waiting,
    formulas,
    ...(leftOut > 0 && { left_out: leftOut }),
    outside,
    next: formatNextStep(answer, written.length, kept.length),
  }
}

function withoutContent(file: PulledFile): PulledFile {
  const { content: _, ...row } = file
  return row
}

function formatNextStep(
  { files = [], locales = [], left_out: leftOut = 0, conflicts, waiting }: PullAnswer,
  written: number,
  kept: number,
): string {
  const rows = [...files, ...locales]
  const isOpen = rows.some(({ stale = 0, missing = 0, fuzzy = 0 }) => stale + missing + fuzzy > 0)
  const [withheld = 0, fallback = 0, omitted = 0] = (['held', 'fallback', 'omitted'] as const).map(name =>
    rows.reduce((sum, row) => sum + (row[name] ?? 0), 0),
  )
  const nothing = leftOut > 0 ? 'Nothing was written.' : 'Nothing has changed. Nothing was written.'
  return keepTrue([
    conflicts?.decide,
    written === 0 ? nothing : 'The files are written.',
    kept > 0 && `Kept ${pluralize(kept, 'text')} of your files: conflicts or waiting for a review.`,
    fallback > 0 && `From fallbacks: ${fallback}. They count as missing.`,
    omitted > 0 && `Omitted: ${omitted}, of older source strings. They count as missing.`,
    withheld > 0 && `Held back: ${withheld}, because a reviewer requested changes.`,
    waiting && describeWaiting(waiting),
    written > 0 && isOpen && 'get_work returns missing, fuzzy and stale strings.',
    leftOut > 0 && 'Files without translations were skipped (left_out). Name their locale to get them.',
  ]).join(' ')
}

function describeWaiting({ in_review = 0, unapproved = 0, page }: NonNullable<PullAnswer['waiting']>): string {
  const counts = keepTrue([
    in_review > 0 && `In review: ${in_review}.`,
    unapproved > 0 && `Not approved: ${unapproved}.`,
  ])
  return `${counts.join(' ')} They are not in the files. Users approve on ${page}.`
}

const COUNTS = ['fuzzy', 'missing', 'fallback', 'stale', 'omitted', 'held', 'conflicts'] as const

function sumByLocale(files: readonly PulledFile[]): readonly LocaleTotals[] {
  const totals = new Map<string, LocaleTotals>()
  for (const file of files) {
    const before = totals.get(file.locale)
    const counts = COUNTS.map(name => [name, (before?.[name] ?? 0) + (file[name] ?? 0)] as const)
    totals.set(file.locale, {
      locale: file.locale,
      files: (before?.files ?? 0) + 1,
      exported: (before?.exported ?? 0) + file.exported,
      ...Object.fromEntries(counts.filter(([, count]) => count > 0)),
    })
  }
  return [...totals.values()]
}

function partialWriteError({ code, message, fix }: AppError, count: number): AppError {
  return new AppError(code, `${message} ${count === 1 ? '1 file was' : `${count} files were`} already written.`, {
    fix,
  })
}
