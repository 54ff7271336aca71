import { describe, expect, it } from 'vitest'
import { eachLoop, SOURCE } from '../loop.ts'
import { refused } from '../world.ts'

const loop = eachLoop(['de', 'fr'])

const target = 'x/{locale}.json'
const one = { path: 'a/en.json', content: '{"a":"A"}', target }
const other = { path: 'b/en.json', content: '{"b":"B"}', target }
const push = (files: readonly object[], more: object = {}) => loop.call('push_source', { files, ...more })
const update = (more: object) => loop.call('update_project', more)
const pathsPulled = async (more: object = {}): Promise<readonly string[]> => {
  const { target_locales: locales } = await loop.record()
  return (await loop.files({ locales, ...more })).map(({ path }) => path)
}

describe('two source files with one target path', () => {
  it('are rejected in one push, and in two, and nothing of the second is imported', async () => {
    const both = await refused(push([one, other]))
    expect([both.code, both.message]).toEqual([
      'invalid_input',
      'The translations of a/en.json and b/en.json would share one file, x/de.json.',
    ])
    await push([one])
    const later = await refused(push([other]))
    expect(later.message).toContain('b/en.json and a/en.json would share one file, x/de.json')
    expect(later.fix).toContain('removed: ["a/en.json"]')
    expect((await refused(push([other], { dry_run: true }))).code).toBe('invalid_input')
    expect(await pathsPulled()).toEqual(['x/de.json', 'x/fr.json'])
  })

  it('are rejected when an existing file gets the target of another', async () => {
    await push([one, { ...other, target: 'y/{locale}.json' }])
    expect((await refused(push([other]))).message).toContain('x/de.json')
    await push([{ ...other, target: 'y/{locale}.json' }], { branch: 'f' })
    const { fix, message } = await refused(push([other], { branch: 'f' }))
    expect([message, fix]).toEqual([expect.stringContaining('x/de.json'), 'Push b/en.json with another target.'])
  })

  it('are rejected when they meet in different locales', async () => {
    await update({ files: [{ source: 'a/en.json', target: 'x/{locale}.json', aliases: { de: 'fr2', fr: 'de2' } }] })
    await push([{ path: one.path, content: one.content }])
    await update({ files: [{ source: 'b/en.json', target: 'x/{locale}.json', aliases: { de: 'de2' } }] })
    expect((await refused(push([{ path: other.path, content: other.content }]))).message).toContain('x/de2.json')
  })

  it('are separate on different branches', async () => {
    await push([one])
    expect(await push([other], { branch: 'f' })).toMatchObject({ added: 1 })
    expect(await pathsPulled({ branch: 'f' })).toEqual(['x/de.json', 'x/fr.json'])
    expect((await refused(push([other]))).code).toBe('invalid_input')
  })

  it('are rejected as rules: with fewer * than the source, or with one target for two sources', async () => {
    const many = { files: [{ source: 'src/*/en.json', target: 'out/{locale}.json' }] }
    expect((await refused(update(many))).message).toContain('fewer * than its source "src/*/en.json"')
    const created = loop.ada.call('create_project', {
      project: 'ada/other',
      source_locale: 'en',
      target_locales: ['de'],
      ...many,
    })
    expect((await refused(created)).message).toContain('fewer *')
    await push([one, { ...other, target: 'y/{locale}.json' }])
    const fault = await refused(update({ files: [{ source: 'b/en.json', target }] }))
    expect(fault.message).toBe('The translations of a/en.json and b/en.json would share one file, x/de.json.')
  })

  it('make way: an empty file at once, one with keys when it is removed', async () => {
    await push([one])
    const removal = { removed: ['a/en.json'] }
    expect((await refused(push([other], removal))).fix).toContain('confirm_removed: 1')
    expect(await push([other], { ...removal, dry_run: true })).toMatchObject({ confirm_removed: 1, dropped: 1 })
    expect(await push([other], { ...removal, confirm_removed: 1 })).toMatchObject({ added: 1, dropped: 1 })
    expect((await loop.work()).items.map(({ key }) => key)).toEqual(['b'])
    expect(await pathsPulled()).toEqual(['x/de.json', 'x/fr.json'])
    await push([{ ...other, content: '{}' }], { confirm_removed: 1 })
    expect(await push([one])).toMatchObject({ revived: 1 })
    expect(await pathsPulled()).toEqual(['x/de.json', 'x/fr.json'])
  })

  it('are the files of the old and the new source locale, and the push explains the move', async () => {
    await loop.push({ a: 'One' })
    await update({ source_locale: 'de' })
    const german = { path: 'locales/de.json', content: '{"a":"Eins"}' }
    expect((await refused(push([german]))).fix).toContain(`removed: ["${SOURCE}"]`)
    expect(await push([german], { removed: [SOURCE], confirm_removed: 1 })).toMatchObject({ added: 1, dropped: 1 })
    expect(await pathsPulled()).toEqual(['locales/fr.json'])
  })
})

it('a target file that two sources already share is imported for the source in the call, or not at all', async () => {
  await push([one, { ...other, target: 'y/{locale}.json' }])
  const project = await loop.record()
  const files = project.files.map(rule => ({ ...rule, target, aliases: {} }))
  await loop.world.services.store.transaction(tx => tx.projects.put({ ...project, files }))
  const take = (more: object) =>
    loop.call('push_translations', { files: [{ path: 'x/de.json', content: '{"b":"Bé"}', ...more }] })
  expect((await refused(take({}))).message).toContain('de of a/en.json, de of b/en.json')
  expect(await take({ source: 'b/en.json' })).toMatchObject({ imported: 1 })
})

describe('removing a source file', () => {
  it('removes it from the branch only; its translations return with it', async () => {
    await loop.push({ a: 'A' })
    await loop.translate({ a: 'Ä' })
    await loop.push({ a: 'A' }, { branch: 'f' })
    expect(await push([], { branch: 'f', removed: [SOURCE], confirm_removed: 1 })).toMatchObject({ dropped: 1 })
    expect((await refused(pathsPulled({ branch: 'f' }))).code).toBe('not_found')
    expect(JSON.parse((await loop.pull()).content)).toEqual({ a: 'Ä' })
    await push([], { removed: [SOURCE], confirm_removed: 1 })
    expect((await loop.work()).left).toBe(0)
    expect(await loop.push({ a: 'A' })).toMatchObject({ revived: 1 })
    expect(JSON.parse((await loop.pull()).content)).toEqual({ a: 'Ä' })
  })

  it('is rejected for an unknown or pushed path, and without any file', async () => {
    await push([one])
    expect((await refused(push([], { removed: ['a/em.json'] }))).fix).toContain('Did you mean "a/en.json"?')
    expect((await refused(push([one], { removed: ['a/en.json'] }))).message).toContain('in both files and removed')
    expect((await refused(push([]))).message).toContain('names no file')
  })
})
