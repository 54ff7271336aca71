import type { Position } from '../../l10n/work/candidates.ts'
import { compoundKey } from '../../store/records/define.ts'

/** The time for which a worker gets translations first, and others get them last. */
const LEASE_MS = 10 * 60_000

/** The time for which ended leases are kept, because the order of a listing depends on the leases at its beginning. */
const KEPT_MS = 60 * 60_000

/** Maximum translations with a lease, in one project and in all. The oldest leases are dropped. */
const MAX_PROJECT_LEASES = 4_000
const MAX_LEASES = 40_000

/** A worker of a user. Different users can choose the same name. */
export interface Worker {
  readonly userId: string
  readonly handle: string
  readonly name: string
}

/** A translation that can have a lease, in any branch. */
export interface LeasedUnit {
  readonly entry_id: string
  readonly locale: string
}

interface Lease {
  readonly worker: Worker
  /** Place in the sequence of all changes of leases. */
  readonly since: number
  readonly from: number
  /** Milliseconds, as `from`. */
  until: number
  /** Place in the sequence at which it was released. */
  released?: number
}

/** A translation and its leases, oldest first. */
interface Leased extends LeasedUnit {
  readonly leases: Lease[]
}

/** The point in time that a listing is about. */
interface Moment {
  readonly sequence: number
  readonly at: number
}

/**
 * The leases of workers on translations: in memory, and advisory. They order work packets and have no effect on what anybody may write. A restart ends all.
 */
export class WorkLeases {
  readonly #projects = new Map<string, Map<string, Leased>>()
  #sequence = 0
  #size = 0

