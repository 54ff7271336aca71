import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Outcome, run } from '../../harness/command-line.ts'
import { withoutTime } from '../without-time.ts'

let folder: string
let repository: string
let env: Readonly<Record<string, string>>

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-daily-'))
  repository = join(folder, 'repository')
  env = { DRAGOMAN_DATA_DIR: join(folder, 'data'), XDG_STATE_HOME: join(folder, 'state') }
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const dragoman = async (
  args: readonly string[],
  input = '',
  more: Readonly<Record<string, string>> = {},
): Promise<Outcome> => withoutTime(await run(args, { ...env, ...more }, input, { cwd: repository }))

async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(repository, path)), { recursive: true })
    await writeFile(join(repository, path), text)
  }
}

const read = (path: string): Promise<string> => readFile(join(repository, path), 'utf8')

async function start(files: Readonly<Record<string, string>>): Promise<void> {
  await write(files)
  const { user } = JSON.parse((await run(['call', 'get_context'], env)).stdout) as { user: { handle: string } }
  expect(await dragoman(['init', '--yes', '--project', `${user.handle}/app`])).toMatchObject({ code: 0, stderr: '' })
}

interface WorkLine {
  readonly key?: string
  readonly source: unknown
}

const FILES = {
  'l/en.json': '{\n  "home": "Home",\n  "save": "Save",\n  "quit": "Quit"\n}\n',
  'l/de.json': '{\n  "home": "Startseite",\n  "save": "Speichern",\n  "quit": "Beenden"\n}\n',
}

