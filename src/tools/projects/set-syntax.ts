import { AppError } from '../../errors.ts'
import type { SourceSyntax } from '../../l10n/files/read-files.ts'
import { addTo } from '../../l10n/groups.ts'
import { countWords } from '../../l10n/message/count-words.ts'
import { getSource } from '../../l10n/translation/sources.ts'
import { withMainView } from '../../l10n/translation/state.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import type { Transaction } from '../../store/store.ts'
import { findFixedSyntax } from '../files/push/plan/fixed-options.ts'
import type { ReadDeps } from '../pipeline/call.ts'
import { type BranchFile, listBranchFiles } from './branches.ts'

type Project = Frozen<ProjectRecord>

/** Reads the files of the main branch; runs before the transaction in which `setSyntax` changes their entries. */
export async function readSyntaxes(project: Project, reading: ReadDeps): Promise<void> {
  for (const file of await listBranchFiles(project, project.main_branch, reading.read)) {
    await readSourceTexts(file, project, reading)
  }
}

/** Sets the syntax of the main branch's entries: what a push set for their file, else that of the project settings, else what is detected. */
export async function setSyntax(
  project: Project,
  tx: Transaction,
  { computed, at }: Pick<ReadDeps, 'computed'> & { readonly at: string },
): Promise<void> {
  const pace = computed.pace()
  for (const file of await listBranchFiles(project, project.main_branch, tx)) {
    const found = await pace.run(groupByHash(await readSourceTexts(file, project, { computed })))
    for (const { entry_id, src } of file.branchFile.items) {
      if (pace.shouldYield) await pace.yieldNow()
      const known = found.get(src)?.pop()
      const entry = await tx.entries.get(entry_id)
      const syntax = known?.syntax ?? findFixedSyntax(file.file.options, project.settings)
      if (entry === undefined || syntax === undefined || entry.syntax === syntax) continue
      const words = known?.words ?? countWords(getSource(entry, src), syntax, project.source_locale)
      const changed = { ...entry, syntax, words }
      await tx.entries.put(changed)
      if (words === entry.words) continue
      for (const translation of await tx.translations.list('entry', entry.id)) {
        await tx.translations.put(withMainView(translation, changed, at))
      }
    }
  }
}

/** The syntax of a file's strings; empty if the file cannot be read any more, because a push to another branch changed its format. */
async function readSourceTexts(
  { file: { path, format, options }, branchFile: { content } }: BranchFile,
  { settings, source_locale: locale }: Project,
  { computed }: Pick<ReadDeps, 'computed'>,
): Promise<readonly SourceSyntax[]> {
  try {
    return await computed.readSyntaxes({
      path,
      content,
      format,
      syntax: findFixedSyntax(options, settings),
      locale,
    })
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_input') return []
    throw error
  }
}

/** The strings by hash; of several with the same hash, the first in the file is last. */
function* groupByHash(texts: readonly SourceSyntax[]): Generator<void, ReadonlyMap<string, SourceSyntax[]>> {
  const found = new Map<string, SourceSyntax[]>()
  for (let at = texts.length - 1; at >= 0; at -= 1) {
    yield
    const text = texts[at]
    if (text !== undefined) addTo(found, text.src, text)
  }
  return found
}
