import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Outcome, run } from '../../harness/command-line.ts'
import { withoutTime } from '../without-time.ts'

let folder: string

const toJson = (value: object): string => `${JSON.stringify(value, null, 2)}\n`
const texts = (word: string, from: number, to: number): Readonly<Record<string, string>> =>
  Object.fromEntries(Array.from({ length: to - from }, (_, at) => [`k${from + at}`, `${word} ${from + at}`]))

const dragoman = async (...args: readonly string[]): Promise<Outcome> => {
  const env = { DRAGOMAN_DATA_DIR: join(folder, 'data'), XDG_STATE_HOME: join(folder, 'state') }
  return withoutTime(await run(args, env, '', { cwd: join(folder, 'repository') }))
}
const read = (path: string): Promise<string> => readFile(join(folder, 'repository', path), 'utf8')
const write = async (files: Readonly<Record<string, object>>): Promise<void> => {
  for (const [path, value] of Object.entries(files)) {
    await mkdir(dirname(join(folder, 'repository', path)), { recursive: true })
    await writeFile(join(folder, 'repository', path), toJson(value))
  }
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-moved-'))
  await write({ 'l/en/a.json': texts('Text', 0, 200), 'l/de/a.json': texts('Wort', 0, 200) })
  const { user } = JSON.parse((await dragoman('call', 'get_context')).stdout) as { user: { handle: string } }
  const files = [{ source: 'l/en/*.json', target: 'l/{locale}/*.json' }]
  const project = { project: `${user.handle}/app`, source_locale: 'en', target_locales: ['de'], files }
  await write({ 'dragoman.json': project })
  expect(await dragoman('push', '--create', '--translations')).toMatchObject({ code: 0 })
})
afterEach(() => rm(folder, { recursive: true, force: true }))

it('a push names what moved to other files, and a pull writes it there', async () => {
  await write({
    'l/en/a.json': texts('Text', 0, 20),
    'l/en/b.json': texts('Text', 20, 100),
    'l/en/c.json': { more: texts('Text', 100, 200) },
  })
  const moves = Array.from({ length: 20 }, (_, at) => `l/en/a.json: k${20 + at} → l/en/b.json: k${20 + at}`)
  expect(JSON.parse((await dragoman('push', '--dry-run', '--json')).stdout)).toMatchObject({
    files: [
      { path: 'l/en/a.json', moved: 0, removed: 0, unchanged: 20 },
      { path: 'l/en/b.json', moved: 80, added: 0 },
      { path: 'l/en/c.json', moved: 100, added: 0 },
    ],
    moves,
  })
  expect(await dragoman('push')).toEqual({
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
  expect(await dragoman('pull')).toMatchObject({ code: 0, stderr: '' })
  expect(await read('l/de/a.json')).toBe(toJson(texts('Wort', 0, 20)))
  expect(await read('l/de/b.json')).toBe(toJson(texts('Wort', 20, 100)))
  expect(await read('l/de/c.json')).toBe(toJson({ more: texts('Wort', 100, 200) }))
})

it('a push names what was renamed and swapped, and a pull writes it under its key', async () => {
  const swap = { last: 'Text 199', ui: { ...texts('Text', 0, 199), k0: 'Text 1', k1: 'Text 0' } }
  await write({ 'l/en/a.json': { ui: texts('Text', 0, 199), last: 'Text 199' } })
  const { stdout } = await dragoman('push')
  expect(stdout).toContain(
    'l/en/a.json\t200 renamed (k0 → ui.k0, k1 → ui.k1, k2 → ui.k2 and 197 more)\nRenamed 200 strings:\n  k0 → ui.k0\n',
  )
  expect(stdout).toContain('  k19 → ui.k19\n  and 180 more\nNothing new to translate.\n')
  expect(await dragoman('pull')).toMatchObject({ code: 0, stderr: '' })
  expect(await read('l/de/a.json')).toBe(toJson({ ui: texts('Wort', 0, 199), last: 'Wort 199' }))
  await write({ 'l/en/a.json': swap })
  expect((await dragoman('push', '--dry-run')).stdout).toContain(
    'Swapped 2 strings:\n  ui.k0 ↔ ui.k1\nNothing was written.\n',
  )
  const swapped = await dragoman('push', '--json')
  expect(JSON.parse(swapped.stdout)).toMatchObject({ files: [{ swapped: 2, renamed: 0 }], swaps: ['ui.k0 ↔ ui.k1'] })
  expect(await dragoman('pull')).toMatchObject({ code: 0, stderr: '' })
  expect(JSON.parse(await read('l/de/a.json'))).toMatchObject({ ui: { k0: 'Wort 1', k1: 'Wort 0', k2: 'Wort 2' } })
})

it('a push asks before translations of 3 strings and over 2 % of a file are in no file any more', async () => {
  await write({ 'l/en/a.json': texts('Text', 0, 195) })
  const refused = await dragoman('push')
  expect(refused).toMatchObject({ code: 73, stdout: '' })
  expect(refused.stderr).toContain('Translations of 5 strings would be in no file any more. Nothing was written.\n')
  expect(refused.stderr).toContain('To remove them, repeat with --confirm-removed 5; their translations are kept.')
  const lost = Array.from({ length: 5 }, (_, at) => `  l/en/a.json: k${195 + at}\n`).join('')
  expect((await dragoman('push', '--dry-run')).stdout).toBe(
    `l/en/a.json\t5 removed\nTranslations that would be in no file any more: those of 5 strings:\n${lost}To remove the strings, add --confirm-removed 5.\nNothing was written.\n`,
  )
  const { code, stdout } = await dragoman('push', '--confirm-removed', '5', '--json')
  expect(code).toBe(0)
  const first = ['k195', 'k196', 'k197', 'k198', 'k199'].map(key => `l/en/a.json: ${key}`)
  expect(JSON.parse(stdout)).toMatchObject({ lost: { count: 5, first } })
  await write({ 'l/en/a.json': texts('Text', 0, 193) })
  expect((await dragoman('push')).stdout).toContain('those of 2 strings:\n  l/en/a.json: k193\n')
})
