import { isDeepStrictEqual } from 'node:util'
import type { Frozen } from '../../../src/store/frozen.ts'
import type { Collections, Logs } from '../../../src/store/records/schema.ts'
import type { Transaction } from '../../../src/store/store.ts'
import { AT, event, hash, token, user } from '../contract/samples.ts'
import { planOf } from './plan.ts'

export type Kept = 'users' | 'tokens' | 'translations'
export type Logged = 'audit' | 'revisions' | 'voice_versions'
/** The records that these transactions write. */
export type Records = { readonly [C in Kept]: Frozen<Collections[C]['record']> } & {
  readonly [L in Logged]: Frozen<Logs[L]['record']>
}

/** The target of a transaction: a store, or its model. */
export interface Ground {
  get<C extends Kept>(table: C, id: string): Promise<Records[C] | undefined>
  withHandle(handle: string): Promise<Records['users'] | undefined>
  /** Inserts or replaces. */
  set<C extends Kept>(table: C, record: Records[C]): Promise<void>
  remove(table: Kept, id: string): Promise<void>
  append<L extends Logged>(log: L, record: Records[L]): Promise<void>
}

export class OnPurpose extends Error {}

export const TOTAL = 'total'
export const BULK = 'bulk'
export const PROJECTS = ['project-0', 'project-1', BULK]
export const LOCALE = 'de'
export const counterOf = (writer: number): string => `counter-${writer}`
export const holderOf = (writer: number): string => `holder-${writer}`
export const tokensOf = (writer: number): string => `writer-${writer}`
const TAKEN_IN_TURN = 'baton'

/** Performs transaction `n`. Each write contains the number, so that a partial one is detected. @throws OnPurpose where it was planned. */
export async function perform(ground: Ground, n: number, bulkSize: number): Promise<void> {
  const plan = planOf(n)
  const steps = [
    () => count(ground),
    () => ground.set('users', user(counterOf(plan.writer), { name: String(n) })),
    () => changeToken(ground, n),
    () => ground.append('audit', event(`audit-${n}`)),
    () =>
      ground.set('translations', unit(`unit-${plan.writer}-${plan.serial % 50}`, PROJECTS[plan.writer % 2] ?? '', n)),
    () => ground.append('revisions', revision(n)),
    () => ground.append('voice_versions', voiceVersion(n)),
    ...(plan.takesHandle ? [() => takeHandle(ground, n)] : []),
    ...(plan.isLarge ? [() => rewriteBulk(ground, n, bulkSize)] : []),
  ]
  const last = plan.throwsAt === undefined ? steps.length : Math.ceil(plan.throwsAt * steps.length)
  for (const step of steps.slice(0, last)) await step()
  if (plan.throwsAt !== undefined) throw new OnPurpose()
}

/** The number in a record of a log. */
export const numberIn = ({ id }: { readonly id: string }): number =>
  Number(/^(?:audit|revision|voice)-(\d+)$/.exec(id)?.[1])

export const onStore = (tx: Transaction): Ground => ({
  get: (table, id) => get(tx, table, id),
  withHandle: handle => tx.users.by('handle', handle),
  set: async (table, record) => {
    const isNew = (await tx[table].get(record.id)) === undefined
    await (tx[table][isNew ? 'insert' : 'put'] as (one: typeof record) => Promise<void>)(record)
  },
  remove: (table, id) => tx[table].remove(id),
  append: (log, record) => (tx[log].append as (one: typeof record) => Promise<void>)(record),
})

const get = <C extends Kept>(tx: Transaction, table: C, id: string): Promise<Records[C] | undefined> =>
  tx[table].get(id) as Promise<Records[C] | undefined>

/** Every transaction reads the result of the one before it, which reveals a lost one. */
async function count(ground: Ground): Promise<void> {
  const before = Number((await ground.get('users', TOTAL))?.name ?? 0)
  await ground.set('users', user(TOTAL, { name: String(before + 1) }))
}

async function changeToken(ground: Ground, n: number): Promise<void> {
  const { writer, serial, removes } = planOf(n)
  const id = `token-${writer}-${serial % 20}`
  if (removes) await ground.remove('tokens', id)
  else await ground.set('tokens', token(id, { hash: hash(String(n)), name: String(n), user_id: tokensOf(writer) }))
}

async function takeHandle(ground: Ground, n: number): Promise<void> {
  const holder = await ground.withHandle(TAKEN_IN_TURN)
  if (holder !== undefined) await ground.set('users', { ...holder, handle: `former-${holder.id}` })
  await ground.set('users', user(holderOf(planOf(n).writer), { handle: TAKEN_IN_TURN, name: String(n) }))
}

/** Every other one removes half of it, and the next one restores that. */
async function rewriteBulk(ground: Ground, n: number, size: number): Promise<void> {
  const keeps = planOf(n).serial % 2 === 0 ? size : size / 2
  for (let place = 0; place < size; place++) {
    if (place < keeps) await ground.set('translations', unit(`bulk-${place}`, BULK, n))
    else await ground.remove('translations', `bulk-${place}`)
  }
}

const ORIGIN = { kind: 'agent', user_id: 'ada', credential: 'token:kill' } as const

function unit(id: string, project: string, n: number): Records['translations'] {
  const text = {
    src: hash(id),
    value: `text ${n}`,
    state: 'translated',
    rev: n,
    origin: ORIGIN,
    findings: [],
    at: AT,
  } as const
  return {
    id,
    project_id: project,
    file_id: `file-of-${project}`,
    entry_id: `entry-of-${id}`,
    locale: LOCALE,
    state: 'translated',
    stale: null,
    shown: 0,
    locked: false,
    rev: n,
    texts: [text],
    suggestions: [],
    order: id,
    listed: true,
    open: true,
    work: false,
    words: 2,
  }
}

const revision = (n: number): Records['revisions'] => ({
  id: `revision-${n}`,
  project_id: BULK,
  entry_id: 'entry',
  locale: LOCALE,
  translation_id: 'translation',
  rev: n,
  src: hash('source'),
  value: `text ${n}`,
  state: 'translated',
  origin: ORIGIN,
  batch_id: 'batch',
  at: AT,
})

/** When a transaction made its records of the log that is trimmed: by its number, so that the time is the same in every store. */
export const instantOf = (n: number): string => new Date(Date.parse(AT) + n).toISOString()

const voiceVersion = (n: number): Records['voice_versions'] => ({
  id: `voice-${n}`,
  owner_id: BULK,
  version: n,
  voice: {},
  origin: ORIGIN,
  at: instantOf(n),
})

export const isSame = (a: unknown, b: unknown): boolean => isDeepStrictEqual(a, b)
