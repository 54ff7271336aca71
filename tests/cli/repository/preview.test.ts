import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Outcome, run } from '../../harness/command-line.ts'
import { withoutTime } from '../without-time.ts'

const EN = '{\n  "home": "Home",\n  "save": "Save",\n  "quit": "Quit"\n}\n'
const german = (home: string, save = 'Sichern'): string =>
  `{\n    "home": "${home}",\n    "save": "${save}",\n    "quit": "Beenden"\n}\n`

let folder: string
let repository: string
let project: string
let env: Readonly<Record<string, string>>

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-preview-'))
  repository = join(folder, 'repository')
  env = { DRAGOMAN_DATA_DIR: join(folder, 'data'), XDG_STATE_HOME: join(folder, 'state') }
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const dragoman = async (...args: readonly string[]): Promise<Outcome> =>
  withoutTime(await run(args, env, '', { cwd: repository }))
const call = async <T = object>(tool: string, args: object): Promise<T> => {
  const input = JSON.stringify({ project, ...args })
  const { code, stdout, stderr } = await dragoman('call', tool, '--scopes', 'all', '--json', input)
  expect(code, stderr).toBe(0)
  return JSON.parse(stdout) as T
}
const read = (path: string): Promise<string> => readFile(join(repository, path), 'utf8')
const write = async (path: string, text: string): Promise<void> => {
  await mkdir(dirname(join(repository, path)), { recursive: true })
  await writeFile(join(repository, path), text)
}

async function start(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) await write(path, text)
  const { user } = JSON.parse((await dragoman('call', 'get_context')).stdout) as { user: { handle: string } }
  project = `${user.handle}/app`
  expect(await dragoman('init', '--yes', '--project', project)).toMatchObject({ code: 0, stderr: '' })
  expect(await dragoman('push', '--create', '--translations')).toMatchObject({ code: 0, stderr: '' })
}

interface Work {
  readonly items: readonly { readonly id: string; readonly src: string; readonly rev?: number }[]
}

/** An agent changes a translation of the project. */
async function submit(key: string, text: string, locale = 'de'): Promise<void> {
  const [row] = (await call<Work>('get_work', { locale, keys: [key] })).items
  const items = [{ id: row?.id, src: row?.src, rev: row?.rev, text }]
  expect(await call('submit_translations', { locale, items })).toMatchObject({ accepted: 1 })
}

const XCSTRINGS = (home: string): string =>
  `{
  "sourceLanguage" : "en",
  "strings" : {
    "home" : {
      "localizations" : {
        "de" : {
          "stringUnit" : {
            "state" : "translated",
            "value" : "${home}"
          }
        },
        "en" : {
          "stringUnit" : {
            "state" : "translated",
            "value" : "Home"
          }
        }
      }
    }
  },
  "version" : "1.0"
}
`

it('status and pull count the texts of older source strings that the policy leaves out', async () => {
  await start({ 'l/en.json': EN, 'l/de.json': german('Start') })
  await call('update_project_policy', { stale: 'omit' })
  await write('l/en.json', EN.replace('"Home"', '"Home page"'))
  expect((await dragoman('push')).stdout).toContain('l/en.json\t1 changed\n')
  expect(await dragoman('status')).toMatchObject({ stdout: 'de\t66\t1\t2\t0\t0\t1\n' })
  expect((await dragoman('status', '--json', 'locale,omitted')).stdout).toBe('[{"locale":"de","omitted":1}]\n')
  expect(JSON.parse((await dragoman('pull', '--dry-run', '--json')).stdout)).toMatchObject({ omitted: 1 })
  expect((await dragoman('pull')).stdout).toBe(
    'l/de.json\t-1\n1 file changed, 0 lines.\n1 translation of older source strings is not in the files.\n',
  )
  expect(await read('l/de.json')).toBe(german('Start').replace('    "home": "Start",\n', ''))
  expect(await call('pull_translations', {})).toMatchObject({
    files: [{ path: 'l/de.json', omitted: 1 }],
    next: expect.stringContaining('Omitted: 1, of older source strings. They count as missing.'),
  })
})

describe('pull --preview', () => {
  beforeEach(async () => {
    await start({ 'l/en.json': EN, 'l/de.json': german('Start') })
    await call('update_project_policy', { review: 'required' })
    await submit('home', 'In Prüfung')
  })

  it('writes texts in review below the folder, and nothing else', async () => {
    expect(await dragoman('pull', '--include', 'all')).toMatchObject({
      code: 77,
      stderr: expect.stringContaining('project:admin'),
    })
    await write('l/de.json', german('Von Hand'))
    const previewed = await dragoman('pull', '--include', 'all', '--preview')
    expect(previewed).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringContaining('1 file changed below preview, 5 lines.'),
    })
    expect(JSON.parse(await read('preview/l/de.json'))).toMatchObject({ home: 'In Prüfung' })
    expect(await read('l/de.json')).toBe(german('Von Hand'))
    await dragoman('pull', 'de', '--include', 'all', '--preview', 'tmp/look/', '--quiet')
    expect(JSON.parse(await read('tmp/look/l/de.json'))).toMatchObject({ home: 'In Prüfung' })
    expect((await dragoman('pull', 'fr', '--preview', 'other')).code).not.toBe(0)
  })

  it('replaces what a preview wrote, and no other file', async () => {
    await dragoman('pull', '--preview')
    await submit('save', 'Ablegen')
    expect(await dragoman('pull', '--include', 'all', '--preview')).toMatchObject({ code: 0 })
    expect(JSON.parse(await read('preview/l/de.json'))).toMatchObject({ save: 'Ablegen' })
    const own = await read('l/de.json')
    await write('web/l/de.json', own)
    expect(await dragoman('pull', '--preview', 'web')).toMatchObject({
      code: 73,
      stderr: expect.stringContaining('"web/l/de.json" exists, and no preview wrote it'),
    })
    expect(await read('web/l/de.json')).toBe(own)
    expect((await dragoman('pull', '--preview', '--force')).code).toBe(64)
    for (const preview of [
      '../out',
      './',
      '.',
      '',
      'a/../',
      'a/../..',
      folder,
      '.git/x',
      'node_modules/x',
      'L',
      'l/',
    ]) {
      const refused = await dragoman('pull', '--preview', preview)
      expect([preview, refused.code, refused.stderr]).toEqual([preview, 65, expect.stringContaining('preview "')])
    }
    expect((await dragoman('pull', '--preview', './a/../look/')).stdout).toContain('below look,')
    expect((await readdir(repository)).sort()).toEqual(['dragoman.json', 'l', 'look', 'preview', 'web'])
  })

  it('works for the call of a tool', async () => {
    await write('l/de.json', german('Von Hand'))
    const pulled = await dragoman(
      'call',
      'pull_translations',
      '--json',
      JSON.stringify({ project, include: 'all', preview: 'look' }),
    )
    expect(pulled).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(await read('look/l/de.json'))).toMatchObject({ home: 'In Prüfung' })
    expect(await read('l/de.json')).toBe(german('Von Hand'))
  })
})

it('pull --preview writes a file with all locales', async () => {
  await start({ 'App/Localizable.xcstrings': XCSTRINGS('Start') })
  expect(await dragoman('pull', '--preview')).toMatchObject({ code: 0, stderr: '' })
  expect(await read('preview/App/Localizable.xcstrings')).toBe(XCSTRINGS('Start'))
})
