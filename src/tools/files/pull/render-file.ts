import type { TargetFileInput } from '../../../l10n/files/read-files.ts'
import { targetPath } from '../../../l10n/files/target-path.ts'
import type { HeaderFault, TargetEntry } from '../../../l10n/formats/format.ts'
import { formatById } from '../../../l10n/formats/registry.ts'
import { type Message, messageUnits } from '../../../l10n/message/message.ts'
import { readAhead } from '../../../scheduling/read-ahead.ts'
import { compoundKey } from '../../../store/records/define.ts'
import type { Reader } from '../../../store/store.ts'
import type { Computation } from '../../../workers/computation.ts'
import type { ReadDeps } from '../../pipeline/call.ts'
import type { BranchFile } from '../../projects/branches.ts'
import { sha256Hex } from '../transfer/file-text.ts'
import { withdrawBaseTexts } from './base-texts.ts'
import { type CollectedTexts, collectTexts } from './collect-texts.ts'
import { findFallbackTexts } from './fallback-texts.ts'
import { listFormulas } from './formulas.ts'
import { findTextsToWrite, type PendingConflict } from './pending-texts.ts'
import type { RenderedSource, RenderedTarget } from './rendering.ts'
import { findHistory } from './source-history.ts'
import { findDecided, findImportedFile, findReviewedFile, toTargetInput } from './target-files.ts'

/** A target file for the repository. */
export interface RenderedFile {
  readonly path: string
  readonly locale: string
  /** Path of the source file. */
  readonly source: string
  readonly content: string
  readonly sha256: string
  /** Entries with a finished translation in it. */
  readonly exported: number
  /** Entries whose translation the file marks as unfinished. */
  readonly fuzzy: number
  /** Entries without a translation in it. */
  readonly missing: number
  /** Entries with the translation of a fallback in it. Also counted as missing. */
  readonly fallback: number
  /** Entries translated from an earlier source string. */
  readonly stale: number
  /** Entries without a translation in it, because their newest one translates an earlier source string. Also counted as missing. */
  readonly omitted: number
  /** Entries with an earlier translation, or none, because a reviewer wants another text than the newest. */
  readonly held: number
  /** Entries without a translation in it, because a reviewer must approve theirs first. */
  readonly inReview: number
  /** Entries whose newest translation is not exported until a reviewer approves it. The file may have another one, or none. */
  readonly unapproved: number
  /** Entries that a translator can work on: missing, fuzzy or stale. */
  readonly work: number
  /** Entries whose translation only the file has: it was out of use, until the source had the string again. Also counted as exported. */
  readonly onlyInFile: number
  /** Entries whose translation the file cannot hold, because its list is written only as a whole. Also counted as missing. */
  readonly unwritten: number
  /** Keys of translations that a spreadsheet would run as formulas. */
  readonly formulas: readonly string[]
  /** Entries for which the imported file has a text that conflicts with the project's. */
  readonly conflicts: readonly PendingConflict[]
  /** What was wrong with the header of the imported file; this file has the right one. */
  readonly corrected: HeaderFault | undefined
  /** When its source file, the imported file or a translation last changed. */
  readonly changedAt: string
}

/** The content of a file with its hash. */
export const toContent = (content: string): Pick<RenderedFile, 'content' | 'sha256'> => ({
  content,
  sha256: sha256Hex(content),
})

/** A file without a translation, which is not rendered. */
export interface BlankFile extends Pick<RenderedFile, 'inReview' | 'unapproved' | 'work'> {
  readonly content?: undefined
}

/**
 * Renders one target file, unless it is blank and `withBlank` is not set. What an import brought and nobody decided on stays only in the file of a caller who
 * has it: the imported file, or what a pull made of it.
 */
export async function renderFile(
  from: RenderedSource,
  locale: string,
  reading: ReadDeps,
): Promise<RenderedFile | BlankFile> {
  const place = { ...from, locale, path: targetPath(from.rule, locale) }
  const imported = await findImportedFile(place, reading.read)
  const reviewed = await findReviewedFile(place, reading.read)
  const render = async (base: typeof imported, isOwner: boolean) => {
    const conflictsOn = isOwner && base !== imported ? undefined : imported?.branch
    // A string that moved here brings the conflict of another file.
    const ownTexts = base === undefined || !isOwner ? undefined : await readOwnTexts(base.content, place, reading)
    const target = { base, before: base?.content, decided: findDecided(base), isOwner, conflictsOn, ownTexts }
    return renderFor({ ...place, ...target }, reading)
  }
  const has = from.have.get(place.path)
  for (const base of has === undefined ? [] : new Set([imported, reviewed])) {
    if (base === undefined) continue
    const pulled = await render(base, true)
    if (has === base.sha256 || (pulled.content !== undefined && pulled.sha256 === has)) return pulled
  }
  return render(reviewed, false)
}

