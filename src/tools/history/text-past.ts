import { hasSameText } from '../../l10n/translation/revert.ts'
import type { Reader } from '../../store/store.ts'
import type { Revision } from '../translations/text-history.ts'

/**
 * The revisions of one text of a translation, newest first: changes of its state or request, those that brought it back, and last the one
 * that wrote it.
 */
export type PastText = readonly [Revision, ...Revision[]]

const PAGE = 20

/** The texts of a translation for all sources, from a current one back. Reads pages only as far back as they are asked for. */
export class TextPast {
  readonly #translation: string
  readonly #read: Pick<Reader, 'revisions'>
  /** Newest first. */
  readonly #known: Revision[] = []
  /** Sources whose texts were gone at this point of the way back. */
  readonly #withdrawn = new Set<string>()
  #after: string | undefined
  #isWhole = false

  constructor(translation: string, read: Pick<Reader, 'revisions'>) {
    this.#translation = translation
    this.#read = read
  }

  /** Returns the text with this revision number. */
  async get(wanted: number): Promise<PastText | undefined> {
    const place = await this.#find(0, ({ rev }) => rev === wanted)
    return place === undefined ? undefined : this.#readText(place)
  }

  /** Returns the text that was there before a revision, which is older than those of earlier calls. */
  async before(revision: Revision): Promise<PastText | undefined> {
    const place = await this.#find(this.#known.indexOf(revision) + 1, ({ state, src }) => {
      if (state === 'untranslated') this.#withdrawn.add(src)
      return !this.#withdrawn.has(src)
    })
    return place === undefined ? undefined : this.#readText(place)
  }

  async #readText(place: number): Promise<PastText | undefined> {
    const newest = await this.#at(place)
    if (newest === undefined) return undefined
    const older: Revision[] = []
    let [one, at]: [Revision, number | undefined] = [newest, place]
    while (at !== undefined) {
      at = await this.#findSameText(one, at)
      const next: Revision | undefined = at === undefined ? undefined : await this.#at(at)
      if (next === undefined) break
      older.push(next)
      one = next
    }
    return [newest, ...older]
  }

  /** Finds the earlier revision with the text of one; undefined if this wrote it. */
  async #findSameText(one: Revision, place: number): Promise<number | undefined> {
    const before = await this.#find(place + 1, ({ src }) => src === one.src)
    const earlier = before === undefined ? undefined : await this.#at(before)
    if (earlier === undefined || hasSameText(one, earlier)) return before
    return one.restores === undefined ? undefined : this.#find(place + 1, ({ id }) => id === one.restores)
  }

  /** Finds the place of the newest revision from a place on. */
  async #find(from: number, fits: (revision: Revision) => boolean): Promise<number | undefined> {
    for (let place = from; ; place += 1) {
      const revision = await this.#at(place)
      if (revision === undefined) return undefined
      if (fits(revision)) return place
    }
  }

  async #at(place: number): Promise<Revision | undefined> {
    while (place >= this.#known.length && !this.#isWhole) {
      const page = await this.#read.revisions.page('translation', this.#translation, {
        limit: PAGE,
        after: this.#after,
      })
      this.#known.push(...page.items)
      this.#after = page.next
      this.#isWhole = page.next === undefined
    }
    return this.#known[place]
  }
}
