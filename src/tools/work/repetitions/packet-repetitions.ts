import { shownText } from '../../../l10n/translation/shown-text.ts'
import type { Repeated } from '../../../l10n/work/packet-rows.ts'
import type { Reader } from '../../../store/store.ts'
import { hasFinding } from '../../translations/finding-filter.ts'
import type { Entry, Translation } from '../../translations/records.ts'
import type { LeasedUnit } from '../leases.ts'
import { findRepetitions, hashRevisions, listVariants, type Repetition, sortRepetitions } from './find-repetitions.ts'

/** Variants that a row shows. */
const MAX_VARIANTS = 5

/** What a row says about the strings that it stands for, and their translations. */
interface RowRepetitions {
  readonly repeated: Repeated
  readonly units: readonly LeasedUnit[]
}

/**
 * The strings that a packet leaves out, because the first of their group stands for them: those with the same source and no translation. Where the packet is
 * about inconsistent translations, those with a translation.
 */
export class PacketRepetitions {
  readonly #read: Reader
  readonly #isInconsistent: boolean
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
    const others = await findRepetitions(entry, entry.src, this.#read)
    const before = others.filter(
      ({ order, file_id }) => order < translation.order && this.#files?.has(file_id) !== false,
    )
    if (before.length === 0) return false
    const { open, translated } = await sortRepetitions(before, translation.locale, this.#read)
    return (this.#isInconsistent ? translated : open).some(one => this.#isTaken(one.entry, one.translation))
  }

  /** Returns what the row of a string says about the others; undefined if it stands for none. */
  async describe(entry: Entry, translations: readonly Translation[]): Promise<RowRepetitions | undefined> {
    const others = await findRepetitions(entry, entry.src, this.#read)
    if (others.length === 0) return undefined
    const all: Repetition[] = []
    const elsewhere: [string, NonNullable<Repeated['elsewhere']>[string]][] = []
    for (const translation of translations) {
      if (!this.#isTaken(entry, translation)) continue
      const { open, translated } = await sortRepetitions(others, translation.locale, this.#read)
      all.push(...(this.#isInconsistent ? translated : open))
      elsewhere.push([translation.locale, listVariants(translated).slice(0, MAX_VARIANTS)])
    }
    if (all.length === 0) return undefined
    const also = new Set(all.map(one => one.entry.id)).size
    const units = all.map(({ translation: { entry_id, locale } }) => ({ entry_id, locale }))
    if (!this.#isInconsistent) return { repeated: { also }, units }
    return { repeated: { also, also_rev: hashRevisions(all), elsewhere: Object.fromEntries(elsewhere) }, units }
  }

  /** Whether a translation is of the kind that the packet groups. */
  #isTaken(entry: Entry, translation: Translation): boolean {
    if (translation.locked) return false
    if (this.#isInconsistent) return hasFinding('inconsistent', translation, entry.src)
    return shownText(translation, entry.src).text === undefined
  }
}