  /** Leases translations to a worker, except those that another worker holds. */
  take(projectId: string, units: readonly LeasedUnit[], worker: Worker, now: Date): void {
    const at = now.getTime()
    this.#sequence += 1
    this.#drop(projectId, leased => isOver(leased, at - KEPT_MS))
    for (const { entry_id, locale } of units) {
      const key = compoundKey(entry_id, locale)
      const { leases = [] } = this.#projects.get(projectId)?.get(key) ?? {}
      const last = leases.at(-1)
      const isHeld = last !== undefined && isLive(last, at)
      if (isHeld && !isSameWorker(last.worker, worker)) continue
      if (isHeld) last.until = at + LEASE_MS
      else leases.push({ worker, since: this.#sequence, from: at, until: at + LEASE_MS })
      this.#put(projectId, key, { entry_id, locale, leases: leases.filter(({ until }) => until > at - KEPT_MS) })
    }
    this.#drop(projectId, () => (this.#projects.get(projectId)?.size ?? 0) > MAX_PROJECT_LEASES)
    for (const [oldest] of this.#projects) {
      if (this.#size <= MAX_LEASES) return
      this.#drop(oldest, () => this.#size > MAX_LEASES)
    }
  }

  /** Ends the leases on translations: they are submitted. */
  release(projectId: string, units: readonly LeasedUnit[], now: Date): void {
    const project = this.#projects.get(projectId)
    if (project === undefined) return
    this.#sequence += 1
    for (const { entry_id, locale } of units) {
      const last = project.get(compoundKey(entry_id, locale))?.leases.at(-1)
      if (last !== undefined && isLive(last, now.getTime())) last.released = this.#sequence
    }
  }

  /**
   * Returns the leases of a project as they were when a listing began, so that it has each translation once while leases come and go.
   * @param from the position of the listing; undefined at the beginning
   */
  view(projectId: string, worker: Worker | undefined, from: Position | undefined, now: Date): LeaseView {
    const project = this.#projects.get(projectId) ?? new Map()
    const at = now.getTime()
    const hasLeases = project.size > 0 && { sequence: this.#sequence, at }
    const begin = from === undefined ? hasLeases || undefined : parseMoment(from)
    return new LeaseView(project, worker, begin, at)
  }

  #put(projectId: string, key: string, leased: Leased): void {
    const project = this.#projects.get(projectId) ?? new Map<string, Leased>()
    this.#projects.delete(projectId)
    this.#projects.set(projectId, project)
    // The newest last.
    if (!project.delete(key)) this.#size += 1
    project.set(key, leased)
  }

  /** Drops the oldest leases of a project while a condition holds. */
  #drop(projectId: string, isDropped: (leased: Leased) => boolean): void {
    const project = this.#projects.get(projectId)
    if (project === undefined) return
    for (const [key, leased] of project) {
      if (!isDropped(leased)) break
      project.delete(key)
      this.#size -= 1
    }
    if (project.size === 0) this.#projects.delete(projectId)
  }
}

/** The leases of a project from the viewpoint of a worker, at the beginning of a listing. */
export class LeaseView {
  readonly #project: ReadonlyMap<string, Leased>
  readonly #worker: Worker | undefined
  readonly #begin: Moment | undefined
  readonly #now: number
  /** Marks for the cursor of the listing. */
  readonly marks: Position

  /** @param begin undefined if there were no leases then */
  constructor(
    project: ReadonlyMap<string, Leased>,
    worker: Worker | undefined,
    begin: Moment | undefined,
    now: number,
  ) {
    this.#project = project
    this.#worker = worker
    this.#begin = begin
    this.#now = now
    this.marks = begin === undefined ? {} : { [MARK]: `${begin.sequence}.${begin.at}` }
  }

  getShare({ entry_id, locale }: LeasedUnit): 'own' | 'free' | 'others' {
    const leased = this.#project.get(compoundKey(entry_id, locale))
    return leased === undefined ? 'free' : this.#shareOf(leased)
  }

  /** Lists the translations with a lease of the worker, or of others. */
  list(share: 'own' | 'others'): readonly LeasedUnit[] {
    return [...this.#project.values()].filter(leased => this.#shareOf(leased) === share)
  }

  /** Returns the other workers that hold some of `units` now, those of other users with their username: `bob/w1`. */
  findHolders(units: readonly LeasedUnit[]): string | undefined {
    const names = this.#listOthers(units).map(({ worker: { userId, handle, name } }) => {
      return this.#worker === undefined || userId === this.#worker.userId ? name : `${handle}/${name}`
    })
    return names.length === 0 ? undefined : [...new Set(names)].join(', ')
  }

  /** Returns when the last lease of others ends, if others hold some unit of every row now. */
  findHeldUntil(rows: readonly (readonly LeasedUnit[])[]): string | undefined {
    const ends: number[] = []
    for (const units of rows) {
      const others = this.#listOthers(units)
      if (others.length === 0) return undefined
      for (const { until } of others) ends.push(until)
    }
    return ends.length === 0 ? undefined : new Date(ends.reduce((last, end) => Math.max(last, end))).toISOString()
  }

  /** The leases that other workers have now. */
  #listOthers(units: readonly LeasedUnit[]): readonly Lease[] {
    return units.flatMap(({ entry_id, locale }) => {
      const last = this.#project.get(compoundKey(entry_id, locale))?.leases.at(-1)
      return last === undefined || !isLive(last, this.#now) || isSameWorker(last.worker, this.#worker) ? [] : [last]
    })
  }

  #shareOf({ leases }: Leased): 'own' | 'free' | 'others' {
    const begin = this.#begin
    const held = begin && leases.find(lease => wasHeld(lease, begin))
    return held === undefined ? 'free' : isSameWorker(held.worker, this.#worker) ? 'own' : 'others'
  }
}

/** The cursor field that records when the listing began. */
const MARK = '.leases'

function parseMoment({ [MARK]: mark }: Position): Moment | undefined {
  const [sequence, at] = mark?.split('.') ?? []
  return sequence === undefined || at === undefined ? undefined : { sequence: Number(sequence), at: Number(at) }
}

const isLive = ({ until, released }: Lease, now: number): boolean => released === undefined && until > now

/** Compares the sequence, too, because several changes can have the same time. */
const wasHeld = ({ since, from, until, released }: Lease, { sequence, at }: Moment): boolean =>
  since <= sequence && from <= at && until > at && (released === undefined || released > sequence)

const isOver = ({ leases }: Leased, at: number): boolean => leases.every(({ until }) => until <= at)

const isSameWorker = (one: Worker, other: Worker | undefined): boolean =>
  one.userId === other?.userId && one.name === other.name
