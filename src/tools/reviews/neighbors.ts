import { getOrAdd } from '../../l10n/groups.ts'
import type { Message, Syntax } from '../../l10n/message/message.ts'
import { shownText } from '../../l10n/translation/shown-text.ts'
import type { Frozen } from '../../store/frozen.ts'
import { compoundKey } from '../../store/records/define.ts'
import type { BranchFileRecord } from '../../store/records/localization.ts'
import type { Reader } from '../../store/store.ts'
import { escapeInvisible } from '../../text/escape.ts'
import type { Entry } from '../translations/records.ts'
import { fileOn } from '../translations/records.ts'
import type { Review } from './find-review.ts'

/** A string beside another one in its file, with its translation. */
export interface NeighborFacts {
  readonly key: string
  readonly state: 'untranslated' | 'needs_review' | 'translated' | 'approved'
  readonly value: Message | undefined
  readonly syntax: Syntax
}

type Items = Frozen<BranchFileRecord>['items']

/** Reads neighbors of the strings of a review. Reads each file once. */
export class NeighborReader {
  readonly #review: Pick<Review, 'project_id' | 'branch'>
  readonly #read: Reader
  readonly #files = new Map<string, Promise<Items>>()

  constructor(review: Pick<Review, 'project_id' | 'branch'>, read: Reader) {
    this.#review = review
    this.#read = read
  }

  /** The strings before and after an entry in its file. */
  async find(
    { id, ...place }: Pick<Entry, 'id' | 'file_id' | 'places'>,
    locale: string,
  ): Promise<readonly NeighborFacts[]> {
    const items = await this.#getItems(fileOn(place, this.#review.branch))
    const at = items.findIndex(({ entry_id }) => entry_id === id)
    const found: NeighborFacts[] = []
    for (const item of at < 0 ? [] : [items[at - 1], items[at + 1]]) {
      const entry = item && (await this.#read.entries.get(item.entry_id))
      if (item === undefined || entry === undefined) continue
      const translation = await this.#read.translations.by('unit', compoundKey(entry.id, locale))
      const text = translation && shownText(translation, item).text
      found.push({
        key: escapeInvisible(item.key),
        state: text?.state ?? 'untranslated',
        value: text?.value,
        syntax: entry.syntax as Syntax,
      })
    }
    return found
  }

  #getItems(fileId: string): Promise<Items> {
    const { project_id, branch } = this.#review
    const key = compoundKey(project_id, branch, fileId)
    return getOrAdd(this.#files, key, async () => (await this.#read.branch_files.by('place', key))?.items ?? [])
  }
}
