import { formatById } from '../../l10n/formats/registry.ts'
import type { Syntax } from '../../l10n/message.ts'
import { countWords } from '../../l10n/words.ts'
import { Pace } from '../../pace.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import type { Frozen, Transaction } from '../../store/store.ts'
import { sourceOf } from '../translations/sources.ts'
import { mainView } from '../translations/unit.ts'
import { type BranchFile, branchFiles } from './branches.ts'

interface Writing {
  readonly tx: Transaction
  readonly at: string
}

/** Gives the entries of the main branch the syntax that the project's settings say, or the one that their file says. */
export async function setSyntax(project: Frozen<ProjectRecord>, { tx, at }: Writing): Promise<void> {
  const pace = new Pace()
  for (const file of await branchFiles(project, project.main_branch, tx)) {
    const found = project.settings.syntax === undefined ? syntaxesOf(file) : undefined
    for (const { key, entry_id } of file.held.items) {
      if (pace.isDue) await pace.rest()
      const entry = await tx.entries.get(entry_id)
      const syntax = project.settings.syntax ?? found?.get(placeOf(key, entry?.context))
      if (entry === undefined || syntax === undefined || entry.syntax === syntax) continue
      const words = countWords(sourceOf(entry, entry.src), syntax as Syntax, project.source_locale)
      const changed = { ...entry, syntax, words }
      await tx.entries.put(changed)
      if (words === entry.words) continue
      for (const unit of await tx.translations.list('entry', entry.id)) {
        await tx.translations.put(mainView(unit, changed, at))
      }
    }
  }
}

/** What the format finds out for each message of a file. */
function syntaxesOf({ file, held }: BranchFile): ReadonlyMap<string, string> {
  const { entries, options } = formatById(file.format).read(held.content)
  const syntax = options.syntax ?? 'plain'
  return new Map(entries.map(entry => [placeOf(entry.key, entry.context), entry.syntax ?? syntax]))
}

const placeOf = (key: string, context: string | undefined): string => JSON.stringify([key, context ?? ''])
