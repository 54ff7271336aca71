import type { Engine } from '../../src/l10n/engines/engine.ts'
import { compoundKey } from '../../src/store/records/define.ts'
import type { RunItem, RunPartRecord, RunRecord } from '../../src/store/records/runs.ts'
import type { TestApp } from '../http/test-app.ts'
import { found } from '../tools/loop.ts'
import { fakeEngine } from '../tools/runs/fake-engine.ts'

type Outcome = NonNullable<RunItem['outcome']>

const NONE = { requests: 0, input_tokens: 0, output_tokens: 0, characters: 0, cost: 0 }

/** A language model that costs money, another that is off, and machine translation. */
export const RUN_ENGINES: readonly Engine[] = [
  {
    ...fakeEngine({ id: 'gpt', isPaid: true, prices: { input: 0.25, output: 2, characters: 0 } }),
    model: 'gpt-5-mini',
  },
  { ...fakeEngine({ id: 'claude', isPaid: true }), model: 'claude-sonnet-5' },
  fakeEngine({ id: 'apertium', kind: 'mt', canRevise: false }),
  fakeEngine({ id: 'pseudo', kind: 'pseudo', canRevise: false, locales: ['en-XA', 'ar-XB'] }),
]

/** Enables a paid engine for an account, with what it spent this month, in US dollars. */
export async function enableEngine({ services }: TestApp, handle: string, engine: string, dollars: number, spent = 0) {
  const month = services.now().toISOString().slice(0, 7)
  await services.store.transaction(async tx => {
    const account = found(await tx.accounts.by('handle', handle))
    const engines = { ...account.engines, [engine]: { monthly_budget: dollars * 1_000_000 } }
    await tx.accounts.put({ ...account, engines })
    const id = `${account.id}.${engine}.${month}`
    const record = { id, account_id: account.id, engine, month, spent: spent * 1_000_000 }
    if ((await tx.engine_spends.get(id)) === undefined) await tx.engine_spends.insert(record)
  })
}

/** Stores a run of a project, as the server would have. */
export async function storeRun(
  { services }: TestApp,
  project: string,
  difference: Partial<RunRecord> = {},
): Promise<RunRecord> {
  const [handle = '', slug = ''] = project.split('/')
  const at = (minutes: number) => new Date(services.now().getTime() - minutes * 60_000).toISOString()
  return services.store.transaction(async tx => {
    const account = found(await tx.accounts.by('handle', handle))
    const record = found(await tx.projects.by('name', compoundKey(account.id, slug)))
    const run: RunRecord = {
      id: services.newId(),
      project_id: record.id,
      account_id: account.id,
      kind: 'translate',
      filter: { locales: ['de', 'pl'], branch: record.main_branch },
      engines: ['memory', 'gpt'],
      batch_size: 20,
      concurrency: 4,
      state: 'running',
      planned: true,
      parts: 12,
      estimate: {
        strings: 120,
        words: 1_480,
        usage: { ...NONE, requests: 12, input_tokens: 28_800, output_tokens: 7_200, cost: 21_600 },
      },
      counts: { total: 240, translated: 84, needs_review: 6, unchanged: 3 },
      usage: { ...NONE, requests: 5, input_tokens: 11_220, output_tokens: 2_905, cost: 8_615 },
      origin: { kind: 'agent', user_id: account.owner_id, credential: 'oauth:c1', client: 'Claude Code/2.1' },
      scopes: ['project:write'],
      batch_id: services.newId(),
      events: 5,
      created_at: at(4),
      started_at: at(3),
      ...difference,
    }
    await tx.runs.insert(run)
    return run
  })
}

interface StoredItem extends Partial<Pick<RunItem, 'message' | 'findings'>> {
  /** The key of its string. */
  readonly key: string
  readonly outcome: Outcome
}

/** Stores a finished part of a run. */
export async function storePart(
  { services }: TestApp,
  run: RunRecord,
  locale: string,
  items: readonly StoredItem[],
  position = 0,
): Promise<RunPartRecord> {
  return services.store.transaction(async tx => {
    const stored: RunItem[] = []
    for (const { key, ...item } of items) {
      const entry = found((await tx.entries.list('key', compoundKey(run.project_id, key))).at(-1))
      stored.push({ entry_id: entry.id, src: entry.src, rev: 0, repairs: 0, at: 0, engine: 'gpt', ...item })
    }
    const part: RunPartRecord = {
      id: services.newId(),
      run_id: run.id,
      project_id: run.project_id,
      locale,
      position,
      state: 'done',
      items: stored,
      reserved: 0,
      requests: 1,
      event: position + 1,
    }
    await tx.run_parts.insert(part)
    return part
  })
}

/** Changes a stored run, as an event. */
export async function changeRun({ services }: TestApp, id: string, change: Partial<RunRecord>): Promise<void> {
  await services.store.transaction(async tx => {
    const run = found(await tx.runs.get(id))
    await tx.runs.put({ ...run, ...change, events: run.events + 1 })
  })
}
