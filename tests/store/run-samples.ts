import type { RunPartRecord, RunRecord } from '../../src/store/records/runs.ts'
import { AT } from './contract/samples.ts'

const usage = { requests: 1, input_tokens: 20, output_tokens: 10, characters: 0, cost: 3 }

/** At least one record of each table of runs; `text` is in every field that a user or an engine can set. */
export function runTables(text: string): {
  readonly runs: readonly RunRecord[]
  readonly run_parts: readonly RunPartRecord[]
  readonly run_spends: readonly { readonly id: string; readonly project_id: string; readonly spent: number }[]
  readonly engine_spends: readonly {
    readonly id: string
    readonly account_id: string
    readonly engine: string
    readonly month: string
    readonly spent: number
  }[]
} {
  return {
    runs: [
      {
        id: 'run1',
        project_id: 'p1',
        account_id: 'account-of-ada',
        kind: 'translate',
        filter: { locales: ['de'], branch: 'main', files: [text], ids: ['e1'], only: 'missing' },
        engines: ['memory', 'gpt'],
        batch_size: 20,
        concurrency: 4,
        budget: 1_000_000,
        note: text,
        state: 'paused',
        reason: 'provider_failed',
        message: text,
        cursor: text,
        planned: true,
        parts: 1,
        estimate: { strings: 1, words: 2, usage },
        counts: { total: 1 },
        usage,
        origin: { kind: 'agent', user_id: 'ada', credential: 'token:t1' },
        scopes: ['project:write'],
        batch_id: 'b2',
        events: 1,
        created_at: AT,
        started_at: AT,
      },
    ],
    run_parts: [
      {
        id: 'part1',
        run_id: 'run1',
        project_id: 'p1',
        locale: 'de',
        position: 0,
        state: 'answered',
        items: [
          {
            entry_id: 'e1',
            src: 'f'.repeat(64),
            rev: 0,
            repairs: 1,
            at: 1,
            answer: { other: text },
            why: text,
            engine: 'gpt',
            outcome: 'unresolved',
            message: text,
            findings: [{ id: 'placeholders', message: text, fix: text }],
            usage,
          },
        ],
        requests: 1,
        engine: 'gpt',
        reserved: 3,
        usage,
        model: text,
        event: 1,
      },
    ],
    run_spends: [{ id: 'run1', project_id: 'p1', spent: 3 }],
    engine_spends: [
      { id: 'account-of-ada.gpt.2026-11', account_id: 'account-of-ada', engine: 'gpt', month: '2026-11', spent: 3 },
    ],
  }
}
