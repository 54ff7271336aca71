import { describe, expect, it } from 'vitest'
import { compoundKey } from '../../../src/store/records/define.ts'
import { eachLoop } from '../loop.ts'
import { refused } from '../world.ts'

const loop = eachLoop()
const one = { branch: 'one' }
const two = { branch: 'two' }

const pulled = async (more: object = {}): Promise<unknown> => JSON.parse((await loop.pull({ ...more })).content)
const keysInWork = async (more: object = {}): Promise<readonly string[]> =>
  (await loop.work({ ...more })).items.map(item => item.key)
/** What a branch lists, with the short id of each entry. */
const listOf = async (branch: string): Promise<Readonly<Record<string, string>>> => {
  const { read } = loop.world.services.store
  const [file] = await read.branch_files.list('branch', compoundKey((await loop.record()).id, branch))
  const pairs = (file?.items ?? []).map(async item => [item.key, (await read.entries.get(item.entry_id))?.short ?? ''])
  return Object.fromEntries(await Promise.all(pairs)) as Record<string, string>
}
const translateAll = async (mark: string, more: object = {}): Promise<void> => {
  const { items } = await loop.work({ ...more })
  await loop.submit(
    items.map(({ id, src, text }) => ({ id, src, text: `${mark} ${text}` })),
    { ...more },
  )
}

describe('two branches of one file', () => {
  it('add, change and drop keys and are pulled separately, while main is unchanged', async () => {
    const main = { a: 'A', b: 'B', c: 'C', d: 'D' }
    await loop.push(main)
    await translateAll('main')
    const before = await loop.call('get_status')
    expect(await loop.push({ a: 'A one', b: 'B', c: 'C', n1: 'N1' }, one)).toMatchObject({ changed: 1, added: 1 })
    expect(await loop.push({ a: 'A two', b: 'B', d: 'D', n2: 'N2' }, two)).toMatchObject({ changed: 1, added: 1 })
    expect(await loop.call('get_status')).toEqual(before)
    expect(await keysInWork(one)).toEqual(['a', 'n1'])
    await translateAll('one', one)
    expect(await keysInWork(two)).toEqual(['a', 'n2'])
    await translateAll('two', two)
    expect(await pulled()).toEqual({ a: 'main A', b: 'main B', c: 'main C', d: 'main D' })
    expect(await pulled(one)).toEqual({ a: 'one A one', b: 'main B', c: 'main C', n1: 'one N1' })
    expect(await pulled(two)).toEqual({ a: 'two A two', b: 'main B', d: 'main D', n2: 'two N2' })
    expect(await loop.call('get_status')).toEqual(before)
  })

  it('bring their translations to main when they are merged', async () => {
    await loop.push({ a: 'A' })
    await loop.push({ a: 'A new', b: 'B' }, one)
    await translateAll('one', one)
    expect(await keysInWork()).toEqual(['a'])
    expect(await loop.push({ a: 'A new', b: 'B' })).toMatchObject({ changed: 1 })
    expect(await keysInWork()).toEqual([])
    expect(await pulled()).toEqual({ a: 'one A new', b: 'one B' })
  })

  it('show the translation of their own source, not the newest one', async () => {
    await loop.push({ a: 'A' })
    await translateAll('main')
    await loop.push({ a: 'Other' }, one)
    await loop.settings({ review: 'required' })
    await translateAll('one', one)
    const status = (more: object) => loop.call('get_status', more)
    expect(await status({})).toMatchObject({ locales: [{ translated: 1, needs_review: 0, left: 0 }] })
    expect(await status(one)).toMatchObject({ locales: [{ translated: 0, needs_review: 1, left: 0 }] })
    expect(await loop.translate({ a: 'main A' })).toMatchObject({ unchanged: 1 })
  })

  it('stay independent when a source returns', async () => {
    await loop.push({ a: 'A' })
    await translateAll('main')
    await loop.push({ a: 'Other' }, one)
    await translateAll('one', one)
    await loop.push({ a: 'Other' })
    expect(await pulled()).toEqual({ a: 'one Other' })
    await loop.push({ a: 'A' })
    expect(await keysInWork()).toEqual([])
    expect(await pulled()).toEqual({ a: 'main A' })
    expect(await pulled(one)).toEqual({ a: 'one Other' })
  })
})

