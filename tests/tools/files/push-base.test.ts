import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { compoundKey } from '../../../src/store/records/define.ts'
import { eachLoop, SOURCE } from '../loop.ts'
import { expectRefusal, refused } from '../world.ts'

const loop = eachLoop()

type Texts = Readonly<Record<string, string>>
const OTHER = 'other/en.json'
const TEXTS: Texts = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`k${at}`, `Text ${at}`]))
const { k0: _first, ...WITHOUT_K0 } = TEXTS
const NEWER: Texts = { ...TEXTS, n1: 'New 1', n2: 'New 2' }

const commit = (name: string): string => createHash('sha1').update(name).digest('hex')
const push = async (texts: Texts, more: object = {}, path = SOURCE): Promise<Readonly<Record<string, unknown>>> =>
  loop.push(texts, more as Record<string, unknown>, path)
const listed = async (branch = 'main'): Promise<readonly string[]> => {
  const { id } = await loop.record()
  const lists = await loop.world.services.store.read.branch_files.list('branch', compoundKey(id, branch))
  return lists.flatMap(({ items }) => items.map(item => item.key))
}

describe('a push with base', () => {
  it('drops nothing that was added after it, and writes nothing when refused', async () => {
    const { version } = await push(TEXTS)
    await push({ ...NEWER, n3: '3', n4: '4', n5: '5', n6: '6' })
    const before = [await loop.record(), await listed()]
    const refusal = await refused(push(WITHOUT_K0, { base: version }))
    expect(refusal).toMatchObject({
      code: 'conflict',
      message: `This push would remove 6 keys that newer pushes added, such as "n1", "n2", "n3", "n4", "n5" of ${SOURCE}. Nothing was written.`,
      fix: expect.stringMatching(/newest job again[.] .*confirm_removed: 7[.]$/),
    })
    expect([await loop.record(), await listed()]).toEqual(before)
  })

  it('drops what its base had, also beside newer keys that it has', async () => {
    const { version } = await push(TEXTS)
    const newest = await push(NEWER)
    const { k0: _, ...rest } = NEWER
    expect(await push(rest, { base: version })).toMatchObject({ dropped: 1 })
    const { n1: _n1, ...last } = rest
    expect(await push(last, { base: newest['version'] })).toMatchObject({ dropped: 1 })
  })

  it('takes no key away by a rename or move that a newer push gave it', async () => {
    const { version } = await push(TEXTS)
    const { k0, k1, ...rest } = TEXTS
    const files = [
      { path: SOURCE, content: JSON.stringify({ renamed: k0, ...rest }) },
      { path: OTHER, content: JSON.stringify({ k1 }) },
    ]
    expect(await loop.call('push_source', { files })).toMatchObject({ renamed: 1, moved: 1 })
    const before = await listed()
    expect(await refused(push(TEXTS, { base: version }))).toMatchObject({
      code: 'conflict',
      message: `This push would remove 1 key that newer pushes added, such as "renamed" of ${SOURCE}. Nothing was written.`,
      fix: expect.stringContaining('confirm_removed: 1.'),
    })
    expect(await listed()).toEqual(before)
    expect(await push(TEXTS, { base: version, dry_run: true })).toMatchObject({ confirm_removed: 1, renamed: 1 })
    const confirmed = await push(TEXTS, { base: version, confirm_removed: 1 })
    expect(confirmed).toMatchObject({ renamed: 1 })
    expect(await push({ again: k0 ?? '', ...rest, k1: k1 ?? '' }, { base: confirmed['version'] })).toMatchObject({
      renamed: 1,
    })
  })

  it('takes an unknown base for older than all versions', async () => {
    await push(TEXTS)
    expect(await refused(push(WITHOUT_K0, { base: commit('unknown') }))).toMatchObject({ code: 'conflict' })
    expect(await push(WITHOUT_K0)).toMatchObject({ dropped: 1 })
  })

  it('removes newer keys with confirm_removed, whose number a dry run returns', async () => {
    const { version } = await push(TEXTS)
    await push(NEWER)
    expect(await push(WITHOUT_K0, { base: version, dry_run: true })).toMatchObject({ confirm_removed: 3, dropped: 3 })
    expect(await refused(push(WITHOUT_K0, { base: version, confirm_removed: 2 }))).toMatchObject({ code: 'conflict' })
    expect(await push(WITHOUT_K0, { base: version, confirm_removed: 3 })).toMatchObject({ dropped: 3 })
  })

  it('can name the content of the file, whatever the newest version of the branch is', async () => {
    await push(NEWER, { commit: commit('one') })
    await push({ x: 'X' }, { commit: commit('two') }, OTHER)
    const base = createHash('sha256')
      .update(`${JSON.stringify(NEWER, null, 2)}\n`)
      .digest('hex')
    expect(await push(TEXTS, { base })).toMatchObject({ dropped: 2 })
  })

  it('can name a commit, also one whose push changed nothing', async () => {
    expect(await push(TEXTS, { commit: commit('one') })).toMatchObject({ version: commit('one') })
    await push(NEWER, { commit: commit('two') })
    expect(await push(NEWER, { commit: commit('three') })).toMatchObject({ version: commit('three') })
    const late = { commit: commit('late'), base: commit('one') }
    expect(await refused(push(TEXTS, late))).toMatchObject({ code: 'conflict' })
    expect(await push(TEXTS, { commit: commit('four'), base: commit('three') })).toMatchObject({ dropped: 2 })
  })

  it('removes no file that was added after it', async () => {
    const { version } = await push(TEXTS)
    await push({ x: 'X' }, {}, OTHER)
    const removal = { project: loop.project, removed: [OTHER], base: version }
    await expectRefusal(
      loop.ada.call('push_source', removal),
      'conflict',
      '1 key that newer pushes added, such as "x" of other/en.json.',
    )
  })

  it('looks at the versions of its branch', async () => {
    const feature = { branch: 'feature', prune: true }
    await push(TEXTS, { commit: commit('one') })
    await push(NEWER, { ...feature, commit: commit('two') })
    expect(await push(TEXTS, { base: commit('one') })).toMatchObject({ unchanged: 40 })
    expect(await refused(push(TEXTS, { ...feature, base: commit('one') }))).toMatchObject({ code: 'conflict' })
    expect(await push(TEXTS, { ...feature, base: commit('two') })).toMatchObject({ dropped: 2 })
    const { versions } = await loop.call<{ versions: readonly string[] }>('get_project', {
      branch: 'feature',
      versions: true,
    })
    expect(versions).toHaveLength(2)
  })

  it('drops strings from before there were versions', async () => {
    await push(TEXTS)
    const { store } = loop.world.services
    const { versions: _, ...branch } = (await loop.record()).branches[0] ?? { name: '', pushed_at: '' }
    await store.transaction(async tx => {
      await tx.projects.put({ ...(await loop.record()), branches: [branch] })
      for (const list of await tx.branch_files.list('branch', compoundKey((await loop.record()).id, 'main'))) {
        await tx.branch_files.put({ ...list, items: list.items.map(({ push: _push, ...item }) => item) })
      }
    })
    expect(await push(WITHOUT_K0, { base: commit('unknown') })).toMatchObject({ dropped: 1 })
  })

  it('keeps the versions of the last 20 pushes', async () => {
    for (let at = 0; at < 25; at += 1) await push({ ...TEXTS, k0: `Text ${at} changed` }, { commit: commit(`${at}`) })
    const { branches } = await loop.record()
    expect(branches[0]?.versions?.map(({ push: number }) => number)).toEqual(
      Array.from({ length: 20 }, (_, at) => at + 6),
    )
    expect(await push(WITHOUT_K0, { base: commit('0') })).toMatchObject({ dropped: 1 })
  })
})
