import { describe, expect, it } from 'vitest'
import { formatResult } from '../../src/cli/output/operator-results.ts'
import { formatRecordCounts } from '../../src/operator/record-counts.ts'
import { COLLECTIONS, LOGS } from '../../src/store/records/schema.ts'

const TABLES = [...Object.keys(COLLECTIONS), ...Object.keys(LOGS)]

describe('the numbers of records', () => {
  it.each([
    [{ clients: 1, branch_files: 1, replays: 1 }, '1 OAuth client, 1 file on a branch, 1 idempotency key'],
    [{ clients: 2, branch_files: 0, replays: 1_200 }, '2 OAuth clients, 1,200 idempotency keys'],
    [{ families: 2, glossaries: 3, histories: 1 }, '2 token families, 3 glossaries, 1 project history'],
    [{ users: 0 }, ''],
  ])('are words with the right plural: %j', (counts, expected) => {
    expect(formatRecordCounts(counts)).toBe(expected)
  })

  it('have words for every table', () => {
    const all = formatRecordCounts(Object.fromEntries(TABLES.map(table => [table, 2])))
    expect(all.split(', ')).toHaveLength(TABLES.length)
    expect(all).not.toContain('_')
  })

  it('are the same words in `server status`', () => {
    const store = { engine: 'lowdb', shape: 8, writable: true, counts: { clients: 1, branch_files: 2 } }
    expect(formatResult.status({ running: false, version: '1', store })).toContain(
      'lowdb, shape 8, writable; 1 OAuth client, 2 files on branches',
    )
  })
})
