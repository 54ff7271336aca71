import { targetPath } from '../../../l10n/files/target-path.ts'
import type { Message } from '../../../l10n/message/message.ts'
import { findHeldText, type Include } from '../../../l10n/translation/export.ts'
import type { Pacer } from '../../../scheduling/pacer.ts'
import type { Frozen } from '../../../store/frozen.ts'
import { compoundKey } from '../../../store/records/define.ts'
import type { ProjectRecord, TargetFileRecord } from '../../../store/records/localization.ts'
import type { Reader } from '../../../store/store.ts'
import type { ReadDeps } from '../../pipeline/call.ts'
import type { BranchFile } from '../../projects/branches.ts'
import { BranchView } from '../../translations/branch-view.ts'
import type { Translation } from '../../translations/records.ts'
import { findExportedText, recentRevisions } from '../../translations/text-history.ts'
import type { FileRule } from '../rules/rule-book.ts'
import { sha256Hex } from '../transfer/file-text.ts'
import { findImportedFile, type UnlistedEntries } from './target-files.ts'

/** A source file whose target files are rendered. */
export interface RenderedSource {
  readonly source: BranchFile
  readonly rule: FileRule
  readonly unlisted: UnlistedEntries
  /** The target file whose style is used for a file that was never imported. */
  readonly sibling: Frozen<TargetFileRecord> | undefined
}

export interface RenderOptions {
  readonly include: Include
  /** Whether to render a blank file: without a translation, never imported, and never pulled with a translation. */
  readonly withBlank: boolean
  readonly pace: Pacer
}

/** A target file for the repository. */
export interface RenderedFile {
  readonly path: string
  readonly locale: string
  /** Path of the source file. */
  readonly source: string
  readonly content: string
  readonly sha256: string
  /** Entries with a translation in it. */
  readonly exported: number
  /** Of these, translated from an earlier source string. */
  readonly stale: number
  readonly missing: number
  /** When its source file, the imported file or a translation last changed. */
  readonly changedAt: string
}

/** Renders one target file; undefined for a blank one unless `withBlank` is set. */
export async function renderFile(
  project: Frozen<ProjectRecord>,
  branch: string,
  { source, rule, unlisted: gone, sibling }: RenderedSource,
  locale: string,
  { include, withBlank, pace }: RenderOptions,
  { read, computed }: ReadDeps,
): Promise<RenderedFile | undefined> {
  const { file, held } = source
  const path = targetPath(rule, locale)
  if (pace.shouldYield) await pace.yieldNow()
  const base = await findImportedFile(project, branch, file.id, locale, read)
  const values = new Map<string, Message>()
  const withdrawn = new Set<string>()
  const changes = [held.pushed_at, base?.imported_at ?? '']
  let stale = 0
  const view = new BranchView(project, branch, { read, computed })
  for (const { key: name, entry_id, src } of held.items) {
    if (pace.shouldYield) await pace.yieldNow()
    const there = await read.translations.by('unit', compoundKey(entry_id, locale))
    if (there === undefined || there.rev === 0) continue
    const translation =
      there.older === true ? await view.recallText(there, await view.getEntry(entry_id, src), src) : there
    const text = await findExportedText(translation, src, include, project.settings, read)
    const held = findHeldText(translation, src, include, project.settings)
    if (held !== undefined) changes.push(held.request.at)
    if (text !== undefined) {
      values.set(name, text.value)
      changes.push(text.at)
      if (text.stale) stale += 1
    } else if (translation.rev > 1) {
      const takenBack = held?.request.at ?? (await findWithdrawnAt(translation, read))
      if (takenBack === undefined) continue
      // Otherwise, a pull would restore a withdrawn translation from the imported file.
      withdrawn.add(name)
      changes.push(takenBack)
    }
  }
  if (!withBlank && base === undefined && values.size === 0 && withdrawn.size === 0) {
    if (!(await hasUnlistedTexts(gone, locale, read, pace))) return undefined
  }
  const content = await computed.writeTarget({
    path,
    format: file.format,
    source: held.content,
    base: base?.content,
    sibling: base === undefined ? sibling?.content : undefined,
    locale,
    values,
    removed: gone.keys,
    withdrawn,
  })
  return {
    path,
    locale,
    source: file.path,
    content,
    sha256: sha256Hex(content),
    exported: values.size,
    stale,
    missing: held.items.length - values.size,
    changedAt: changes.reduce((newest, one) => (one > newest ? one : newest)),
  }
}

/** Whether an entry removed from the source has a translation, which earlier files contain, too. */
async function hasUnlistedTexts(
  { keys, entries }: UnlistedEntries,
  locale: string,
  read: Reader,
  pace: Pacer,
): Promise<boolean> {
  if (keys.size === 0) return false
  for (const id of entries) {
    if (pace.shouldYield) await pace.yieldNow()
    const translation = await read.translations.by('unit', compoundKey(id, locale))
    if (translation !== undefined && translation.rev > 0) return true
  }
  return false
}

/** Finds the time at which a translation that is no longer exported was withdrawn; undefined if it waits for review as in the file, or was never exported. */
async function findWithdrawnAt(translation: Translation, read: Reader): Promise<string | undefined> {
  if (translation.texts[0]?.origin.kind === 'import') return undefined
  for await (const { state, at } of recentRevisions(translation.id, read)) if (state === 'untranslated') return at
  return undefined
}
