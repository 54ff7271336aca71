import type { Position, Share } from '../../l10n/work/candidates.ts'
import type { Frozen } from '../../store/frozen.ts'
import { compoundKey } from '../../store/records/define.ts'
import type { Collections } from '../../store/records/schema.ts'
import type { Reader } from '../../store/store.ts'
import type { Unit } from '../translations/unit.ts'

type Reservation = Frozen<Collections['reservations']['record']>

/** Of a locale; a listing reads all of them, and passes over them in one page of the store. */
export const MAX_RESERVATIONS = 800

/** What a cursor keeps of a listing's reservations: which were there when it began. */
const UPTO = '.upto'
const SINCE = '.since'

/**
 * The reservations of some locales as they were when a listing began, so that a unit keeps its place in the listing when a reservation runs out, changes
 * hands or is added meanwhile. Ids sort by their time: what was made later has a greater one; what had run out by then has an earlier end.
 */
export class Reservations {
  readonly #worker: string | undefined
  readonly #byUnit: ReadonlyMap<string, Reservation>
  /** What the cursor of the listing has to say. */
  readonly marks: Position

  private constructor(held: readonly Reservation[], marks: Position, worker: string | undefined) {
    this.#worker = worker
    this.#byUnit = new Map(held.map(one => [compoundKey(one.entry_id, one.locale), one]))
    this.marks = marks
  }

  /** `from` is undefined at the beginning of a listing. */
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

  getShare({ entry_id, locale }: Pick<Unit, 'entry_id' | 'locale'>): Share {
    const held = this.#byUnit.get(compoundKey(entry_id, locale))
    return held === undefined ? 'free' : held.worker === this.#worker ? 'own' : 'others'
  }

  /** Who else has one of these units. */
  findOtherWorker(units: readonly Unit[]): string | undefined {
    const names = units
      .map(({ entry_id, locale }) => this.#byUnit.get(compoundKey(entry_id, locale))?.worker)
      .filter(name => name !== undefined && name !== this.#worker)
    return names.length === 0 ? undefined : [...new Set(names)].join(', ')
  }

  get size(): number {
    return this.#byUnit.size
  }

  /** The reserved units of a share. */
  listShare(share: Share): readonly Reservation[] {
    return [...this.#byUnit.values()].filter(one => this.getShare(one) === share)
  }
}

export const isActiveReservation = ({ expires_at }: Pick<Reservation, 'expires_at'>, now: Date): boolean =>
  Date.parse(expires_at) > now.getTime()
