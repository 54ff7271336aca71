import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { key } from '../../../src/store/records/collection.ts'
import type { Reader } from '../../../src/store/store.ts'
import { runs } from '../../runs.ts'
import { refused } from '../world.ts'
import { type Loop, openLoop } from './loop.ts'

interface Status {
  readonly locales: readonly Readonly<Record<string, number | string>>[]
}
const TARGETS = ['de', 'ja'] as const
const statusOf = (loop: Loop, branch?: string): Promise<Status> =>
  loop.ada.call('get_status', { project: loop.project, ...(branch !== undefined && { branch }) })

/** The counts of a branch from its list and the texts alone, without any index or stored state. */
async function recount(loop: Loop, branch: string, locale: string): Promise<Record<string, number | string>> {
  const { read } = loop.world.services.store
  const lists = await read.branch_files.list('branch', key((await loop.record()).id, branch))
  const counts = { locale, untranslated: 0, needs_review: 0, translated: 0, approved: 0, stale: 0, errors: 0, left: 0 }
  for (const { src, entry_id } of lists.flatMap(({ items }) => items)) {
    const { texts = [] } = (await unitsOf(entry_id, read)).find(unit => unit.locale === locale) ?? {}
    const own = texts.find(text => text.src === src)
    const shown = own ?? texts[0]
    counts[shown?.state ?? 'untranslated'] += 1
    if (own === undefined) counts.left += 1
    if (own === undefined && shown !== undefined) counts.stale += 1
  }
  return counts
}

const unitsOf = (entryId: string, read: Reader) => read.translations.list('entry', entryId)

/** Keys that wait on a branch, found the same way. */
async function waiting(loop: Loop, branch: string, locale: string): Promise<readonly string[]> {
  const { read } = loop.world.services.store
  const lists = await read.branch_files.list('branch', key((await loop.record()).id, branch))
  const keys: string[] = []
  for (const { key: name, src, entry_id } of lists.flatMap(({ items }) => items)) {
    const unit = (await unitsOf(entry_id, read)).find(one => one.locale === locale)
    if (!unit?.texts.some(text => text.src === src)) keys.push(name)
  }
  return keys.sort()
}

async function assertCounts(loop: Loop, told: string): Promise<void> {
  const { branches, id } = await loop.record()
  const { read } = loop.world.services.store
  for (const { name } of branches) {
    const status = await statusOf(loop, name)
    for (const [at, locale] of TARGETS.entries()) {
      expect(status.locales[at], `${told}, ${name}, ${locale}`).toEqual(await recount(loop, name, locale))
      const work = await loop.work({ locale, branch: name, limit: 200 })
      const keys = await waiting(loop, name, locale)
      expect(work.items.map(item => item.key).sort(), `${told}, work of ${name}, ${locale}`).toEqual(keys)
      expect(work.left).toBe(keys.length)
    }
    const lists = await read.branch_files.list('branch', key(id, name))
    const ids = lists.flatMap(({ items }) => items.map(item => item.entry_id))
    expect(new Set(ids).size, `${told}, entries of ${name}`).toBe(ids.length)
  }
  await assertUse(loop, told)
}

/** An entry is unused exactly when no branch lists it. */
async function assertUse(loop: Loop, told: string): Promise<void> {
  const { id } = await loop.record()
  const { read } = loop.world.services.store
  for (const { id: fileId } of await read.files.list('project', id)) {
    const lists = await read.branch_files.list('file', fileId)
    const used = new Set(lists.flatMap(({ items }) => items.map(item => item.entry_id)))
    for (const entry of await read.entries.list('file', fileId)) {
      expect(entry.unused_since === null, `${told}, use of ${entry.key}`).toBe(used.has(entry.id))
    }
  }
}

