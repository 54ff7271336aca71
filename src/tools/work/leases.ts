import type { Position } from '../../l10n/work/candidates.ts'
import type { SharedState } from '../../store/shared-state.ts'

/** The time for which a worker gets translations first, and others get them last. */
const LEASE_MS = 10 * 60_000

/** The time for which ended leases are kept, because the order of a listing depends on the leases at its beginning. */
const KEPT_MS = 60 * 60_000

/** Maximum translations of a project with a lease. The oldest leases are dropped. */
const MAX_PROJECT_LEASES = 4_000

/** How often a packet is collected again at most. Each time, another worker got one. */
const MAX_REPEATS = 5

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

/** A listing of work. */
interface Listing {
  readonly projectId: string
  /** Undefined if nothing is leased. */
  readonly worker: Worker | undefined
  /** Undefined at the beginning. */
  readonly from: Position | undefined
}

/** A packet with the translations of each of its rows. */
interface Collected {
  readonly units: readonly (readonly LeasedUnit[])[]
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
  /** The end of the last turn of a project. */
  readonly #turns = new Map<string, Promise<void>>()

  constructor(shared: SharedState) {
    this.#shared = shared
  }

  /**
   * Collects a packet, and leases its translations to the worker of the listing. While another worker takes some of them first, it is collected again, so that
   * workers who call at the same time get different ones. `lost` has those that another worker took each time.
   */
  async handOut<P extends Collected>(listing: Listing, now: () => Date, collect: (view: LeaseView) => Promise<P>) {
    const { projectId, worker, from } = listing
    const attempt = async (isLast: boolean): Promise<{ readonly packet: P; readonly lost: readonly LeasedUnit[] }> => {
      const at = now()
      const view = await this.view(projectId, worker, from, at)
      const packet = await collect(view)
      if (worker === undefined) return { packet, lost: [] }
      // What others are known to hold is in the packet as such.
      const free = packet.units.flat().filter(unit => view.findHolders([unit]) === undefined)
      return { packet, lost: await this.take(projectId, free, worker, at, isLast ? 'free' : 'all') }
    }
    const first = await attempt(false)
    if (first.lost.length === 0) return first
    return this.#inTurn(projectId, async () => {
      for (let left = MAX_REPEATS; ; left -= 1) {
        const next = await attempt(left === 1)
        if (next.lost.length === 0 || left === 1) return next
      }
    })
  }

  /**
   * Leases translations to a worker, except those that another worker holds.
   * @param which `all`: takes none if another worker holds one
   * @returns those that another worker holds
   */
  take(
    projectId: string,
    units: readonly LeasedUnit[],
    worker: Worker,
    now: Date,
    which: 'all' | 'free' = 'free',
  ): Promise<readonly LeasedUnit[]> {
    const at = now.getTime()
    const until = at + LEASE_MS
    return this.#change(projectId, units, at, (all, sequence) => {
      const lost = new Set(all.filter(({ leases }) => !isSameWorker(findLive(leases, at)?.worker ?? worker, worker)))
      const taken = which === 'all' && lost.size > 0 ? [] : all.filter(one => !lost.has(one))
      const changed = taken.map(({ leases, ...unit }) => {
        const kept = leases.filter(lease => lease.until > at - KEPT_MS)
        const live = findLive(leases, at)
        return {
          ...unit,
          leases: live ? [...kept.slice(0, -1), { ...live, until }] : [...kept, { worker, since: sequence, until }],
        }
      })
      return { changed, result: [...lost] }
    })
  }

  /** Ends the leases on translations: they are submitted. */
  async release(projectId: string, units: readonly LeasedUnit[], now: Date): Promise<void> {
    const at = now.getTime()
    await this.#change(projectId, units, at, (all, sequence) => {
      const changed = all.flatMap(({ leases, ...unit }) => {
        const live = findLive(leases, at)
        return live ? [{ ...unit, leases: [...leases.slice(0, -1), { ...live, released: sequence }] }] : []
      })
      return { changed, result: undefined }
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

  /** Changes the leases of translations as the next place in the sequence. `how` returns the changed ones; it may run again. */
  async #change<T>(
    projectId: string,
    units: readonly LeasedUnit[],
    at: number,
    how: (all: readonly Leased[], sequence: number) => { readonly changed: readonly Leased[]; readonly result: T },
  ): Promise<T> {
    if (units.length === 0) return how([], 0).result
    const byKey = new Map(units.map(({ entry_id, locale }) => [toKey({ entry_id, locale }), { entry_id, locale }]))
    return this.#shared.update(toGroup(projectId), [SEQUENCE, ...byKey.keys()], current => {
      // Not lower after the shared values were lost, so that the marks of older listings stay valid.
      const sequence = Math.max(((current.get(SEQUENCE) as number | undefined) ?? 0) + 1, at)
      const all = Array.from(
        byKey,
        ([key, unit]) => (current.get(key) as Leased | undefined) ?? { ...unit, leases: [] },
      )
      const { changed, result } = how(all, sequence)
      const values = new Map<string, Leased | number>(changed.map(leased => [toKey(leased), leased]))
      if (values.size > 0) values.set(SEQUENCE, sequence)
      return { values, keepMs: LEASE_MS + KEPT_MS, limit: MAX_PROJECT_LEASES + 1, result }
    })
  }

  /** Runs after those that came before, of the same project in this process: at once, they would only take from each other again. */
  async #inTurn<T>(projectId: string, run: () => Promise<T>): Promise<T> {
    const turn = (this.#turns.get(projectId) ?? Promise.resolve()).then(run)
    const over = turn.then(ignore, ignore)
    this.#turns.set(projectId, over)
    try {
      return await turn
    } finally {
      if (this.#turns.get(projectId) === over) this.#turns.delete(projectId)
    }
  }
}

const ignore = (): void => undefined

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
  findLeaseEnd(rows: readonly (readonly LeasedUnit[])[]): string | undefined {
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
    const owner = begin && leases.find(lease => wasLeased(lease, begin))
    return owner === undefined ? 'free' : isSameWorker(owner.worker, this.#worker) ? 'own' : 'others'
  }
}

/** The cursor field that records when the listing began. */
const MARK = '.leases'

function parseMoment({ [MARK]: mark }: Position): Moment | undefined {
  const [sequence, at] = mark?.split('.') ?? []
  return sequence === undefined || at === undefined ? undefined : { sequence: Number(sequence), at: Number(at) }
}

const isLive = ({ until, released }: Lease, now: number): boolean => released === undefined && until > now

/** Only the last lease of a translation can be live. */
function findLive(leases: readonly Lease[], now: number): Lease | undefined {
  const last = leases.at(-1)
  return last !== undefined && isLive(last, now) ? last : undefined
}

/** Compares places in the sequence, because several changes can have the same time, and the clocks of processes differ. */
const wasLeased = ({ since, until, released }: Lease, { sequence, at }: Moment): boolean =>
  since <= sequence && until > at && (released === undefined || released > sequence)

const isOver = ({ leases }: Leased, at: number): boolean => leases.every(({ until }) => until <= at)

const isSameWorker = (one: Worker, other: Worker | undefined): boolean =>
  one.userId === other?.userId && one.name === other.name
