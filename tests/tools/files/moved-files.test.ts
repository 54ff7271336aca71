import { describe, expect, it } from 'vitest'
import { eachLoop, SOURCE } from '../loop.ts'
import { refused } from '../world.ts'

const loop = eachLoop()

const fruit = { a: 'Apple', b: 'Pear' }
const moved = { path: 'src/locales/en.json', content: JSON.stringify(fruit) }
const push = (file: object, more: object = {}) => loop.call('push_source', { files: [file], ...more })
const translated = async (): Promise<void> => {
  await loop.push(fruit)
  await loop.translate({ a: 'Apfel', b: 'Birne' })
}
const pulled = async () => {
  const { target_locales: locales } = await loop.record()
  return loop.files({ locales })
}

describe('a source file at a new path', () => {
  it('keeps its entries and translations with moved_from, also in a repeated call', async () => {
    await translated()
    const move = { ...moved, moved_from: SOURCE }
    expect(await push(move, { dry_run: true })).toMatchObject({ unchanged: 2 })
    expect((await pulled()).map(({ path }) => path)).toEqual(['locales/de.json'])
    for (let time = 0; time < 2; time += 1) {
      const answer = await push(move)
      expect(answer).toMatchObject({ unchanged: 2 })
      expect(answer).not.toHaveProperty('added')
      expect((await loop.work()).left).toBe(0)
      const files = await pulled()
      expect(files).toMatchObject([{ path: 'src/locales/de.json' }])
      expect(JSON.parse(files[0]?.content ?? '')).toEqual({ a: 'Apfel', b: 'Birne' })
    }
  })

  it('is recognized by its texts, and can still move after a push as a new file', async () => {
    await translated()
    for (const more of [{ dry_run: true }, {}]) {
      expect(await push(moved, more)).toMatchObject({
        added: 2,
        next: expect.stringContaining(`push it with moved_from: ${SOURCE}`),
      })
    }
    expect(await push({ ...moved, moved_from: SOURCE })).toMatchObject({ unchanged: 2 })
    expect((await loop.work()).left).toBe(0)
    expect((await pulled()).map(({ path }) => path)).toEqual(['src/locales/de.json'])
    expect((await push({ ...moved, moved_from: SOURCE }))['next']).not.toContain('moved_from')
  })

  it('keeps its own target, and can replace the file of a former source locale', async () => {
    await loop.push(fruit)
    await loop.call('update_project', { add_locales: ['fr'] })
    await loop.call('update_project', { source_locale: 'de' })
    const german = { path: 'locales/de.json', content: '{"a":"Apfel","b":"Birne"}' }
    expect((await refused(push(german))).fix).toContain(`moved_from: ${SOURCE}`)
    expect(await push({ ...german, moved_from: SOURCE })).toMatchObject({ changed: 2 })
    expect((await pulled()).map(({ path }) => path)).toEqual(['locales/fr.json'])
    await push({ ...german, path: 'src/de.json', moved_from: german.path, target: 'out/{locale}.json' })
    await push({ ...german, path: 'lib/de.json', moved_from: 'src/de.json' })
    expect((await pulled()).map(({ path }) => path)).toEqual(['out/fr.json'])
  })

  it('is not suggested when few texts match, two files match, or the old file is pushed too', async () => {
    const next = async (content: object, path: string, files: readonly object[] = []) => {
      const all = [{ path, content: JSON.stringify(content) }, ...files]
      return (await loop.call<{ next: string }>('push_source', { files: all, dry_run: true })).next
    }
    await loop.push(fruit)
    expect(await next({ ...fruit, c: 'Plum' }, 'x/en.json')).not.toContain('moved_from')
    expect(await next(fruit, 'x/en.json', [{ path: SOURCE, content: moved.content }])).not.toContain('moved_from')
    expect(await next({ a: 'Apple', c: 'Pear' }, 'x/en.json')).not.toContain('moved_from')
    await loop.push(fruit, {}, 'y/en.json')
    expect(await next(fruit, 'x/en.json')).not.toContain('moved_from')
  })

  it('is rejected when it has translations, the old file is in the call, or main has the old path', async () => {
    await translated()
    const move = { ...moved, moved_from: SOURCE }
    expect((await refused(push(move, { branch: 'f' }))).code).toBe('not_found')
    await loop.push(fruit, { branch: 'f' })
    expect((await refused(push(move, { branch: 'f' }))).message).toContain('a file has one path on all branches')
    const both = { files: [move, { path: SOURCE, content: moved.content }] }
    expect((await refused(push(move, both))).message).toContain('is in the call a second time')
    expect((await refused(push(move, { removed: [SOURCE] }))).message).toContain('removed')
    expect((await refused(push({ ...move, moved_from: 'locales/em.json' }))).fix).toContain(`Did you mean "${SOURCE}"?`)
    await push(moved)
    await loop.push({ ...fruit, c: 'Plum' }, {}, moved.path)
    const [row] = (await loop.work({ file: moved.path })).items
    await loop.call('submit_translations', { locale: 'de', items: [{ id: row?.id, src: row?.src, text: 'Pflaume' }] })
    expect((await refused(push(move))).message).toContain('has its own translations')
  })
})
