import { describe, expect, it } from 'vitest'
import { compoundKey } from '../../../src/store/records/define.ts'
import { eachLoop, found } from '../loop.ts'

const loop = eachLoop()

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

it.each([
  ['an empty object', { group: {} }],
  ['numbers and null', { sizes: [1, 2], none: null, on: true }],
  ['an empty text', { blank: '', blanks: [''] }],
])('a file without a text for a value does not get %s of its source', async (_, more) => {
  await loop.push(json({ a: 'Hello there', ...more, z: 'End' }))
  const german = '{\n  "a": "Hallo"\n}\n'
  await loop.importFile('locales/de.json', german)
  expect((await loop.pull()).content).toBe(german)
  await loop.translate({ z: 'Ende' })
  expect((await loop.pull()).content).toBe('{\n  "a": "Hallo",\n  "z": "Ende"\n}\n')
})

describe('a file that is read in another format than its content shows', () => {
  const path = 'locales/en.json'
  const source = { a: { message: 'Hi', description: 'Greeting' }, b: { message: '$1 of $2', placeholders: {} } }
  const NOTICE = `${path} looks like json-messages but is still read as json`
  const push = (content: object, more: object = {}): Promise<{ next: string; renamed?: number }> =>
    loop.call('push_source', { files: [{ path, content: json(content), ...more }], confirm_removed: 1 })
  /** As a version stored it that knew no better format. */
  const forgetChoice = async () => {
    const { id } = await loop.record()
    const { store } = loop.world.services
    await store.transaction(async tx => {
      const file = found(await tx.files.by('path', compoundKey(id, path)))
      const { format_set: _, ...options } = file.options
      await tx.files.put({ ...file, options })
    })
  }

  it('is told so when it changes, and keeps its translations in the other format', async () => {
    await push(source, { format: 'json' })
    await loop.translate({ 'a.message': 'Hallo' })
    await forgetChoice()
    expect((await push(source)).next).not.toContain('looks like')
    expect((await push({ ...source, c: 'C' })).next).toContain(NOTICE)
    expect(await push({ ...source, c: 'C' }, { format: 'json-messages' })).toMatchObject({ renamed: 2 })
    expect((await loop.pull()).content).toBe(json({ a: { message: 'Hallo', description: 'Greeting' } }))
  })

  it('is not told so if somebody chose its format', async () => {
    await push(source, { format: 'json' })
    expect((await push({ ...source, c: 'C' })).next).not.toContain('looks like')
    await forgetChoice()
    await push({ ...source, c: 'C' }, { format: 'json' })
    expect((await push({ ...source, c: 'C', d: 'D' })).next).not.toContain('looks like')
  })
})
