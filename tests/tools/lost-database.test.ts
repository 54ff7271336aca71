import { beforeAll, expect, it, onTestFinished } from 'vitest'
import type { Services } from '../../src/tools/pipeline/call.ts'
import { findTool } from '../../src/tools/registry.ts'
import { RunWatch } from '../../src/tools/runs/watch/run-watch.ts'
import { WorkLeases } from '../../src/tools/work/leases.ts'
import { openIdentities } from '../auth/policy/identities.ts'
import { TOOL_TABLE } from '../auth/policy/tool-table.ts'
import { allTests } from '../harness/each-test.ts'
import { type LostStore, losing } from './lost-store.ts'

const all = allTests(() => openIdentities())
let lost: LostStore
let services: Services

beforeAll(async () => {
  lost = losing(all.testApp.services.store)
  const { store } = lost
  services = {
    ...all.testApp.services,
    store,
    leases: new WorkLeases(store.shared),
    runWatch: new RunWatch(store),
  }
})

// A lookup that fails while the call waits for another one would end the process.
it.each(TOOL_TABLE)(
  'a database that is lost during a call is the error of $tool, at whichever step',
  async ({ tool, args }) => {
    const unhandled: unknown[] = []
    const note = (error: unknown): void => void unhandled.push(error)
    process.on('unhandledRejection', note)
    onTestFinished(() => void process.off('unhandledRejection', note))
    const { principal } = await all.testApp.world.user('ada')
    const call = { services, principal, surface: 'rest', requestId: 'req-test', client: 'test/1' } as const
    for (let steps = 0; ; steps++) {
      lost.loseAfter(steps)
      const error = await findTool(tool)
        .invoke(args('acme', all.fixture), call)
        .then(
          () => undefined,
          (reason: unknown) => reason,
        )
      await lost.settled()
      if (!lost.isLost()) break
      expect(error, `after ${steps} steps`).toMatchObject({ code: 'store_unavailable' })
      expect(unhandled, `after ${steps} steps`).toEqual([])
    }
  },
)
