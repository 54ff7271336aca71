import { expect, it } from 'vitest'
import { eachLoop, SOURCE } from '../loop.ts'

const loop = eachLoop(['de', 'pt-BR'])

it('keeps the keys of a file that was pushed with its root key as a part of them', async () => {
  await loop.push({ en: { title: 'Basket' } })
  const { store } = loop.world.services
  const [file] = await store.read.files.list('project', (await loop.record()).id)
  const [list] = await store.read.branch_files.list('file', file?.id ?? '')
  const [entry] = await store.read.entries.list('file', file?.id ?? '')
  if (file === undefined || list === undefined || entry === undefined) throw new Error('nothing was pushed')
  const { root: _, ...options } = file.options
  await store.transaction(async tx => {
    await tx.files.put({ ...file, options })
    await tx.branch_files.put({ ...list, items: list.items.map(item => ({ ...item, key: `en.${item.key}` })) })
    await tx.entries.put({ ...entry, key: `en.${entry.key}` })
  })
  expect(await loop.push({ en: { title: 'Basket', more: 'More' } })).toMatchObject({ unchanged: 1, added: 1 })
  expect((await loop.work()).items.map(({ key }) => key)).toEqual(['en.title', 'en.more'])
})

it('tells of a key that occurs twice, and leaves it out with two values', async () => {
  const twice = '{\n  "a": "Open",\n  "b": "Close",\n  "a": "Open"\n}\n'
  const told = 'the key "a" occurs twice with the same value (lines 2 and 4): remove one.'
  expect((await loop.push(twice))['next']).toContain(`In ${SOURCE}, ${told}`)
  const german = twice.replaceAll('"Open"', '"Öffnen"')
  expect((await loop.importFile('locales/de.json', german))['next']).toContain(`In locales/de.json, ${told}`)
  expect((await loop.pull()).content).toBe(german)
  const differing = german.replace('"Öffnen"', '"Auf"').replace('Close', 'Schließen')
  const left = 'the key "a" occurs twice with different values (lines 2 and 4): it was not read. Remove one.'
  const answer = await loop.importFile('locales/de.json', differing)
  expect([answer['imported'], answer['next']]).toEqual([1, expect.stringContaining(`In locales/de.json, ${left}`)])
  const pushed = await loop.push(twice.replace('"Open"', '"Start"'))
  expect([pushed['unchanged'], pushed['next']]).toEqual([2, expect.stringContaining(`In ${SOURCE}, ${left}`)])
  expect((await loop.pull()).content).toContain('"b": "Schließen"')
})

it('refuses the null character with its place, in a source and in a translation', async () => {
  const text = (last: string): string => `{\n  "a": "C:\\\\u0000",\n  "b": "${last}"\n}\n`
  const fault = 'Invalid file at 3:10: a string contains the null character U+0000.'
  await expect(loop.push(text('x\\u0000y'))).rejects.toThrow(`${SOURCE}: ${fault}`)
  await loop.push(text('x'))
  await expect(loop.importFile('locales/de.json', text('x\\u0000y'))).rejects.toThrow(`locales/de.json: ${fault}`)
  await loop.push('msgid "a"\nmsgstr ""\n', {}, 'locale/en/app.po')
  for (const escape of ['\\0', '\\000', '\\x00']) {
    const file = `msgid "a"\nmsgstr "\\\\0b${escape}c"\n`
    await expect(loop.importFile('locale/de/app.po', file)).rejects.toThrow('locale/de/app.po: Invalid file at 2:13:')
  }
})
