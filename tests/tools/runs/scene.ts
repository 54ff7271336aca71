import { onTestFinished } from 'vitest'
import type { Engine } from '../../../src/l10n/engines/engine.ts'
import type { BackgroundJob } from '../../../src/scheduling/background-job.ts'
import type { RunView } from '../../../src/tools/runs/view.ts'
import type { Delay } from '../../../src/tools/runs/worker/back-off.ts'
import { startRuns } from '../../../src/tools/runs/worker/start-runs.ts'
import { openTeam, type Team } from '../team.ts'

type More = Readonly<Record<string, unknown>>

/** A team whose server has engines and works on runs. */
export interface RunScene {
  readonly team: Team
  readonly start: (more?: More) => Promise<RunView>
  readonly view: (id: string) => Promise<RunView>
  /** Starts a run and waits until it no longer works. */
  readonly run: (more?: More) => Promise<RunView>
  /** Waits until a run no longer works. */
  readonly settled: (id: string) => Promise<RunView>
  /** Waits for a change after which a run is as wanted. */
  readonly until: (id: string, isReached: (run: RunView) => boolean) => Promise<RunView>
  readonly items: (id: string, kind?: 'all' | 'unresolved') => Promise<readonly More[]>
  /** The waits that runs asked for after failures, in milliseconds. */
  readonly waits: readonly number[]
  /** Stops the work, as at the end of the process. */
  readonly stopJob: () => Promise<void>
  readonly startJob: () => void
}

interface SceneOptions {
  readonly engines: readonly Engine[]
  readonly content?: More
  readonly targets?: readonly string[]
}

/** A scene that ends with the test. */
export async function openRunScene(options: SceneOptions): Promise<RunScene> {
  const { close, ...scene } = await openSharedRunScene(options)
  onTestFinished(close)
  return scene
}

/** A scene for several tests. */
export async function openSharedRunScene({
  engines,
  content,
  targets = ['de'],
}: SceneOptions): Promise<RunScene & { readonly close: () => Promise<void> }> {
  const team = await openTeam(content, [...targets], engines)
  const { services } = team.world
  const { project, ada } = team
  const waits: number[] = []
  const delay: Delay = async milliseconds => {
    waits.push(milliseconds)
  }
  let job: BackgroundJob | undefined = startRuns(services, { delay })
  const view = async (id: string): Promise<RunView> => {
    const { runs } = await ada.call<{ runs: readonly RunView[] }>('get_runs', { project, run: id })
    const [run] = runs
    if (run === undefined) throw new Error(`no run ${id}`)
    return run
  }
  const start = async (more: More = {}): Promise<RunView> =>
    (await ada.call<{ run: RunView }>('start_run', { project, ...more })).run
  const until: RunScene['until'] = async (id, isReached) => {
    let wake = (): void => {}
    const unwatch = services.store.watch(() => wake())
    try {
      for (;;) {
        // Begins before the read, so that no change is missed.
        const changed = new Promise<void>(resolve => {
          wake = resolve
        })
        const run = await view(id)
        if (isReached(run)) return run
        await changed
      }
    } finally {
      unwatch()
    }
  }
  const settled = (id: string): Promise<RunView> => until(id, ({ state }) => state !== 'pending' && state !== 'running')
  return {
    team,
    start,
    view,
    settled,
    until,
    run: async more => settled((await start(more)).id),
    items: async (id, kind = 'all') =>
      (await ada.call<{ items: readonly More[] }>('get_runs', { project, run: id, items: kind, limit: 200 })).items,
    waits,
    stopJob: async () => {
      await job?.stop()
      job = undefined
    },
    startJob: () => {
      job = startRuns(services, { delay })
    },
    close: async () => {
      await job?.stop()
      await team.close()
    },
  }
}