/** The texts of a target file by the present keys of their strings. */
async function readOwnTexts(
  content: string,
  { path, locale, source, unlisted }: Pick<RenderedTarget, 'path' | 'locale' | 'source' | 'unlisted'>,
  { computed }: ReadDeps,
): Promise<ReadonlyMap<string, Message>> {
  const { entries } = await computed.readTarget({ ...toTargetInput(source, locale, path), content })
  const texts = new Map(entries.map(({ key, value }) => [key, value]))
  for (const [key, names] of unlisted.former) {
    const text = texts.has(key) ? undefined : names.map(name => texts.get(name)).find(one => one !== undefined)
    if (text !== undefined) texts.set(key, text)
  }
  return texts
}

/** Renders one locale of a target file; see `renderFile`. */
export async function renderFor(target: RenderedTarget, reading: ReadDeps): Promise<RenderedFile | BlankFile> {
  const { project, source, locale, path, base, before, isOwner, unlisted, sibling, pace } = target
  const { read, computed } = reading
  const { file, branchFile } = source
  if (pace.shouldYield) await pace.yieldNow()
  const texts = await collectTexts(target, reading)
  const { values, withdrawn, unapproved, conflicts, inReview, changes } = texts
  const place = toTargetInput(source, locale, path)
  const earlier = before === undefined ? undefined : { ...place, content: before }
  const own = new Set([...values.keys(), ...(isOwner ? conflicts.map(({ key }) => key) : [])])
  const removed =
    earlier === undefined ? unlisted.keys : await withdrawBaseTexts(target, { texts, file: earlier }, reading)
  const filled = await findFallbackTexts(target, { file: earlier, taken: own, withdrawn }, reading)
  addFallbacks(filled, texts)
  const isBlank = base === undefined && values.size === 0 && withdrawn.size === 0
  if (isBlank && !target.withBlank && !(await hasUnlistedTexts(target, read))) {
    const work = branchFile.items.length - inReview - unapproved.size
    return { inReview, unapproved: unapproved.size, work }
  }
  if (earlier !== undefined && isOwner) {
    const kept = await findTextsToWrite(conflicts, earlier, computed)
    for (const [name, value] of kept) values.set(name, value)
  }
  const stale = texts.staleTexts
  const content = await computed.writeTarget({
    ...place,
    base: before,
    sibling: before === undefined ? sibling?.content : undefined,
    values,
    states: texts.states,
    unfinished: texts.unfinished,
    stale: new Set(stale.map(({ key }) => key)),
    removed,
    withdrawn,
    former: unlisted.former,
    history: await findHistory(target, stale, read),
  })
  const { entries, ...counts } = await countWritten(
    { ...place, content },
    { before, own, filled, texts, branchFile },
    computed,
  )
  const isSpreadsheet = formatById(file.format).isSpreadsheet === true
  return {
    path,
    locale,
    source: file.path,
    ...toContent(content),
    ...counts,
    stale: stale.length,
    omitted: texts.omitted,
    held: texts.held,
    inReview,
    unapproved: unapproved.size,
    formulas: isSpreadsheet ? await listFormulas(entries, source, project.source_locale, computed) : [],
    conflicts,
    corrected: base && findCorrected(base.content, content, file.format, locale),
    changedAt: [branchFile.pushed_at, base?.imported_at ?? '', ...changes].reduce((newest, one) =>
      one > newest ? one : newest,
    ),
  }
}

type FallbackTexts = Awaited<ReturnType<typeof findFallbackTexts>>

function addFallbacks(filled: FallbackTexts, { values, states, withdrawn, changes }: CollectedTexts): void {
  for (const [key, { value, state, at }] of filled) {
    values.set(key, value)
    // An approval is of the fallback's text, not of the locale's.
    if (state === 'needs_review') states.set(key, state)
    withdrawn.delete(key)
    changes.push(at)
  }
}

