import { beforeEach, expect, it } from 'vitest'
import { command, read, start, useRepository, write } from './daily-repository.ts'

const toJson = (value: object): string => `${JSON.stringify(value, null, 2)}\n`
const texts = (word: string, from: number, to: number): Readonly<Record<string, string>> =>
  Object.fromEntries(Array.from({ length: to - from }, (_, at) => [`k${from + at}`, `${word} ${from + at}`]))

useRepository()
beforeEach(async () => {
  await start({ 'l/en/a.json': toJson(texts('Text', 0, 200)), 'l/de/a.json': toJson(texts('Wort', 0, 200)) })
  const files = [{ source: 'l/en/*.json', target: 'l/{locale}/*.json' }]
  await write({ 'dragoman.json': toJson({ ...JSON.parse(await read('dragoman.json')), files }) })
  expect(await command('push', '--create', '--translations')).toMatchObject({ code: 0 })
})

it('a push names what moved to other files, and a pull writes it there', async () => {
  await write({
    'l/en/a.json': toJson(texts('Text', 0, 20)),
    'l/en/b.json': toJson(texts('Text', 20, 100)),
    'l/en/c.json': toJson({ more: texts('Text', 100, 200) }),
  })
  const moves = Array.from({ length: 20 }, (_, at) => `l/en/a.json: k${20 + at} → l/en/b.json: k${20 + at}`)
  expect(JSON.parse((await command('push', '--dry-run', '--json')).stdout)).toMatchObject({
    files: [
      { path: 'l/en/a.json', moved: 0, removed: 0, unchanged: 20 },
      { path: 'l/en/b.json', moved: 80, added: 0 },
      { path: 'l/en/c.json', moved: 100, added: 0 },
    ],
    moves,
  })
  expect(await command('push')).toEqual({
    code: 0,
    stdout: [
      'l/en/a.json\tstrings moved to other files',
      'l/en/b.json\t80 moved here',
      'l/en/c.json\t100 moved here',
      'Moved 180 strings:',
      ...moves.map(move => `  ${move}`),
      '  and 160 more',
      'Nothing new to translate.\n',
    ].join('\n'),
    stderr: '',
  })
  expect(await command('pull')).toMatchObject({ code: 0, stderr: '' })
  expect(await read('l/de/a.json')).toBe(toJson(texts('Wort', 0, 20)))
  expect(await read('l/de/b.json')).toBe(toJson(texts('Wort', 20, 100)))
  expect(await read('l/de/c.json')).toBe(toJson({ more: texts('Wort', 100, 200) }))
})

it('a push names what was renamed and swapped, and a pull writes it under its key', async () => {
  const swap = { last: 'Text 199', ui: { ...texts('Text', 0, 199), k0: 'Text 1', k1: 'Text 0' } }
  await write({ 'l/en/a.json': toJson({ ui: texts('Text', 0, 199), last: 'Text 199' }) })
  const { stdout } = await command('push')
  expect(stdout).toContain(
    'l/en/a.json\t200 renamed (k0 → ui.k0, k1 → ui.k1, k2 → ui.k2 and 197 more)\nRenamed 200 strings:\n  k0 → ui.k0\n',
  )
  expect(stdout).toContain('  k19 → ui.k19\n  and 180 more\nNothing new to translate.\n')
  expect(await command('pull')).toMatchObject({ code: 0, stderr: '' })
  expect(await read('l/de/a.json')).toBe(toJson({ ui: texts('Wort', 0, 199), last: 'Wort 199' }))
  await write({ 'l/en/a.json': toJson(swap) })
  expect((await command('push', '--dry-run')).stdout).toContain(
    'Swapped 2 strings:\n  ui.k0 ↔ ui.k1\nNothing was written.\n',
  )
  const swapped = await command('push', '--json')
  expect(JSON.parse(swapped.stdout)).toMatchObject({ files: [{ swapped: 2, renamed: 0 }], swaps: ['ui.k0 ↔ ui.k1'] })
  expect(await command('pull')).toMatchObject({ code: 0, stderr: '' })
  expect(JSON.parse(await read('l/de/a.json'))).toMatchObject({ ui: { k0: 'Wort 1', k1: 'Wort 0', k2: 'Wort 2' } })
})

it('a push asks before translations of 3 strings and over 2 % of a file are in no file any more', async () => {
  await write({ 'l/en/a.json': toJson(texts('Text', 0, 195)) })
  const refused = await command('push')
  expect(refused).toMatchObject({ code: 73, stdout: '' })
  expect(refused.stderr).toContain('Translations of 5 strings would be in no file any more. Nothing was written.\n')
  expect(refused.stderr).toContain('To remove them, repeat with --confirm-removed 5; their translations are kept.')
  const lost = Array.from({ length: 5 }, (_, at) => `  l/en/a.json: k${195 + at}\n`).join('')
  expect((await command('push', '--dry-run')).stdout).toBe(
    `l/en/a.json\t5 removed\nTranslations that would be in no file any more: those of 5 strings:\n${lost}To remove the strings, add --confirm-removed 5.\nNothing was written.\n`,
  )
  const { code, stdout } = await command('push', '--confirm-removed', '5', '--json')
  expect(code).toBe(0)
  const first = ['k195', 'k196', 'k197', 'k198', 'k199'].map(key => `l/en/a.json: ${key}`)
  expect(JSON.parse(stdout)).toMatchObject({ lost: { count: 5, first } })
  await write({ 'l/en/a.json': toJson(texts('Text', 0, 193)) })
  expect((await command('push')).stdout).toContain('those of 2 strings:\n  l/en/a.json: k193\n')
})
