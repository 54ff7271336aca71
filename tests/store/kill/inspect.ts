import { compoundKey } from '../../../src/store/records/define.ts'
import type { Page, PageOptions, Store } from '../../../src/store/store.ts'
import { Model } from './model.ts'
import {
  BULK,
  counterOf,
  holderOf,
  isSame,
  type Kept,
  LOCALE,
  numberIn,
  PROJECTS,
  perform,
  type Records,
  TOTAL,
  tokensOf,
} from './perform.ts'
import { planOf, WRITERS } from './plan.ts'

/** The content of a store that these transactions wrote. */
export interface Finding {
  /** The numbers of the effective transactions, in order. */
  readonly applied: readonly number[]
  /** Those whose record was trimmed from the log: the oldest ones. */
  readonly trimmed: readonly number[]
  /** Where the store differs from the result of these transactions. */
  readonly faults: readonly string[]
}

/** Reads everything and compares it with the result of the transactions in its log. */
export async function inspect(store: Store, bulkSize: number): Promise<Finding> {
  const { read } = store
  const audit = await allPages(options => read.audit.page('account', 'account-of-ada', options))
  const revisions = await allPages(options => read.revisions.page('project', BULK, options))
  const voices = await allPages(options => read.voice_versions.page('owner', BULK, options))
  const applied = audit.map(numberIn)
  const faults = applied.filter(n => planOf(n).throwsAt !== undefined).map(n => `${n} threw and is there`)
  if (new Set(applied).size < applied.length) faults.push('the log has a transaction twice')

  const model = new Model()
  for (const n of applied) if (planOf(n).throwsAt === undefined) await perform(model, n, bulkSize)
  faults.push(
    ...differences('audit', audit, model.logs.audit),
    ...differences('revisions', revisions, model.logs.revisions),
    ...differences('voice_versions', voices, model.logs.voice_versions.slice(-voices.length || Infinity)),
  )
  const found = await collections(store)
  for (const table of ['users', 'tokens', 'translations'] as const) {
    faults.push(...differences(table, sorted<Some>(found[table]), sorted<Some>([...model.tables[table].values()])))
    const count = (await store.status()).counts[table]
    if (count !== model.tables[table].size) faults.push(`${table} are ${count}, not ${model.tables[table].size}`)
  }
  for (const token of model.tables.tokens.values()) {
    const by = await read.tokens.by('hash', token.hash)
    if (by?.id !== token.id) faults.push(`the hash of ${token.id} leads to ${by?.id}`)
  }
  return { applied, trimmed: applied.slice(0, applied.length - voices.length), faults }
}

async function collections({ read }: Store): Promise<{ readonly [C in Kept]: readonly Records[C][] }> {
  const writers = Array.from({ length: WRITERS }, (_, writer) => writer)
  const users = [TOTAL, ...writers.map(counterOf), ...writers.map(holderOf)].map(id => read.users.get(id))
  const tokens = writers.map(writer => read.tokens.list('active', tokensOf(writer)))
  const units = PROJECTS.map(project => read.translations.list('state', compoundKey(project, LOCALE, 'translated')))
  return {
    users: (await Promise.all(users)).filter(one => one !== undefined),
    tokens: (await Promise.all(tokens)).flat(),
    translations: (await Promise.all(units)).flat(),
  }
}

/** Oldest first. */
async function allPages<T>(page: (options: PageOptions) => Promise<Page<T>>): Promise<readonly T[]> {
  const found: T[] = []
  for (let after: string | undefined, more = true; more; more = after !== undefined) {
    const { items, next } = await page({ limit: 1000, after })
    found.push(...items)
    after = next
  }
  return found.toReversed()
}

interface Some {
  readonly id: string
}

function differences(table: string, found: readonly Some[], expected: readonly Some[]): readonly string[] {
  const faults: string[] = []
  for (let at = 0; at < Math.max(found.length, expected.length); at++) {
    if (!isSame(found[at], expected[at])) faults.push(`${table}: ${brief(found[at])} instead of ${brief(expected[at])}`)
  }
  return faults
}

const brief = (record: unknown): string => (JSON.stringify(record) ?? 'nothing').slice(0, 200)

const sorted = <T extends Some>(records: readonly T[]): readonly T[] =>
  records.toSorted((a, b) => (a.id < b.id ? -1 : 1))