describe('the key list of a branch', () => {
  it('keeps keys that a push omits, until prune', async () => {
    await loop.push({ a: 'A', b: 'B' })
    await loop.push({ a: 'A', b: 'B', c: 'C', d: 'D' }, one)
    expect(await loop.push({ a: 'A', b: 'B', c: 'C' }, one)).not.toHaveProperty('dropped')
    expect(await keysInWork(one)).toEqual(['a', 'b', 'c', 'd'])
    const prune = { ...one, prune: true }
    expect((await refused(loop.push({ a: 'A', b: 'B', c: 'C' }, prune))).code).toBe('conflict')
    expect(await loop.push({ a: 'A', b: 'B', c: 'C' }, { ...prune, confirm_removed: 1 })).toMatchObject({ dropped: 1 })
    expect(await keysInWork(one)).toEqual(['a', 'b', 'c'])
  })

  it('keeps an entry in use as long as any branch lists it', async () => {
    await loop.push({ a: 'A', b: 'B' })
    await loop.push({ a: 'A', b: 'B' }, one)
    const { read } = loop.world.services.store
    const { id } = await loop.record()
    const unused = async (): Promise<readonly boolean[]> =>
      (await read.entries.list('key', compoundKey(id, 'b'))).map(entry => entry.unused_since !== null)
    await loop.push({ a: 'A' }, { confirm_removed: 1 })
    expect(await unused()).toEqual([false])
    expect(await keysInWork()).toEqual(['a'])
    expect(await keysInWork(one)).toEqual(['a', 'b'])
    await loop.push({ a: 'A' }, { ...one, prune: true, confirm_removed: 1 })
    expect(await unused()).toEqual([true])
    expect(await loop.push({ a: 'A', b: 'B' }, two)).toMatchObject({ revived: 1 })
    expect(await unused()).toEqual([false])
    expect(await keysInWork()).toEqual(['a'])
  })

  it('follows a rename on main, without a duplicate entry', async () => {
    await loop.push({ a: 'A', x: 'X' })
    await loop.push({ a: 'A', x: 'X' }, one)
    await loop.push({ b: 'A', x: 'X' })
    const { a: id } = await listOf('one')
    await loop.push({ b: 'A', x: 'X' }, one)
    expect(await listOf('one')).toMatchObject({ b: id })
    expect(await keysInWork(one)).toEqual(['b', 'x'])
    await loop.push({ b: 'A', x: 'X' }, { ...one, prune: true })
    expect(await keysInWork(one)).toEqual(['b', 'x'])
    expect(await keysInWork()).toEqual(['b', 'x'])
  })

  it('never lists one entry under its old and new key', async () => {
    await loop.push({ a: 'A' })
    await loop.push({ a: 'A' }, one)
    await loop.push({ b: 'A' })
    await loop.push({ a: 'A', b: 'B' }, one)
    const ids = Object.values(await listOf('one'))
    expect(new Set(ids).size).toBe(2)
    await translateAll('one', one)
    expect(await pulled(one)).toEqual({ a: 'one A', b: 'one B' })
    await loop.push({ c: 'A' }, two)
    await loop.push({ b: 'A', c: 'C' }, two)
    await translateAll('two', two)
    expect(await pulled(two)).toEqual({ b: 'one A', c: 'two C' })
  })

  it('may rename on its own, while main keeps its key', async () => {
    await loop.push({ a: 'A' })
    await translateAll('main')
    expect(await loop.push({ z: 'A' }, one)).toMatchObject({ renamed: 1 })
    expect(await pulled(one)).toEqual({ z: 'main A' })
    expect(await pulled()).toEqual({ a: 'main A' })
    expect(await loop.submit([{ key: 'z', src: '00000000', text: 'x' }], one)).toMatchObject({
      refused: [{ code: 'source_changed' }],
    })
    expect(await loop.submit([{ key: 'z', src: '00000000', text: 'x' }])).toMatchObject({
      refused: [{ code: 'unknown_key' }],
    })
  })

  it('is unknown before its first push, and the nearest branch is suggested', async () => {
    await loop.push({ a: 'A' })
    await loop.push({ a: 'A' }, { branch: 'feature/login' })
    for (const tool of ['get_work', 'get_status', 'pull_translations']) {
      const args = { project: loop.project, branch: 'feature/logn', ...(tool !== 'get_status' && { locale: 'de' }) }
      expect((await refused(loop.ada.call(tool, args))).fix, tool).toContain('Did you mean "feature/login"?')
    }
  })

  it('is in every next step, so that an agent stays on it, and says how it ends', async () => {
    await loop.push({ a: 'A' })
    expect(await loop.push({ a: 'B' }, one)).toMatchObject({
      note: expect.stringMatching(/To merge a branch, .*To end a branch, call delete_branch/),
    })
    expect(await loop.work(one)).toMatchObject({ shared: expect.stringContaining('also count on every branch') })
    expect(await loop.call('get_project_context')).toMatchObject({
      branches: expect.stringContaining('To merge a branch'),
    })
    const at = { project: loop.project, ...one }
    const next = async (tool: string, more = {}) =>
      (await loop.ada.call<{ next: string }>(tool, { ...at, ...more })).next
    const items = [{ key: 'a', src: (await loop.work(one)).items[0]?.src ?? '', text: 'x' }]
    expect(await next('push_source', { files: [{ path: 'locales/en.json', content: '{"a":"B"}' }] })).toContain(
      one.branch,
    )
    expect(await next('get_work', { locale: 'de' })).toContain(`branch ${one.branch}`)
    expect(await next('get_status')).toContain(`branch ${one.branch}`)
    expect(await next('pull_translations', { locale: 'de' })).toContain(`branch ${one.branch}`)
    const astray = await loop.submit(items)
    expect(astray.refused).toMatchObject([{ code: 'source_changed', fix: expect.stringContaining('with that branch') }])
    expect(await next('submit_translations', { locale: 'de', items })).toContain(`branch ${one.branch}`)
  })

  it('is reported at the push when no target path is set', async () => {
    const files = [{ path: 'messages.json', content: '{"a":"A"}' }]
    const pushed = await loop.call<{ next: string }>('push_source', { files })
    expect(pushed.next).toContain('push again with target')
    const other = [{ path: 'texts/app.ftl', content: 'a = A\n' }]
    const named = await loop.call<{ next: string }>('push_source', { files: other, dry_run: true })
    expect(named.next).toContain('push again with target, such as i18n/{locale}/app.ftl.')
    const again = files.map(file => ({ ...file, target: 'i18n/{locale}.json' }))
    const mended = await loop.call<{ next: string }>('push_source', { files: again })
    expect(mended.next).not.toContain('target')
    expect(await loop.call('pull_translations', { locale: 'de' })).toMatchObject({
      files: [{ path: 'i18n/de.json' }],
    })
  })
})
