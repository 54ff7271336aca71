import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { compoundKey } from '../../../src/store/records/define.ts'
import { eachLoop } from '../loop.ts'
import { refused } from '../world.ts'

const loop = eachLoop()

const keysInWork = async (): Promise<readonly string[]> => (await loop.work()).items.map(item => item.key)
const idOf = async (name: string): Promise<string | undefined> =>
  (await loop.work()).items.find(item => item.key === name)?.id
const numbered = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, `Text ${at}`]))

describe('a push', () => {
  it('of the same bytes changes nothing', async () => {
    await loop.push(numbered(3))
    const before = await loop.record()
    const { store } = loop.world.services
    const { items: batches } = await store.read.batches.page('project', before.id, { limit: 1000 })
    expect(await loop.push(numbered(3))).toMatchObject({ unchanged: 3 })
    expect(await loop.record()).toEqual(before)
    expect((await store.read.batches.page('project', before.id, { limit: 1000 })).items).toEqual(batches)
  })

  it('in a dry run returns the same and writes nothing', async () => {
    await loop.push(numbered(4))
    const before = await loop.record()
    const answer = await loop.push({ k0: 'New' }, { dry_run: true })
    expect(answer).toMatchObject({ dry_run: true, changed: 1, dropped: 3, confirm_removed: 3 })
    expect(answer['next']).toContain('confirm_removed: 3')
    expect(await loop.push({ z: 'Z' }, { dry_run: true, branch: 'f' })).toMatchObject({ added: 1 })
    expect(await loop.record()).toEqual(before)
    expect(await keysInWork()).toEqual(['k0', 'k1', 'k2', 'k3'])
    expect((await refused(loop.work({ branch: 'f' }))).code).toBe('not_found')
  })

  it('that would drop over a tenth of the entries needs the exact number', async () => {
    await loop.push(numbered(20))
    const { k0: _0, k1: _1, ...most } = numbered(20)
    const { k2: _2, ...fewer } = most
    const fault = await refused(loop.push(fewer))
    expect([fault.code, fault.fix]).toEqual(['conflict', expect.stringContaining('confirm_removed: 3')])
    expect((await refused(loop.push(fewer, { confirm_removed: 2 }))).code).toBe('conflict')
    expect(await loop.push(most)).toMatchObject({ dropped: 2 })
    expect((await refused(loop.push('{}'))).code).toBe('conflict')
    expect(await loop.push(fewer, { confirm_removed: 1 })).toMatchObject({ dropped: 1 })
  })

  it('keeps keys with a meaning in JavaScript, and their order', async () => {
    await loop.push('{"z": "Z", "12": "Twelve", "__proto__": "Proto", "constructor": "C", "2": "Two"}')
    const { items } = await loop.work()
    expect(items.map(item => item.key)).toEqual(['z', '12', '__proto__', 'constructor', '2'])
    const answer = await loop.submit(items.map(({ id, src, text }) => ({ id, src, text: `${text}!` })))
    expect(answer.accepted).toBe(5)
    const { content } = await loop.pull()
    expect(content).toBe('{"z": "Z!", "12": "Twelve!", "__proto__": "Proto!", "constructor": "C!", "2": "Two!"}')
  })
})

describe('a rejected push', () => {
  const push = (files: readonly object[]) => loop.call('push_source', { files })
  const good = { path: 'a/en.json', content: '{"a":"A"}' }

  it('reports every faulty file with line and column, and imports nothing', async () => {
    const fault = await refused(
      push([
        good,
        { path: 'b/en.json', content: '{\n  "a": "A"\n  "b": "B"\n}' },
        { path: 'c/en.json', content: '{"a": "A", // no\n}' },
      ]),
    )
    expect(fault.code).toBe('invalid_input')
    expect(fault.message).toMatch(/b\/en\.json: .* at 3:3: a comma is missing/)
    expect(fault.message).toMatch(/c\/en\.json: .* at 1:12: JSON does not allow comments/)
    expect((await loop.work()).items).toEqual([])
    expect((await loop.record()).branches).toEqual([])
  })

  it('has a duplicate path, a path outside the root, or an unknown format', async () => {
    expect((await refused(push([good, good]))).message).toContain('"a/en.json" is in files twice')
    for (const path of ['../en.json', '/en.json', '.git/en.json', 'a\\en.json', '-en.json', 'a/../en.json', '']) {
      expect((await refused(push([{ ...good, path }]))).code, path).toBe('invalid_input')
    }
    expect((await refused(push([{ path: 'en.docx', content: 'x' }]))).fix).toContain('XLIFF')
    expect((await refused(push([{ path: 'en.xyz', content: 'x' }]))).fix).toContain('.json')
    expect((await refused(push([{ ...good, format: 'docx' }]))).fix).toContain('.json')
  })

  it('has a file that developer tools run, or a target where they look', async () => {
    expect((await refused(loop.push({ name: 'x' }, {}, 'web/package.json'))).message).toContain('web/package.json')
    expect((await refused(loop.push({ a: 'A' }, {}, '.storybook/en/x.json'))).message).toContain('starts with a dot')
    const given = { path: 'x.json', content: '{"a":"A"}', target: '{locale}/tsconfig.json' }
    expect((await refused(push([given]))).message).toContain('tools run')
  })

  it('has content with another sha256; a known sha256 may replace the content', async () => {
    const sha256 = createHash('sha256').update(good.content).digest('hex')
    expect((await refused(push([{ ...good, sha256: 'a'.repeat(64) }]))).message).toContain('does not match its sha256')
    expect(await push([{ path: good.path, sha256 }])).toMatchObject({ uploads: [{ path: good.path }] })
    expect(await push([{ ...good, sha256: sha256.toUpperCase() }])).toMatchObject({ added: 1 })
    expect(await push([{ path: good.path, sha256: sha256.toUpperCase() }])).toMatchObject({ unchanged: 1 })
  })

  it('has a translation file as a source', async () => {
    await push([good])
    const fault = await refused(push([{ path: 'a/de.json', content: '{"a":"Ä"}' }]))
    expect(fault.message).toContain('a/de.json is the de target file of a/en.json')
  })
})

