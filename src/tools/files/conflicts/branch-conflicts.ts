import { sameMessage } from '../../../l10n/message/message.ts'
import { shownText } from '../../../l10n/translation/shown-text.ts'
import { findConflict } from '../../../l10n/translation/suggestions/conflict.ts'
import type { SourceLine } from '../../../l10n/translation/translation.ts'
import { compoundKey } from '../../../store/records/define.ts'
import type { Reader } from '../../../store/store.ts'
import { toShortText } from '../../entries/compact-row.ts'
import { pluralize } from '../../pluralize.ts'
import type { Project, Translation } from '../../translations/records.ts'
import { fileOn } from '../../translations/records.ts'
import { findImportedFile } from '../pull/target-files.ts'

type Suggestion = Translation['suggestions'][number]

/** The open conflicts of a branch, as its pulls keep them: with its own imported files, or with those of the main branch where it has none. */
export class BranchConflicts {
  readonly #project: Project
  readonly #branch: string
  readonly #read: Reader
  /** The branch of the imported file, by source file and locale; undefined without one. */
  readonly #files = new Map<string, string | undefined>()

  constructor(project: Project, branch: string, read: Reader) {
    this.#project = project
    this.#branch = branch
    this.#read = read
  }

  /** The conflict of a translation; `src` is the source hash on the branch. */
  async find(translation: Translation, line: SourceLine): Promise<Suggestion | undefined> {
    if (!translation.suggestions.some(({ conflict }) => conflict)) return undefined
    const { entry_id, locale } = translation
    const entry = await this.#read.entries.get(entry_id)
    if (entry === undefined) return undefined
    const source = { file: { id: fileOn(entry, this.#branch) } }
    const place = compoundKey(source.file.id, locale)
    if (!this.#files.has(place)) {
      const wanted = { project: this.#project, branch: this.#branch, source, locale }
      this.#files.set(place, (await findImportedFile(wanted, this.#read))?.branch)
    }
    const branch = this.#files.get(place)
    return branch === undefined ? undefined : findConflict(translation, line, branch)
  }

  /** The conflict that a change of the translation closed, by a decision or not, without taking the text of the file. */
  async findClosed(before: Translation, after: Translation, line: SourceLine): Promise<Suggestion | undefined> {
    const open = await this.find(before, line)
    if (open === undefined || sameMessage(shownText(after, line).text?.value ?? {}, open.value)) return undefined
    return (await this.find(after, line)) === undefined ? open : undefined
  }
}

/** A conflict that a revert ended. */
export interface EndedConflict {
  readonly key: string
  readonly locale: string
  readonly suggestion: Suggestion
}

const MAX_NAMED = 3

/** Says that the next pull replaces texts of files; no sentence for none. */
export function describeEnded(ended: readonly EndedConflict[], isDryRun: boolean): readonly string[] {
  if (ended.length === 0) return []
  const named = ended.slice(0, MAX_NAMED).map(({ key, locale, suggestion }) => {
    return `${JSON.stringify(toShortText(suggestion.value))} of ${JSON.stringify(key)} (${locale})`
  })
  const more = ended.length > MAX_NAMED ? `, and ${ended.length - MAX_NAMED} more` : ''
  const what = `${pluralize(ended.length, 'text')} that only the file has: ${named.join(', ')}${more}`
  return [isDryRun ? `The next pull would replace ${what}.` : `The next pull replaces ${what}.`]
}
