import type { Store } from '../../../src/store/store.ts'
import { readUsage, type Usage } from '../../../src/tools/quota/usage.ts'

/** The counted overhead of a record. */
const RECORD = 500

type Fields = Readonly<Record<string, unknown>>

export async function usageOf(handle: string, read: Store['read']): Promise<Usage> {
  const account = await read.accounts.by('handle', handle)
  return readUsage(account?.id ?? '', read)
}

/** The same, added up from all records of a store, of accounts without voices and glossaries. */
export async function recountUsage(handle: string, store: Store): Promise<Usage> {
  const tables = new Map<string, Fields[]>()
  const dump = await store.dump()
  for await (const { table, records } of dump.batches()) {
    tables.set(table, [...(tables.get(table) ?? []), ...(records as readonly unknown[] as readonly Fields[])])
  }
  dump.close()
  const all = (table: string) => tables.get(table) ?? []
  const account = all('accounts').find(one => one['handle'] === handle)
  const used = { projects: 0, strings: 0, bytes: 0, history: 0 }
  const restorable = { ...used }
  for (const project of all('projects').filter(one => one['account_id'] === account?.['id'])) {
    const of = (table: string) => all(table).filter(one => one['project_id'] === project['id'])
    const kept = project['deleted_at'] === null ? used : restorable
    kept.projects += 1
    for (const file of of('branch_files')) {
      kept.strings += (file['items'] as readonly unknown[]).length
      kept.bytes += RECORD + Buffer.byteLength(String(file['content']))
    }
    for (const file of of('target_files')) {
      const before = file['reviewed'] as { readonly content: string } | null | undefined
      kept.bytes += RECORD + Buffer.byteLength(String(file['content'])) + Buffer.byteLength(before?.content ?? '')
    }
    for (const file of of('files')) kept.bytes += RECORD + charactersOf(file['path'])
    for (const comment of of('comments')) kept.bytes += RECORD + charactersOf(comment['text'])
    for (const unit of of('translations')) {
      kept.bytes += RECORD + charactersOf(valuesOf(unit['texts'], 'value'))
      for (const value of valuesOf(unit['suggestions'], 'value')) kept.bytes += RECORD + charactersOf(value)
      kept.bytes += charactersOf(valuesOf(unit['ignores'], 'reason'))
    }
    for (const batch of of('batches')) kept.history += RECORD + charactersOf(batch['note'])
    for (const revision of of('revisions')) kept.history += RECORD + charactersOf(revision['value'])
    for (const source of of('sources')) kept.history += RECORD + charactersOf(source['source'])
    for (const entry of of('entries').filter(one => one['unused_since'] !== null)) {
      const { key, context, source, other_keys, description, references, tags } = entry
      restorable.strings += 1
      restorable.bytes += charactersOf([key, context, source, other_keys, description, references, tags])
      restorable.bytes += charactersOf(valuesOf(entry['sources'], 'source'))
    }
  }
  return { used, restorable }
}

const valuesOf = (list: unknown, field: string): readonly unknown[] =>
  ((list ?? []) as readonly Fields[]).map(one => one[field])

/** UTF-16 units of all texts in a value. */
function charactersOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce((sum: number, inner) => sum + charactersOf(inner), 0)
}
