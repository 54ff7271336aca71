import { compoundKey } from '../../../src/store/records/define.ts'
import type { RunItem, RunPartRecord, RunRecord } from '../../../src/store/records/runs.ts'
import type { Services } from '../../../src/tools/pipeline/call.ts'

const NOTHING = { requests: 0, input_tokens: 0, output_tokens: 0, characters: 0, cost: 0 }

type ItemFacts = Partial<RunItem> & Pick<RunItem, 'entry_id' | 'outcome'>

/** A run that no worker touches: the test moves it, as the worker would. */
export interface StoredRun {
  readonly id: string
  /** Finishes a part with these items; returns the number of its event. */
  readonly finish: (locale: string, items: readonly ItemFacts[]) => Promise<number>
  /** Changes the run, as an event. */
  readonly change: (fields: Partial<RunRecord>) => Promise<void>
  readonly remove: () => Promise<void>
}

/** Stores a running run of a project. */
export async function storeRun(
  { store, newId, now }: Pick<Services, 'store' | 'newId' | 'now'>,
  project: string,
  fields: Partial<RunRecord> = {},
): Promise<StoredRun> {
  const id = newId()
  const at = now().toISOString()
  const [handle = '', slug = ''] = project.split('/')
  const account = await store.read.accounts.by('handle', handle)
  const found = account && (await store.read.projects.by('name', compoundKey(account.id, slug)))
  if (account === undefined || found === undefined) throw new Error(`no project ${project}`)
  const place = { run_id: id, project_id: found.id }
  await store.transaction(tx =>
    tx.runs.insert({
      id,
      project_id: found.id,
      account_id: account.id,
      kind: 'translate',
      filter: { locales: ['de'], branch: 'main' },
      engines: ['echo'],
      batch_size: 20,
      concurrency: 1,
      state: 'running',
      planned: true,
      parts: 0,
      estimate: { strings: 4, words: 8, usage: NOTHING },
      counts: { total: 4 },
      usage: NOTHING,
      origin: { kind: 'human', user_id: account.owner_id, credential: 'stdio' },
      scopes: ['project:write'],
      batch_id: newId(),
      events: 1,
      created_at: at,
      started_at: at,
      ...fields,
    }),
  )
  const write = (change: (run: RunRecord) => RunRecord, part?: (run: RunRecord) => RunPartRecord): Promise<number> =>
    store.transaction(async tx => {
      const run = (await tx.runs.get(id)) as RunRecord | undefined
      if (run === undefined) throw new Error(`no run ${id}`)
      const changed = { ...change(run), events: run.events + 1 }
      await tx.runs.put(changed)
      if (part !== undefined) await tx.run_parts.insert(part(changed))
      return changed.events
    })
  return {
    id,
    finish: (locale, items) =>
      write(
        run => ({ ...run, parts: run.parts + 1, counts: addOutcomes(run.counts, items) }),
        run => ({
          id: newId(),
          ...place,
          locale,
          position: run.parts,
          state: 'done',
          items: items.map(item => ({ src: '', rev: 0, repairs: 0, at: 0, ...item })),
          requests: 1,
          reserved: 0,
          event: run.events,
        }),
      ),
    change: async change => {
      await write(run => ({ ...run, ...change }))
    },
    remove: () => store.transaction(tx => tx.runs.remove(id)),
  }
}

function addOutcomes(counts: Readonly<Record<string, number>>, items: readonly ItemFacts[]): Record<string, number> {
  const added = { ...counts }
  for (const { outcome = '' } of items) added[outcome] = (added[outcome] ?? 0) + 1
  return added
}
