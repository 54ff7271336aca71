import { LocalSharedState } from '../../src/store/embedded/shared-state.ts'
import type { SharedLease, SharedState } from '../../src/store/shared-state.ts'
import type { Services } from '../../src/tools/pipeline/call.ts'

/** A process of a site: services of its own over the store that all processes share. */
export interface SiteProcess {
  readonly services: Services
  /** From now on, it neither renews nor releases its leases, as if it were killed or frozen. */
  readonly freeze: () => void
  readonly thaw: () => void
  /** Resolves when it has returned or lost this lease so many times. */
  readonly left: (name: string, times?: number) => Promise<void>
  /** Resolves when it failed to take this lease. */
  readonly refused: (name: string) => Promise<void>
}

/** Creates processes that share the values of one store, by the clock of its world: moving it ends the leases that nobody renews. */
export function openSite(services: Services): (own?: Partial<Services>) => SiteProcess {
  const shared = new LocalSharedState(() => services.now().getTime())
  return own => openProcess({ ...services, ...own }, shared)
}

function openProcess(services: Services, shared: SharedState): SiteProcess {
  const [left, refused] = [new Happenings(), new Happenings()]
  let thawed = Promise.resolve()
  let thaw = (): void => undefined
  const watched = (name: string, lease: SharedLease): SharedLease => ({
    fence: lease.fence,
    renew: async ms => {
      await thawed
      const isHeld = await lease.renew(ms)
      if (!isHeld) left.add(name)
      return isHeld
    },
    release: async () => {
      await thawed
      await lease.release()
      left.add(name)
    },
  })
  const { store } = services
  const own: SharedState = {
    isLocal: false,
    get: (group, key) => shared.get(group, key),
    list: group => shared.list(group),
    update: (group, keys, change) => shared.update(group, keys, change),
    lease: async (name, ms) => {
      const lease = await shared.lease(name, ms)
      if (lease === undefined) refused.add(name)
      return lease && watched(name, lease)
    },
  }
  return {
    services: { ...services, store: { ...store, shared: own } },
    freeze: () => {
      thawed = new Promise(resolve => {
        thaw = resolve
      })
    },
    thaw: () => thaw(),
    left: (name, times = 1) => left.wait(name, times),
    refused: name => refused.wait(name, 1),
  }
}

/** Counts what happened by name. */
class Happenings {
  readonly #counts = new Map<string, number>()
  #wake: (() => void)[] = []

  add(name: string): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1)
    for (const wake of this.#wake.splice(0)) wake()
  }

  async wait(name: string, times: number): Promise<void> {
    while ((this.#counts.get(name) ?? 0) < times) {
      await new Promise<void>(resolve => {
        this.#wake.push(resolve)
      })
    }
  }
}
