import type { Position } from '../../l10n/work/candidates.ts'
import type { SharedState } from '../../store/shared-state.ts'

/** The time for which a worker gets translations first, and others get them last. */
const LEASE_MS = 10 * 60_000

/** The time for which ended leases are kept, because the order of a listing depends on the leases at its beginning. */
const KEPT_MS = 60 * 60_000

/** Maximum translations of a project with a lease. The oldest leases are dropped. */
const MAX_PROJECT_LEASES = 4_000

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
  /** Milliseconds. */
  readonly until: number
  /** Place in the sequence at which it was released. */
  readonly released?: number
}

/** A translation and its leases, oldest first. */
interface Leased extends LeasedUnit {
  readonly leases: readonly Lease[]
}

/** The point in time that a listing is about. */
interface Moment {
  readonly sequence: number
  readonly at: number
}

/** The key of the newest place in the sequence, in the group of a project. Keys of translations begin with an ID. */
const SEQUENCE = 'sequence'

/**
 * The leases of workers on translations: shared by all processes, lost in a restart of the store, and advisory. They order work packets and have no effect on
 * what anybody may write.
 */
export class WorkLeases {
  readonly #shared: SharedState

  constructor(shared: SharedState) {
    this.#shared = shared
  }

  /** Leases translations to a worker, except those that another worker holds. */
  async take(projectId: string, units: readonly LeasedUnit[], worker: Worker, now: Date): Promise<void> {
    const at = now.getTime()
    await this.#change(projectId, units, at, ({ leases }, sequence) => {
      const last = leases.at(-1)
      const isHeld = last !== undefined && isLive(last, at)
      if (isHeld && !isSameWorker(last.worker, worker)) return undefined
      const until = at + LEASE_MS
      const kept = leases.filter(lease => lease.until > at - KEPT_MS)
      return isHeld ? [...kept.slice(0, -1), { ...last, until }] : [...kept, { worker, since: sequence, until }]
    })
  }

  /** Ends the leases on translations: they are submitted. */
  async release(projectId: string, units: readonly LeasedUnit[], now: Date): Promise<void> {
    const at = now.getTime()
    await this.#change(projectId, units, at, ({ leases }, sequence) => {
      const last = leases.at(-1)
      return last !== undefined && isLive(last, at)
        ? [...leases.slice(0, -1), { ...last, released: sequence }]
        : undefined
    })
  }

  /**
   * Returns the leases of a project as they were when a listing began, so that it has each translation once while leases come and go.
   * @param from the position of the listing; undefined at the beginning
   */
  async view(projectId: string, worker: Worker | undefined, from: Position | undefined, now: Date): Promise<LeaseView> {
    const at = now.getTime()
    const project = new Map<string, Leased>()
    let sequence = 0
    for (const [key, value] of await this.#shared.list(toGroup(projectId))) {
      if (key === SEQUENCE) sequence = value as number
      // The order of a listing depends on the leases at its beginning, up to an hour ago.
      else if (!isOver(value as Leased, at - KEPT_MS)) project.set(key, value as Leased)
    }
    const hasLeases = project.size > 0 && { sequence, at }
    const begin = from === undefined ? hasLeases || undefined : parseMoment(from)
    return new LeaseView(project, worker, begin, at)
  }

  /** Changes the leases of translations as the next place in the sequence. `how` returns their new leases; undefined where they stay. */
  async #change(
    projectId: string,
    units: readonly LeasedUnit[],
    at: number,
    how: (leased: Leased, sequence: number) => readonly Lease[] | undefined,
  ): Promise<void> {
    if (units.length === 0) return
    const byKey = new Map(units.map(({ entry_id, locale }) => [toKey({ entry_id, locale }), { entry_id, locale }]))
    await this.#shared.update(toGroup(projectId), [SEQUENCE, ...byKey.keys()], current => {
      // Not lower after the shared values were lost, so that the marks of older listings stay valid.
      const sequence = Math.max(((current.get(SEQUENCE) as number | undefined) ?? 0) + 1, at)
      const values = new Map<string, Leased | number>()
      for (const [key, unit] of byKey) {
        const leases = how((current.get(key) as Leased | undefined) ?? { ...unit, leases: [] }, sequence)
        if (leases !== undefined) values.set(key, { ...unit, leases })
      }
      if (values.size > 0) values.set(SEQUENCE, sequence)
      return { values, keepMs: LEASE_MS + KEPT_MS, limit: MAX_PROJECT_LEASES + 1, result: undefined }
    })
  }
}

const toKey = ({ entry_id, locale }: LeasedUnit): string => `${entry_id} ${locale}`

const toGroup = (projectId: string): string => `leases ${projectId}`

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
    const leased = this.#project.get(toKey({ entry_id, locale }))
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
      const last = this.#project.get(toKey({ entry_id, locale }))?.leases.at(-1)
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

/** Compares places in the sequence, because several changes can have the same time, and the clocks of processes differ. */
const wasHeld = ({ since, until, released }: Lease, { sequence, at }: Moment): boolean =>
  since <= sequence && until > at && (released === undefined || released > sequence)

const isOver = ({ leases }: Leased, at: number): boolean => leases.every(({ until }) => until <= at)

const isSameWorker = (one: Worker, other: Worker | undefined): boolean =>
  one.userId === other?.userId && one.name === other.name
