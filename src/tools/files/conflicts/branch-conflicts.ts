import { sameMessage } from '../../../l10n/message/message.ts'
import { shownText } from '../../../l10n/translation/shown-text.ts'
import { findConflict } from '../../../l10n/translation/suggestions/conflict.ts'
import type { SourceLine } from '../../../l10n/translation/translation.ts'
import type { Frozen } from '../../../store/frozen.ts'
import { compoundKey } from '../../../store/records/define.ts'
import type { ProjectRecord } from '../../../store/records/localization.ts'
import type { Reader } from '../../../store/store.ts'
import { toShortText } from '../../entries/compact-row.ts'
import { pluralize } from '../../pluralize.ts'
import { fileOn } from '../../translations/branch-place.ts'
import type { Translation } from '../../translations/records.ts'
import { findImportedFile } from '../pull/target-files.ts'

type Suggestion = Translation['suggestions'][number]

/** The open conflicts of a branch, as its pulls keep them: with its own imported files, or with those of the main branch where it has none. */
export class BranchConflicts {
  readonly #project: Frozen<ProjectRecord>
  readonly #branch: string
  readonly #read: Reader
  /** The branch of the imported file, by source file and locale; undefined without one. */
  readonly #files = new Map<string, string | undefined>()

  constructor(project: Frozen<ProjectRecord>, branch: string, read: Reader) {
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
    const file_id = fileOn(entry, this.#branch)
    const place = compoundKey(file_id, locale)
    if (!this.#files.has(place)) {
      const file = await findImportedFile(this.#project, this.#branch, file_id, locale, this.#read)
      this.#files.set(place, file?.branch)
    }
    const branch = this.#files.get(place)
    return branch === undefined ? undefined : findConflict(translation, line, branch)
  }

  /** The conflict that a new text ended, although nobody decided: the next pull replaces the text of the file. */
  async findEnded(before: Translation, after: Translation, line: SourceLine): Promise<Suggestion | undefined> {
    const closed = await this.findClosed(before, after, line)
    return after.suggestions.some(({ id }) => id === closed?.id) ? closed : undefined
  }

  /** The conflict that a change of the translation closed, by a decision or not, without taking the text of the file. */
  async findClosed(before: Translation, after: Translation, line: SourceLine): Promise<Suggestion | undefined> {
    const open = await this.find(before, line)
    if (open === undefined || sameMessage(shownText(after, line).text?.value ?? {}, open.value)) return undefined
    return (await this.find(after, line)) === undefined ? open : undefined
  }
}

/** A conflict that a new text or a revert ended. */
export interface EndedConflict {
  readonly key: string
  readonly locale: string
  readonly suggestion: Suggestion
}

const MAX_NAMED = 3

/**
 * Says that the next pull replaces texts of files, and how to get these back; no sentence for none.
 * @param batch where the texts of the files stay as suggestions; undefined in a dry run, and where they do not
 */
export function describeEnded(
  ended: readonly EndedConflict[],
  { batch, isDryRun }: { readonly batch?: string | undefined; readonly isDryRun: boolean },
): readonly string[] {
  if (ended.length === 0) return []
  const named = ended.slice(0, MAX_NAMED).map(({ key, locale, suggestion }) => {
    return `${JSON.stringify(toShortText(suggestion.value))} of ${JSON.stringify(key)} (${locale})`
  })
  const more = ended.length > MAX_NAMED ? `, and ${ended.length - MAX_NAMED} more` : ''
  const what = `${pluralize(ended.length, 'text')} that only the file has: ${named.join(', ')}${more}`
  if (isDryRun) return [`The next pull would replace ${what}.`]
  if (batch === undefined) return [`The next pull replaces ${what}.`]
  return [
    `The next pull replaces ${what}. get_entries with suggested: true, full: true shows ${ended.length === 1 ? 'it' : 'them'}; revert_changes with batch ${batch} keeps ${ended.length === 1 ? 'it' : 'them'} in the file.`,
  ]
}
