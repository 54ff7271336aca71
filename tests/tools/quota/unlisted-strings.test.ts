import { beforeEach, describe, expect, it } from 'vitest'
import type { AccountLimits } from '../../../src/config.ts'
import { openStore } from '../../../src/store/open.ts'
import { sweep } from '../../../src/tools/retention/sweep.ts'
import { digest } from '../../auth/policy/digest.ts'
import { eachTest } from '../../harness/each-test.ts'
import type { Packet } from '../loop.ts'
import { eachWorld, refused } from '../world.ts'
import { createProject, push as pushFile } from './filling.ts'
import { recountUsage, usageOf } from './recount.ts'

const PROJECT = 'ada/app'
const DAY = 24 * 60 * 60 * 1000

const world = eachWorld({ journalBytes: 20_000 })
const ada = eachTest(() => world.user('ada'))
beforeEach(() => createProject(ada, PROJECT))

type Texts = Readonly<Record<string, string>>

/** This many keys with a text of this length each. */
const texts = (prefix: string, count: number, length = 1000): Texts =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${prefix}${at}`, String(at).padEnd(length, prefix)]))
/** Their size when no branch lists them. */
const sizeOf = (content: Texts) =>
  Object.entries(content).reduce((sum, [key, text]) => sum + key.length + text.length, 0)

/** Pushes with every drop confirmed. */
async function push(content: Texts | string, more: Readonly<Record<string, unknown>> = {}) {
  const file = typeof content === 'string' ? content : JSON.stringify(content)
  const { dropped = 0 } = (await pushFile(ada, PROJECT, file, { ...more, dry_run: true })) as { dropped?: number }
  return pushFile(ada, PROJECT, file, { ...more, ...(dropped > 0 && { confirm_removed: dropped }) })
}
const usage = async (read = world.services.store.read) => usageOf('ada', read)
const limit = (limits: Partial<AccountLimits>) => world.setAccount('ada', { limits })
/** Sets the limit so that used and restorable may grow by this much together. */
async function leaveRoom(room: number): Promise<void> {
  const { used, restorable } = await usage()
  await limit({ bytes: Math.ceil((used.bytes + restorable.bytes + room) / 2) })
}

/** A call that must be rejected without a change. */
async function refusedWhole(act: () => Promise<unknown>) {
  const before = await digest(world.services.store)
  const error = await refused(act())
  expect(error.code, error.message).toBe('quota_exceeded')
  expect(await digest(world.services.store)).toEqual(before)
  return error
}

describe('the bytes of unlisted strings', () => {
  it('count as restorable: with keys, former keys, other sources and notes', async () => {
    await push({ a: 'One', b: 'Two' })
    await push({ b: 'Two' })
    expect((await usage()).restorable).toMatchObject({ strings: 1, bytes: 1 + 3 })
    await push({ b: 'Other' })
    await push({ bb: 'Other' })
    await push({ c: 'Three' })
    const others = 'Two'.length + 'b'.length
    expect((await usage()).restorable.bytes).toBe(1 + 3 + 'bb'.length + 'Other'.length + others)
    await push({ a: 'One', bb: 'Other' })
    expect((await usage()).restorable).toMatchObject({ strings: 1, bytes: 'c'.length + 'Three'.length })
  })

  it('do not grow without limit by replaced keys', async () => {
    const [first, second, third] = ['a', 'b', 'c'].map(prefix => texts(prefix, 10)) as [Texts, Texts, Texts]
    await push(first)
    await limit({ bytes: (await usage()).used.bytes })
    await push(second)
    const { message } = await refusedWhole(() => push(third))
    expect(message).toMatch(
      /^ada: .+ of .+ of files and translations used, with what can be restored\. This call would add 9\.7 KiB\. Nothing was written\.$/,
    )
    await push(first)
    expect((await usage()).restorable.bytes).toBe(sizeOf(second))
  })

  it('do not grow without limit by replaced files, branches and projects', async () => {
    await push(texts('a', 10), { path: 'a.json' })
    await limit({ bytes: Math.ceil((await usage()).used.bytes * 1.1) })
    const renewed = (to: string, from: string) => ({
      path: `${to}.json`,
      removed: [`${from}.json`],
      confirm_removed: 10,
    })
    await pushFile(ada, PROJECT, JSON.stringify(texts('b', 10)), renewed('b', 'a'))
    await refusedWhole(() => pushFile(ada, PROJECT, JSON.stringify(texts('c', 10)), renewed('c', 'b')))
    await ada.call('push_source', { project: PROJECT, removed: ['b.json'], confirm_removed: 10 })
    await refusedWhole(() => push(texts('d', 10), { branch: 'one' }))
    await createProject(ada, 'ada/other')
    await refusedWhole(() => pushFile(ada, 'ada/other', JSON.stringify(texts('e', 10))))
  })

  it('exclude those that a branch lists', async () => {
    const content = texts('a', 3)
    await push({ ...content, more: 'More' })
    await push({ ...content, more: 'More' }, { branch: 'one' })
    await push({ more: 'More' }, { branch: 'one', prune: true })
    expect((await usage()).restorable.bytes).toBe(0)
    await leaveRoom(0)
    await push({ more: 'More' })
    expect((await usage()).restorable.bytes).toBe(sizeOf(content))
  })

  it('are restorable with a deleted project, before and after it is restored, until the sweep', async () => {
    const content = texts('a', 3)
    await push(content)
    await push({})
    const before = await usage()
    await ada.call('delete_project', { project: PROJECT, confirm: PROJECT })
    expect((await usage()).restorable.bytes).toBe(before.used.bytes + sizeOf(content))
    await ada.call('restore_project', { project: PROJECT })
    expect(await usage()).toEqual(before)
    await ada.call('delete_project', { project: PROJECT, confirm: PROJECT })
    world.pass(31 * DAY)
    await sweep(world.services)
    expect((await usage()).restorable).toEqual({ projects: 0, strings: 0, bytes: 0, history: 0 })
  })
})

describe('a change that only removes', () => {
  /** Short texts whose strings had long keys before: they use more than their removal from the file frees. */
  const short = texts('s', 20, 1)
  const renamed = Object.fromEntries(Object.entries(short).map(([key, text]) => [key.padEnd(600, 'k'), text]))

  beforeEach(async () => {
    await push({ ...texts('a', 20), ...renamed })
    await push({ ...texts('a', 20), ...short })
    await push(short, { path: 'more.json' })
    await push({ own: 'Own' }, { branch: 'one' })
  })

  it.each(['at', 'beyond'])('is accepted %s the limit', async place => {
    await leaveRoom(place === 'at' ? 0 : -20_000)
    await refusedWhole(() => push({ ...texts('a', 20), ...short, b: 'B' }))
    const before = await usage()
    await push({ ...texts('a', 20), ...texts('s', 10, 1) })
    await push({ a0: texts('a', 1)['a0'] ?? '' })
    await ada.call('push_source', { project: PROJECT, removed: ['more.json'], confirm_removed: 20 })
    await ada.call('delete_branch', { project: PROJECT, branch: 'one' })
    await push({})
    const { used, restorable } = await usage()
    expect(used.bytes).toBeLessThan(before.used.bytes)
    expect(restorable.bytes + used.bytes).toBeGreaterThan(before.restorable.bytes + before.used.bytes)
    await ada.call('delete_project', { project: PROJECT, confirm: PROJECT })
  })

  it('does not include filling a file with spaces', async () => {
    await leaveRoom(0)
    await refusedWhole(() => push(JSON.stringify(short).replaceAll(',', `,${' '.repeat(900)}`)))
    await push(short)
  })

  it('does not include a replacement', async () => {
    await leaveRoom(0)
    await refusedWhole(() => push({ ...texts('b', 19), ...short }))
    await refusedWhole(() =>
      pushFile(ada, PROJECT, JSON.stringify(texts('b', 20)), {
        path: 'b.json',
        removed: ['en.json'],
        confirm_removed: 40,
      }),
    )
  })
})

it('used and restorable bytes match a recount of all records, before and after a restart', async () => {
  const items = [{ key: 'a1', text: 'Eins' }]
  await push({ ...texts('a', 30), b: 'B' })
  await push({ ...texts('a', 20), bb: 'B', c: 'é' }, { branch: 'one' })
  await push(texts('a', 10))
  const [work] = (await ada.call<Packet>('get_work', { project: PROJECT, locale: 'de' })).items
  await ada.call('submit_translations', {
    project: PROJECT,
    locale: 'de',
    items: items.map(item => ({ ...item, key: work?.key, src: work?.src })),
  })
  await ada.call('annotate_entry', { project: PROJECT, key: 'a1', comment: 'A number.' })
  await push({ ...texts('c', 10), a3: 'Changed' })
  await createProject(ada, 'ada/gone')
  await pushFile(ada, 'ada/gone', JSON.stringify(texts('g', 5)))
  await pushFile(ada, 'ada/gone', JSON.stringify(texts('h', 5)), { confirm_removed: 5 })
  await ada.call('delete_project', { project: 'ada/gone', confirm: 'ada/gone' })
  const before = await usage()
  expect(before.restorable.bytes).toBeGreaterThan(20_000)
  expect(await recountUsage('ada', world.services.store)).toEqual(before)
  await world.services.store.close()
  const reopened = await openStore({ url: 'lowdb:', dataDir: world.dataDir })
  try {
    expect(await usage(reopened.read)).toEqual(before)
    expect(await recountUsage('ada', reopened)).toEqual(before)
  } finally {
    await reopened.close()
  }
})
