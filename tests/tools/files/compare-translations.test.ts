import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Loop, openLoop } from '../loop.ts'
import { refused } from '../world.ts'

let loop: Loop

beforeEach(async () => {
  loop = await openLoop(['de', 'fr'])
  await loop.push({ a: 'A', b: 'B', c: 'C' })
})
afterEach(() => loop.close())

const compare = async (texts: object, more: object = {}): Promise<readonly string[]> => {
  const input = { project: loop.project, locale: 'de', path: 'locales/en.json', texts, ...more }
  return (await loop.ada.call<{ unknown: readonly string[] }>('compare_translations', input)).unknown
}

it('lists the texts that the project never had', async () => {
  await loop.submit([{ key: 'a', text: 'eins' }])
  expect(await compare({ a: 'eins' })).toEqual([])
  expect(await compare({ a: 'zwei', b: 'drei' })).toEqual(['a', 'b'])
  expect(await compare({ a: 'eins' }, { locale: 'fr' })).toEqual(['a'])
})

it('knows earlier texts, and those of keys that left the source', async () => {
  await loop.submit([{ key: 'a', text: 'eins' }])
  await loop.submit([{ key: 'a', text: 'neu', rev: 1 }])
  await loop.submit([{ key: 'b', text: 'zwei' }])
  await loop.push({ a: 'A', c: 'C' }, { confirm_removed: 1 })
  expect(await compare({ a: 'eins', b: 'zwei' })).toEqual([])
  expect(await compare({ a: 'neu', b: 'anders', none: 'x' })).toEqual(['b', 'none'])
})

it('knows the texts of the imported file, also for keys that the source lacks', async () => {
  const content = JSON.stringify({ a: 'eins', more: 'mehr' })
  await loop.ada.call('push_translations', { project: loop.project, files: [{ path: 'locales/de.json', content }] })
  expect(await compare({ a: 'eins', more: 'mehr' })).toEqual([])
  expect(await compare({ more: 'anders' })).toEqual(['more'])
})

it('needs a source file of the branch', async () => {
  const input = { project: loop.project, locale: 'de', path: 'other.json', texts: {} }
  expect(await refused(loop.ada.call('compare_translations', input))).toMatchObject({ code: 'not_found' })
})