describe('an entry', () => {
  it('keeps its short ID through changes, renames, moves and absence', async () => {
    await loop.push({ a: 'One', b: 'Two', c: 'Three' })
    const ids = { a: await idOf('a'), b: await idOf('b'), c: await idOf('c') }
    await loop.push({ section: { b2: 'Two' }, a: 'Changed', c: 'Three' })
    expect(await idOf('section.b2')).toBe(ids.b)
    expect(await idOf('a')).toBe(ids.a)
    await loop.push({ a: 'Changed', section: { b2: 'Two' } }, { confirm_removed: 1 })
    expect(await idOf('c')).toBeUndefined()
    await loop.push({ a: 'Changed', section: { b2: 'Two' }, c: 'Three' })
    expect(await idOf('c')).toBe(ids.c)
  })

  it('that is new is listed in file order, and no other one moves', async () => {
    await loop.push({ a: 'A', b: 'B', c: 'C' })
    await loop.push({ last: 'Last' }, {}, 'other/en.json')
    await loop.push({ zero: '0', a: 'A', a1: 'A1', a2: 'A2', b: 'B', c: 'C', end: 'End' })
    expect(await keysInWork()).toEqual(['zero', 'a', 'a1', 'a2', 'b', 'c', 'end', 'last'])
  })

  it('takes its translation along when it swaps its source with another one', async () => {
    await loop.push({ a: 'One', b: 'Two' })
    await loop.translate({ a: 'Eins', b: 'Zwei' })
    expect(await loop.push({ a: 'Two', b: 'One' })).toMatchObject({ swapped: 2, swaps: ['a ↔ b'] })
    expect((await loop.work()).items).toEqual([])
    expect(JSON.parse((await loop.pull()).content)).toEqual({ a: 'Zwei', b: 'Eins' })
    expect(await loop.push({ a: 'One', b: 'Two' })).toMatchObject({ swapped: 2 })
    expect(JSON.parse((await loop.pull()).content)).toEqual({ a: 'Eins', b: 'Zwei' })
  })

  it('in a chain of renames keeps the translation of its source', async () => {
    await loop.push({ a: 'One', b: 'Two' })
    await loop.translate({ a: 'Eins', b: 'Zwei' })
    expect(await loop.push({ b: 'One', c: 'Two' })).toMatchObject({ renamed: 2, renames: ['a → b', 'b → c'] })
    expect(JSON.parse((await loop.pull()).content)).toEqual({ b: 'Eins', c: 'Zwei' })
    expect((await loop.work()).items).toEqual([])
  })

  it('that is renamed keeps its translation, also among several with the same source', async () => {
    await loop.push({ a: 'One', b: 'Same', c: 'Same' })
    await loop.translate({ a: 'Eins', b: 'B', c: 'C' })
    expect(await loop.push({ x: { a: 'One', c: 'Same' }, e: 'Same' })).toMatchObject({ renamed: 3 })
    expect(JSON.parse((await loop.pull()).content)).toEqual({ x: { a: 'Eins', c: 'C' }, e: 'B' })
  })

  it('gets the syntax that its file shows later', async () => {
    await loop.push({ a: 'Files' })
    await loop.push({ a: '{n, plural, one {# file} other {# files}}' })
    const answer = await loop.translate({ a: '{n, plural, one {# Datei} other {# Dateien}' })
    expect(answer).toMatchObject({ accepted: 0, refused: [{ code: 'invalid', findings: [{ id: 'icu_syntax' }] }] })
  })

  it('that no branch lists is unused, keeps its translation, and brings it back', async () => {
    await loop.push({ a: 'A', b: 'B' })
    await loop.translate({ b: 'Bé' })
    await loop.push({ a: 'A' }, { confirm_removed: 1 })
    const { store } = loop.world.services
    const { id } = await loop.record()
    const [entry] = await store.read.entries.list('key', compoundKey(id, 'b'))
    expect(entry).toMatchObject({ listed: false, unused_since: expect.any(String) })
    expect(JSON.parse((await loop.pull()).content)).toEqual({})
    expect(await loop.push({ a: 'A', b: 'B' })).toMatchObject({ revived: 1 })
    expect(JSON.parse((await loop.pull()).content)).toEqual({ b: 'Bé' })
    expect(await store.read.entries.list('key', compoundKey(id, 'b'))).toMatchObject([
      { listed: true, unused_since: null },
    ])
  })
})
