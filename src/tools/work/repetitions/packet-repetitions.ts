import { getOrAdd } from '../../../l10n/groups.ts'
import { shownText } from '../../../l10n/translation/shown-text.ts'
import type { Repeated } from '../../../l10n/work/packet-rows.ts'
import type { Reader } from '../../../store/store.ts'
import { hasFinding } from '../../translations/finding-filter.ts'
import type { Entry, Translation } from '../../translations/records.ts'
import type { LeasedUnit } from '../leases.ts'
import {
  findGroup,
  hashRevisions,
  type LocaleRepetitions,
  listVariants,
  type Repetition,
  sortRepetitions,
  toGroupKey,
} from './find-repetitions.ts'

/** Variants that a row shows. */
const MAX_VARIANTS = 5

/** What a row says about the strings that it stands for, and their translations. */
interface RowRepetitions {
  readonly repeated: Repeated
  readonly units: readonly LeasedUnit[]
}

/** The strings of a group in a locale. */
interface Group extends LocaleRepetitions {
  /** Sort key of the first that the packet may have. */
  readonly first: string | undefined
}

/**
 * The strings that a packet leaves out, because the first of their group stands for them: those with the same source and no translation. Where the packet is
 * about inconsistent translations, those with a translation.
 */
export class PacketRepetitions {
  readonly #read: Reader
  readonly #isInconsistent: boolean
  readonly #groups = new Map<string, Promise<Group>>()
  /** IDs of the files whose strings the packet may have; undefined for all. */
  readonly #files: ReadonlySet<string> | undefined

  constructor(read: Reader, isInconsistent: boolean, files: ReadonlySet<string> | undefined) {
    this.#read = read
    this.#isInconsistent = isInconsistent
    this.#files = files
  }

  /** Returns whether another string before this one stands for it. */
  async isCovered(entry: Entry, translation: Translation): Promise<boolean> {
    if (!this.#isTaken(entry, translation)) return false
    const { first } = await this.#find(entry, translation.locale)
    return first !== undefined && first < translation.order
  }

  /** Returns what the row of a string says about the others; undefined if it stands for none. */
  async describe(entry: Entry, translations: readonly Translation[]): Promise<RowRepetitions | undefined> {
    const all: Repetition[] = []
    const elsewhere: [string, NonNullable<Repeated['elsewhere']>[string]][] = []
    for (const translation of translations) {
      if (!this.#isTaken(entry, translation)) continue
      const { open, translated } = await this.#find(entry, translation.locale)
      const isOther = (one: Repetition): boolean => one.entry.id !== entry.id
      all.push(...(this.#isInconsistent ? translated : open).filter(isOther))
      elsewhere.push([translation.locale, listVariants(translated.filter(isOther)).slice(0, MAX_VARIANTS)])
    }
    if (all.length === 0) return undefined
    const also = new Set(all.map(one => one.entry.id)).size
    const units = all.map(({ translation: { entry_id, locale } }) => ({ entry_id, locale }))
    if (!this.#isInconsistent) return { repeated: { also }, units }
    return { repeated: { also, also_rev: hashRevisions(all), elsewhere: Object.fromEntries(elsewhere) }, units }
  }

  /** Finds the group of a string in a locale, once per packet. */
  #find(entry: Entry, locale: string): Promise<Group> {
    return getOrAdd(this.#groups, `${locale} ${toGroupKey(entry)}`, () => this.#load(entry, locale))
  }

  async #load(entry: Entry, locale: string): Promise<Group> {
    const sorted = await sortRepetitions(await findGroup(entry, this.#read), locale, this.#read)
    const orders = (this.#isInconsistent ? sorted.translated : sorted.open)
      .filter(one => this.#files?.has(one.entry.file_id) !== false && this.#isTaken(one.entry, one.translation))
      .map(one => one.translation.order)
    return { ...sorted, first: orders.length === 0 ? undefined : orders.reduce((a, b) => (b < a ? b : a)) }
  }

  /** Whether a translation is of the kind that the packet groups. */
  #isTaken(entry: Entry, translation: Translation): boolean {
    if (translation.locked) return false
    if (this.#isInconsistent) return hasFinding('inconsistent', translation, entry)
    return shownText(translation, entry).text === undefined
  }
}