interface WrittenTexts {
  readonly before: string | undefined
  /** Keys with a text of the locale, or with a conflict that the file keeps. */
  readonly own: ReadonlySet<string>
  readonly filled: FallbackTexts
  readonly texts: CollectedTexts
  readonly branchFile: BranchFile['branchFile']
}

/** Counts what a rendered file has, which is read again where it may differ from what was written. */
async function countWritten(
  file: TargetFileInput,
  { before, own, filled, texts, branchFile: { items } }: WrittenTexts,
  computed: Computation,
) {
  const { values, withdrawn, unapproved, inReview, staleTexts } = texts
  const inFile = new Set(own)
  const kept =
    before === undefined ? [] : [...unapproved].filter(key => !own.has(key) && !filled.has(key) && !withdrawn.has(key))
  const mayLack = values.size < items.length && [...values.keys()].some(key => LIST_ITEM.test(key))
  const mayDiffer = kept.length > 0 || mayLack || formatById(file.format).isSpreadsheet === true
  const { entries, isRevived } = await readWritten(file, before, mayDiffer, computed)
  const marked = entries.flatMap(({ key, state }) => (state === 'needs_review' ? [key] : []))
  const unfinished = new Set([...texts.unfinished, ...marked])
  const present = new Set(entries.flatMap(({ key, value }) => (messageUnits(value) > 0 ? [key] : [])))
  for (const key of kept) if (present.has(key)) inFile.add(key)
  const unwritten = mayLack ? [...values.keys()].filter(key => !present.has(key) && inFile.delete(key)).length : 0
  let fuzzy = 0
  let onlyInFile = 0
  for (const { key } of items) {
    if (unfinished.has(key) && !filled.has(key)) fuzzy += 1
    if (unfinished.has(key)) inFile.delete(key)
    else if (isRevived && !inFile.has(key) && !filled.has(key) && present.has(key)) onlyInFile += 1
  }
  const exported = inFile.size + onlyInFile
  const missing = items.length - fuzzy - exported
  const alsoFuzzy = staleTexts.filter(({ key }) => unfinished.has(key) && !filled.has(key)).length
  const waiting = inReview + [...unapproved].filter(key => !inFile.has(key) && !unfinished.has(key)).length
  return {
    entries,
    exported,
    fuzzy,
    missing,
    fallback: mayLack ? [...filled.keys()].filter(key => present.has(key)).length : filled.size,
    work: fuzzy + missing - unwritten - waiting + staleTexts.length - alsoFuzzy,
    unwritten,
    onlyInFile,
  }
}

/** What was wrong with the header of a file, and is right after it was written. */
function findCorrected(before: string, after: string, format: string, locale: string): HeaderFault | undefined {
  const { header } = formatById(format)
  return header?.findFault(after, locale) === undefined ? header?.findFault(before, locale) : undefined
}

/** A key that may be the position in a list. */
const LIST_ITEM = /(?:^|\.)\d+(?:\.|$)/

/**
 * Reads a rendered file if it may differ from the project: by marks of unfinished texts, by revived obsolete entries, by texts of its own, or
 * by texts that it cannot hold.
 */
async function readWritten(
  file: TargetFileInput,
  before: string | undefined,
  mayDiffer: boolean,
  computed: Computation,
): Promise<{ readonly entries: readonly TargetEntry[]; readonly isRevived: boolean }> {
  const { unfinishedMark, obsoleteMark } = formatById(file.format)
  const isMarked = unfinishedMark !== undefined && file.content.includes(unfinishedMark)
  const isRevived = obsoleteMark !== undefined && before?.includes(obsoleteMark) === true
  const { entries } = isMarked || isRevived || mayDiffer ? await computed.readTarget(file) : { entries: [] }
  return { entries, isRevived }
}

/** Whether an entry removed from the source has a translation, which earlier files contain, too. */
async function hasUnlistedTexts(
  { unlisted: { keys, entries }, locale, pace }: RenderedTarget,
  read: Reader,
): Promise<boolean> {
  if (keys.size === 0) return false
  const find = (id: string) => read.translations.by('unit', compoundKey(id, locale))
  for await (const [, translation] of readAhead(entries, find)) {
    if (pace.shouldYield) await pace.yieldNow()
    if (translation !== undefined && translation.rev > 0) return true
  }
  return false
}
