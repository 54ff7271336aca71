import type { Position, Share } from '../../l10n/work/candidates.ts'
import type { Frozen } from '../../store/frozen.ts'
import { compoundKey } from '../../store/records/define.ts'
import type { Collections } from '../../store/records/schema.ts'
import type { Reader } from '../../store/store.ts'
import type { Translation } from '../translations/records.ts'

type Reservation = Frozen<Collections['reservations']['record']>

/** Maximum reservations of a locale. A listing reads all of them, and skips them within one page of the store. */
export const MAX_RESERVATIONS = 800

/** Names of the cursor fields that record which reservations existed when the listing began. */
const UPTO = '.upto'
const SINCE = '.since'

/**
 * The reservations of some locales as they were when the listing began. Translations keep their place in it when a reservation expires, moves or is added.
 * IDs sort by time, so a later reservation has a greater ID, and an expired one has an earlier end.
 */
export class Reservations {
  readonly #worker: string | undefined
  readonly #byTranslation: ReadonlyMap<string, Reservation>
  /** Marks for the cursor of the listing. */
  readonly marks: Position

  private constructor(held: readonly Reservation[], marks: Position, worker: string | undefined) {
    this.#worker = worker
    this.#byTranslation = new Map(held.map(one => [compoundKey(one.entry_id, one.locale), one]))
    this.marks = marks
  }

  /** @param query `from` is undefined for the first page */
  static async read(
    {
      projectId,
      locales,
      worker,
      from,
      now,
    }: {
      readonly projectId: string
      readonly locales: readonly string[]
      readonly worker: string | undefined
      readonly from: Position | undefined
      readonly now: Date
    },
    read: Reader,
  ): Promise<Reservations> {
    const lists = await Promise.all(
      locales.map(locale => read.reservations.list('locale', compoundKey(projectId, locale))),
    )
    const all = lists.flat()
    if (from === undefined) {
      const live = all.filter(one => isActiveReservation(one, now))
      const marks = {
        [UPTO]: live.reduce((last, { id }) => (id > last ? id : last), ''),
        [SINCE]: live.reduce((first, { expires_at: end }) => (first === '' || end < first ? end : first), ''),
      }
      return new Reservations(live, live.length === 0 ? {} : marks, worker)
    }
    const { [UPTO]: upto, [SINCE]: since } = from
    if (upto === undefined || since === undefined) return new Reservations([], {}, worker)
    const then = all.filter(one => one.id <= upto && one.expires_at >= since)
    return new Reservations(then, { [UPTO]: upto, [SINCE]: since }, worker)
  }

  getShare({ entry_id, locale }: Pick<Translation, 'entry_id' | 'locale'>): Share {
    const held = this.#byTranslation.get(compoundKey(entry_id, locale))
    return held === undefined ? 'free' : held.worker === this.#worker ? 'own' : 'others'
  }

  /** Returns the names of other workers with reservations for some of `translations`. */
  findOtherWorker(translations: readonly Translation[]): string | undefined {
    const names = translations
      .map(({ entry_id, locale }) => this.#byTranslation.get(compoundKey(entry_id, locale))?.worker)
      .filter(name => name !== undefined && name !== this.#worker)
    return names.length === 0 ? undefined : [...new Set(names)].join(', ')
  }

  get size(): number {
    return this.#byTranslation.size
  }

  /** Lists the reservations of a share. */
  listShare(share: Share): readonly Reservation[] {
    return [...this.#byTranslation.values()].filter(one => this.getShare(one) === share)
  }
}

export const isActiveReservation = ({ expires_at }: Pick<Reservation, 'expires_at'>, now: Date): boolean =>
  Date.parse(expires_at) > now.getTime()