describe('submit', () => {
  it('reports each line, and exits with 1 when one is refused', async () => {
    await start({ 'l/en.json': '{"hi": "Hello {name}", "bye": "Bye"}\n', 'l/de.json': '{}\n' })
    await dragoman(['push', '--create'])
    const lines = (await dragoman(['work', 'de'])).stdout.trim().split('\n')
    const done = lines.map(line => JSON.stringify({ ...(JSON.parse(line) as object), text: 'Tschüss' }))
    expect(await dragoman(['submit'], done.join('\n'))).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^refused\tde\thi\t[^\n]*\{name\}[^\n]*\nstored\tde\tbye\n$/),
      stderr: expect.stringMatching(/^1 stored, 1 refused[.] Left: de 1[.]/),
    })
    const [refused] = (await dragoman(['submit', '--json', '--dry-run'], done.join('\n'))).stdout.split('\n')
    expect(JSON.parse(refused ?? '')).toMatchObject({ outcome: 'refused', key: 'hi', code: 'invalid' })
  })

  it('prints the key of a string whose line has only its ID', async () => {
    await start({ 'l/en.json': '{"hi": "Hello {name}", "bye": "Bye"}\n', 'l/de.json': '{}\n' })
    await dragoman(['push', '--create'])
    const lines = (await dragoman(['work', 'de'])).stdout.trim().split('\n')
    const done = lines.map(line => {
      const { id, src } = JSON.parse(line) as { id: string; src: string }
      return JSON.stringify({ locale: 'de', id, src, text: 'Tschüss' })
    })
    const unknown = JSON.stringify({ locale: 'de', id: 'e99', src: '00000000', text: 'x' })
    const sent = [...done, unknown].join('\n')
    const { stdout } = await dragoman(['submit', '--json', '--dry-run'], sent)
    const outcomes = stdout
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as Readonly<Record<string, unknown>>)
    expect(outcomes).toMatchObject([
      { outcome: 'refused', id: 'e1', key: 'hi' },
      { outcome: 'valid', id: 'e2', key: 'bye' },
      { outcome: 'refused', id: 'e99', fix: 'Take the id from dragoman work.' },
    ])
    expect(outcomes[2]).not.toHaveProperty('key')
    expect((await dragoman(['submit'], sent)).stdout).toMatch(
      /^refused\tde\thi\t.*\nstored\tde\tbye\nrefused\tde\te99\t.*Take the id from dragoman work\.\n$/,
    )
    const other = JSON.stringify({ ...(JSON.parse(done[1] ?? '') as object), locale: 'fr' })
    expect((await dragoman(['submit'], other)).stderr).toMatch(/^0 stored, 1 refused[.] Correct/)
  })

  it('prints the warnings of stored translations', async () => {
    await start({ 'l/en.json': '{"hi": "Good morning to you all"}\n', 'l/de.json': '{}\n' })
    await dragoman(['push', '--create'])
    const line = { ...JSON.parse((await dragoman(['work', 'de'])).stdout), text: 'Good morning to you all' }
    const dry = await dragoman(['submit', '--dry-run', '--json'], JSON.stringify(line))
    expect(JSON.parse(dry.stdout)).toMatchObject({ outcome: 'valid', key: 'hi', warnings: [expect.any(String)] })
    expect(await dragoman(['submit'], JSON.stringify(line))).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^stored\tde\thi\twarning: [^\n]+\n$/),
      stderr: expect.stringContaining('Warnings in de: 1. All: dragoman work de --finding warning\n'),
    })
  })

  it('says which translation is stored with other line endings', async () => {
    await start({ 'l/en.json': '{"hi": "Good\\nmorning", "bye": "Bye"}\n', 'l/de.json': '{}\n' })
    await dragoman(['push', '--create'])
    const texts: Readonly<Record<string, string>> = { hi: 'Guten\r\nMorgen', bye: 'Tschüss' }
    const work = (await dragoman(['work', 'de'])).stdout.trim().split('\n')
    const lines = work.map(line => JSON.parse(line) as WorkLine)
    const done = lines.map(line => JSON.stringify({ ...line, text: texts[line.key ?? ''] })).join('\n')
    const dry = await dragoman(['submit', '--dry-run', '--json'], done)
    const outcomes = dry.stdout
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as object)
    expect(outcomes).toMatchObject([{ key: 'hi', repaired: ['line_endings'] }, { key: 'bye' }])
    expect(outcomes[1]).not.toHaveProperty('repaired')
    expect((await dragoman(['submit'], done)).stdout).toBe('stored\tde\thi\tchanged: line endings\nstored\tde\tbye\n')
  })

  it('says why an unchanged translation keeps an earlier voice', async () => {
    await start({ 'l/en.json': '{"bye": "Bye"}\n', 'l/de.json': '{}\n' })
    await dragoman(['push', '--create'])
    const work = JSON.parse((await dragoman(['work', 'de'])).stdout) as { id: string }
    const line = JSON.stringify({ ...work, text: 'Tschüss' })
    expect((await dragoman(['submit'], line)).stdout).toBe('stored\tde\tbye\n')
    const { project } = JSON.parse(await read('dragoman.json')) as { project: string }
    const call = (tool: string, args: object) => dragoman(['call', tool, '--json', JSON.stringify(args)])
    const policy = JSON.stringify({ project, approve: 'anyone' })
    const change = ['call', 'update_project_policy', '--json', policy, '--scopes', 'all']
    expect(await dragoman(change)).toMatchObject({ code: 0 })
    expect(await call('annotate_entry', { project, id: work.id, locale: 'de', lock: true })).toMatchObject({ code: 0 })
    expect(await call('save_voice', { target: project, voice: { tone: 'formal' } })).toMatchObject({ code: 0 })
    expect(await dragoman(['submit'], line)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^unchanged\tde\tbye\tThe translation is locked, [^\n]+\n$/),
    })
  })

  it('sends nothing when a line is not valid', async () => {
    await start(FILES)
    expect(await dragoman(['submit'], '{"id":"e1","src":"00000000","locale":"de"}\n')).toMatchObject({
      code: 65,
      stderr: expect.stringContaining('Line 1 is not valid: text or forms is missing. Nothing was sent.'),
    })
    const line = (locale: string, text: string) => JSON.stringify({ id: 'e1', src: '00000000', locale, text })
    const twice = [line('de', 'eins'), '', line('fr', 'un'), line('de', 'zwei')].join('\n')
    expect(await dragoman(['submit'], twice)).toMatchObject({
      code: 65,
      stdout: '',
      stderr: expect.stringContaining('Line 4 has the string and locale of line 1. Nothing was sent.'),
    })
  })
})
