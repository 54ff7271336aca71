import { createHash } from 'node:crypto'
import { getOrAdd } from '../../../l10n/groups.ts'
import { type Message, sameMessage } from '../../../l10n/message/message.ts'
import { shownText } from '../../../l10n/translation/shown-text.ts'
import { isOpenEntry } from '../../../l10n/translation/state.ts'
import type { SourceLine } from '../../../l10n/translation/translation.ts'
import type { Repeated } from '../../../l10n/work/packet-rows.ts'
import { sourceKey } from '../../../store/records/text-keys.ts'
import type { Reader } from '../../../store/store.ts'
import { getTranslation } from '../../translations/branch-view.ts'
import { hasFinding } from '../../translations/check-rules.ts'
import type { Entry, Translation } from '../../translations/records.ts'
import type { LeasedUnit } from '../leases.ts'

/** Maximum strings that one translation is applied to, besides its own. */
const MAX_REPETITIONS = 200

/** A string with the same source as another one, and its translation in a locale. */
export interface Repetition {
  readonly entry: Entry
  readonly translation: Translation
}

/** The other strings of a group in one locale. */
interface LocaleRepetitions {
  /** Those without a translation. */
  readonly open: readonly Repetition[]
  /** Those with a translation of the same source. */
  readonly translated: readonly Repetition[]
}

/** Finds the other strings of the main branch that one translation fits. At most 200; see `findGroup`. */
export async function findRepetitions(entry: Entry, line: SourceLine, read: Reader): Promise<readonly Entry[]> {
  if (entry.src !== line.src) return []
  return (await findGroup(entry, read)).filter(({ id }) => id !== entry.id)
}

/**
 * Finds the strings of the main branch with the same source, context, notes, syntax and tags as one of them, which is among them. Most strings have none, and
 * the count of their index says so.
 */
async function findGroup(entry: Entry, read: Reader): Promise<readonly Entry[]> {
  const key = sourceKey(entry)
  if ((await read.entries.count('source', key)) < 2) return [entry]
  const page = await read.entries.page('source', key, { limit: MAX_REPETITIONS + 1 })
  const found = page.items.filter(other => isOpenEntry(other) && isSameTask(entry, other))
  return found.some(({ id }) => id === entry.id) ? found : [entry, ...found]
}

/** The same for all strings of a group, and hardly for others. */
const toGroupKey = ({ src, description = '', added_note, syntax, tags }: Entry): string =>
  JSON.stringify([src, description, added_note?.text, syntax, tags])

const isSameTask = (one: Entry, other: Entry): boolean =>
  one.src === other.src &&
  one.description === other.description &&
  one.added_note?.text === other.added_note?.text &&
  one.syntax === other.syntax &&
  one.tags.join(' ') === other.tags.join(' ') &&
  sameMessage(one.source, other.source)

/** Sorts repetitions by whether they have a translation in a locale. Locked and stale ones are left out. */
export async function sortRepetitions(
  entries: readonly Entry[],
  locale: string,
  read: Reader,
): Promise<LocaleRepetitions> {
  const open: Repetition[] = []
  const translated: Repetition[] = []
  const translations = await Promise.all(entries.map(entry => getTranslation(entry, locale, read)))
  for (const [at, entry] of entries.entries()) {
    const translation = translations[at]
    if (translation === undefined) continue
    const { text, stale } = shownText(translation, entry)
    if (translation.locked || stale) continue
    if (text === undefined) open.push({ entry, translation })
    else translated.push({ entry, translation })
  }
  return { open, translated }
}

/** The state of translated repetitions: a hash that changes with each of their texts. */
export function hashRevisions(repetitions: readonly Repetition[]): string {
  const revisions = repetitions.map(({ translation: { id, rev } }) => `${id} ${rev}`)
  return createHash('sha256').update(revisions.sort().join('\n')).digest('hex').slice(0, 12)
}

/** The different texts of translated repetitions, most frequent first. */
function listVariants(
  repetitions: readonly Repetition[],
): readonly { readonly text: Message; readonly count: number }[] {
  const found: { readonly text: Message; count: number }[] = []
  for (const { entry, translation } of repetitions) {
    const { text } = shownText(translation, entry)
    if (text === undefined) continue
    const known = found.find(variant => sameMessage(variant.text, text.value))
    if (known === undefined) found.push({ text: text.value, count: 1 })
    else known.count += 1
  }
  return found.sort((a, b) => b.count - a.count)
}

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
