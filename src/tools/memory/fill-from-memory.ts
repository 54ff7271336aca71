import { checkText, parseSource } from '../../l10n/checks/check-text.ts'
import type { ParsedMessage } from '../../l10n/message/parsed-text.ts'
import { judgeSubmission, type Submission, withVerdict } from '../../l10n/translation/judge.ts'
import { shownText } from '../../l10n/translation/shown-text.ts'
import { getSource } from '../../l10n/translation/sources.ts'
import { needsWork } from '../../l10n/translation/staleness.ts'
import type { SourceLine } from '../../l10n/translation/translation.ts'
import { compoundKey } from '../../store/records/define.ts'
import type { Origin } from '../../store/records/localization.ts'
import { isLongCheck } from '../../workers/call-computation.ts'
import type { Computation } from '../../workers/computation.ts'
import type { WriteContext } from '../pipeline/call.ts'
import { type Batch, openBatch, saveBatch } from '../translations/batch.ts'
import { BranchView } from '../translations/branch-view.ts'
import { CheckRulesReader, toCheckRequest } from '../translations/check-rules.ts'
import { recordTranslation } from '../translations/record-text.ts'
import type { Entry, Translation } from '../translations/records.ts'
import { IN_CONTEXT, type MemoryHit, MemorySearch } from './memory-search.ts'

/** Translations that one call fills in: others of the project wait for it. */
const MAX_FILLED = 5_000

interface Filled {
  /** Number of filled translations by locale. */
  readonly counts: Readonly<Record<string, number>>
  readonly total: number
  /** Of these translations, for a revert; absent without any. */
  readonly batch?: string
  /** Whether the limit of a call left some. */
  readonly isCut: boolean
}

interface Files {
  readonly paths: readonly string[]
  readonly branch: string
}

/**
 * Fills missing translations of files with those that the memory has of the same source in the same context. They wait for review. A translation in which the
 * checks find an error or repair something is left out, and so is a very long one, because its checks take long.
 */
export async function fillFromMemory(
  files: Files,
  call: WriteContext & { readonly resource: Pick<Batch, 'project'> },
): Promise<Filled> {
  // The project as the push left it.
  const project = (await call.tx.projects.get(call.resource.project.id)) ?? call.resource.project
  const batch = await openBatch('submit', project, call)
  const filled = await fill(files, batch, call.computed)
  if (filled.total === 0) return filled
  await saveBatch(batch, { accepted: filled.total })
  return { ...filled, batch: batch.id }
}

async function fill({ paths, branch }: Files, batch: Batch, computed: Computation): Promise<Filled> {
  const { project, tx } = batch
  const search = new MemorySearch({ project, branch, isOutsider: false }, tx)
  const view = new BranchView(project, branch, { read: tx, computed })
  const checker = new CheckRulesReader(project, branch, tx, computed)
  const pace = computed.pace()
  const counts: Record<string, number> = {}
  let total = 0
  for (const path of paths) {
    const file = await tx.files.by('path', compoundKey(project.id, path))
    const branchFile = file && (await tx.branch_files.by('place', compoundKey(project.id, branch, file.id)))
    for (const { entry_id, ...line } of branchFile?.items ?? []) {
      if (pace.shouldYield) await pace.yieldNow()
      const entry = await view.getEntry(entry_id, line)
      if (entry.do_not_translate) continue
      const sought = { entry, source: getSource(entry, line.src), syntax: entry.syntax }
      const hits = await search.findExact(sought, project.target_locales, IN_CONTEXT)
      let parsed: ParsedMessage | undefined
      for (const [locale, hit] of hits) {
        if (total === MAX_FILLED) return { counts, total, isCut: true }
        const before = await view.getTranslation(entry, locale, line)
        if (!isMissing(before, entry, line)) continue
        const text = { entry, line, value: hit.unit.target }
        const request = toCheckRequest(text, await checker.getTextRules(text, locale))
        if (isLongCheck(request)) continue
        parsed ??= parseSource(request)
        const checked = checkText(request, parsed)
        // The memory fills in what a translator wrote, or nothing.
        if (checked.repaired.length > 0) continue
        const after = accept({ entry, line, translation: before, hit }, checked, batch)
        if (after === before) continue
        await recordTranslation(before, after, batch)
        counts[locale] = (counts[locale] ?? 0) + 1
        total += 1
        if (pace.shouldYield) await pace.yieldNow()
      }
    }
  }
  return { counts, total, isCut: false }
}

/** Whether nobody translated the source yet, and agents may. */
const isMissing = (translation: Translation, entry: Entry, line: SourceLine): boolean => {
  const { text, stale } = shownText(translation, line)
  return !translation.locked && (text === undefined || stale) && needsWork(translation, entry, line)
}

interface Filling extends Pick<Submission, 'line'> {
  readonly entry: Entry
  readonly translation: Translation
  readonly hit: MemoryHit
}

/** The translation with the text of the memory, if it is accepted as that of an agent is. */
function accept(
  { entry, line, translation, hit }: Filling,
  checked: ReturnType<typeof checkText>,
  batch: Batch,
): Translation {
  const origin: Origin = { ...batch.origin, kind: 'memory', score: hit.score }
  const submission: Submission = {
    entry,
    translation,
    line,
    seen: line.src,
    value: hit.unit.target,
    rev: undefined,
    replacesApproved: false,
    origin,
  }
  const verdict = judgeSubmission(submission, batch.project.settings, checked)
  return verdict.kind === 'accepted' ? withVerdict(submission, verdict, batch) : translation
}