const branch = fc.constantFrom('main', 'one')
const names = ['a', 'b', 'c', 'd'] as const
const file = fc.dictionary(fc.constantFrom(...names), fc.constantFrom('X', 'Y', 'Z'), { maxKeys: 4 })
const step = fc.oneof(
  fc.record({
    kind: fc.constant('push' as const),
    branch,
    file,
    prune: fc.boolean(),
    path: fc.constantFrom('l/en.json', 'locales/en.json'),
  }),
  fc.record({
    kind: fc.constant('submit' as const),
    branch,
    locale: fc.constantFrom(...TARGETS),
    many: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({ kind: fc.constant('review' as const), required: fc.boolean() }),
)

async function take(loop: Loop, one: typeof step extends fc.Arbitrary<infer T> ? T : never): Promise<void> {
  if (one.kind === 'push') {
    const more = { branch: one.branch, prune: one.prune }
    const { confirm_removed } = await loop.push(one.file, { ...more, dry_run: true }, one.path)
    await loop.push(one.file, { ...more, ...(confirm_removed !== undefined && { confirm_removed }) }, one.path)
    return
  }
  const record = await loop.record()
  if (one.kind === 'review') {
    const review = one.required ? 'required' : 'none'
    await loop.world.services.store.transaction(tx =>
      tx.projects.put({ ...record, settings: { ...record.settings, review } }),
    )
  } else if (record.branches.some(({ name }) => name === one.branch)) {
    const { items } = await loop.work({ branch: one.branch, locale: one.locale, limit: one.many })
    if (items.length === 0) return
    const sent = items.map(({ id, src, text }) => ({ id, src, text: `${one.locale} ${text}` }))
    const answer = await loop.submit(sent, { branch: one.branch, locale: one.locale })
    expect(answer).toMatchObject({ accepted: sent.length })
    expect(answer.left[one.locale]).toBe((await loop.work({ branch: one.branch, locale: one.locale })).left)
  }
}

describe('the status of a project', () => {
  it('and the work agree with the texts, after any pushes and submissions on two branches', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 9 }), async steps => {
        const loop = await openLoop(TARGETS)
        try {
          for (const [at, one] of steps.entries()) {
            await take(loop, one)
            await assertCounts(loop, `step ${at} ${one.kind}`)
          }
        } finally {
          await loop.close()
        }
      }),
      { numRuns: runs(40) },
    )
  }, 120_000)

  it('counts by state, apart for each branch, and says what to do next', async () => {
    const loop = await openLoop(TARGETS)
    expect(await statusOf(loop)).toMatchObject({ next: expect.stringContaining('push_source') })
    await loop.push({ a: 'A', b: 'B', c: 'C' })
    await loop.push({ a: 'A2', b: 'B', c: 'C', d: 'D' }, { branch: 'one' })
    await loop.submit([
      { key: 'a', text: 'Ä' },
      { key: 'b', text: 'Bé' },
    ])
    await loop.alter('b', ({ texts }) => ({
      state: 'approved',
      texts: texts.map(text => ({ ...text, state: 'approved' as const })),
    }))
    const none = { needs_review: 0, stale: 0, errors: 0 }
    expect(await statusOf(loop)).toEqual({
      project: 'ada/app',
      branch: 'main',
      locales: [
        { locale: 'de', untranslated: 1, translated: 1, approved: 1, ...none, left: 1 },
        { locale: 'ja', untranslated: 3, translated: 0, approved: 0, ...none, left: 3 },
      ],
      next: 'get_work with locale de gives what is left.',
    })
    expect((await statusOf(loop, 'one')).locales[0]).toEqual({
      locale: 'de',
      untranslated: 2,
      translated: 1,
      approved: 1,
      ...none,
      stale: 1,
      left: 3,
    })
    const args = { project: loop.project, locales: ['JA'] }
    expect(await loop.ada.call('get_status', args)).toMatchObject({ locales: [{ locale: 'ja', left: 3 }] })
    expect((await refused(loop.ada.call('get_status', { ...args, locales: ['fr'] }))).code).toBe('invalid_input')
    await loop.close()
  })
})
