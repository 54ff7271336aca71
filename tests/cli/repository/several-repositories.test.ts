import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Outcome, run } from '../../harness/command-line.ts'
import { temporaryFolder } from '../../harness/folder.ts'
import { isNightly } from '../../runs.ts'
import { withoutTime } from '../without-time.ts'

let folder: string
let env: Readonly<Record<string, string>>
let project: string

beforeEach(async () => {
  folder = await temporaryFolder()
  env = { DRAGOMAN_DATA_DIR: join(folder, 'data'), XDG_STATE_HOME: join(folder, 'state') }
  const { user } = JSON.parse((await run(['call', 'get_context'], env)).stdout) as { user: { handle: string } }
  project = `${user.handle}/app`
  await write('web', { 'web/en.json': toJson(TEXTS), 'web/de.json': toJson({ k0: 'Text null' }) })
  await describeRepository('web', {})
  await write('app', { 'app/en.json': toJson({ title: 'Title' }), 'app/de.json': toJson({ title: 'Titel' }) })
  await describeRepository('app', {})
  await dragoman('web', 'push', '--create', '--translations')
  await dragoman('app', 'push', '--translations')
})

const TEXTS: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from({ length: 20 }, (_, at) => [`k${at}`, `Text ${at}`]),
)
const { k0: _0, k1: _1, k2: _2, ...FEWER } = TEXTS
const toJson = (value: object): string => `${JSON.stringify(value, null, 2)}\n`

async function write(repository: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, repository, path)), { recursive: true })
    await writeFile(join(folder, repository, path), text)
  }
}

const describeRepository = (name: string, more: object): Promise<void> =>
  write(name, {
    'dragoman.json': toJson({
      project,
      source_locale: 'en',
      target_locales: ['de', 'pl'],
      files: [{ source: `${name}/en.json`, target: `${name}/{locale}.json` }],
      ...more,
    }),
  })

const dragoman = async (repository: string, ...args: readonly string[]): Promise<Outcome> =>
  withoutTime(await run(args, env, '', { cwd: join(folder, repository) }))

const read = (path: string): Promise<string | undefined> => readFile(join(folder, path), 'utf8').catch(() => undefined)

interface Project {
  readonly target_locales: readonly string[]
  readonly entries: number
  readonly files: readonly { readonly path: string; readonly target: string; readonly entries: number }[]
}

const readProject = async (): Promise<Project> =>
  JSON.parse((await dragoman('.', 'call', 'get_project', '--json', JSON.stringify({ project }))).stdout) as Project

describe('a project of two repositories', () => {
  it('keeps the files of the other one, also with --prune', async () => {
    const pushed = await dragoman('web', 'push')
    expect(pushed).toMatchObject({ code: 0, stdout: 'web/en.json\tno changes\nNothing new to translate.\n' })
    const pruned = await dragoman('web', 'push', '--prune', '--json')
    expect(JSON.parse(pruned.stdout)).not.toHaveProperty('gone')
    expect((await readProject()).files.map(({ path }) => path)).toEqual(['app/en.json', 'web/en.json'])
  })

  it('does not take a file of the other one for its own that moved', async () => {
    const texts = toJson({ title: 'Title', name: 'Name' })
    await write('app', { 'app/en.json': texts })
    await dragoman('app', 'push')
    await write('web', { 'copy/en.json': texts })
    const copy = { source: 'copy/en.json', target: 'copy/{locale}.json' }
    await describeRepository('web', { files: [{ source: 'web/en.json', target: 'web/{locale}.json' }, copy] })
    const { code, stdout } = await dragoman('web', 'push')
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('copy/en.json\t2 added\n') })
    expect(stdout).toContain('copy/en.json has the strings of app/en.json, which no rule of dragoman.json matches.')
    expect((await readProject()).files.map(({ path }) => path)).toEqual(['app/en.json', 'copy/en.json', 'web/en.json'])
  })

  it('pulls only the files of its own rules, and names the others once', async () => {
    await write('web', { 'app/de.json': 'none of Dragoman\n' })
    const pulled = await dragoman('web', 'pull', 'de')
    expect(pulled).toMatchObject({ code: 0, stderr: '' })
    expect(pulled.stdout).toContain(
      `1 source file of ${project} matches no rule of dragoman.json: app/en.json. Its translations were not pulled.\n`,
    )
    expect(await read('web/app/de.json')).toBe('none of Dragoman\n')
    expect(JSON.parse((await dragoman('web', 'pull', 'de', '--json')).stdout)).toMatchObject({
      files: [],
      outside: { count: 1, first: ['app/en.json'] },
    })
    expect(await dragoman('web', 'check', '--online', '--frozen')).toMatchObject({ code: 0 })
  })
})

describe('push --prune', () => {
  it('hides no locale when strings are not confirmed, and changes no rule', async () => {
    await describeRepository('web', {
      target_locales: ['de'],
      files: [{ source: 'web/en.json', target: 'out/{locale}.json' }],
    })
    await write('web', { 'web/en.json': toJson(FEWER) })
    const before = await readProject()
    expect(await dragoman('web', 'push', '--prune')).toMatchObject({
      code: 73,
      stderr: expect.stringContaining('web/en.json drops 3 of the 20 strings'),
    })
    expect(await readProject()).toEqual(before)
    expect(await dragoman('web', 'push', '--prune', '--confirm-removed', '3')).toMatchObject({ code: 0 })
    expect(await readProject()).toMatchObject({
      target_locales: ['de'],
      files: [{ path: 'app/en.json' }, { path: 'web/en.json', target: 'out/{locale}.json', entries: 17 }],
    })
  })

  it('hides a locale with translations only with --confirm', async () => {
    await describeRepository('web', { target_locales: ['pl'] })
    await write('web', { 'web/en.json': toJson({ ...TEXTS, more: 'More' }) })
    const before = await readProject()
    const refused = await dragoman('web', 'push', '--prune')
    expect(refused).toMatchObject({ code: 73, stdout: '' })
    expect(refused.stderr).toContain('The push would hide de (2 translations). Nothing was written.')
    expect(refused.stderr).toContain('push --prune --confirm')
    expect(await readProject()).toEqual(before)
    const dry = await dragoman('web', 'push', '--prune', '--dry-run')
    expect(dry.stdout).toContain('Would hide locales: de (2 translations). This needs --confirm.\n')
    expect(await readProject()).toEqual(before)
    const pruned = await dragoman('web', 'push', '--prune', '--confirm', '--json')
    expect(JSON.parse(pruned.stdout)).toMatchObject({ hidden: [{ locale: 'de', texts: 2 }] })
    expect(await readProject()).toMatchObject({ target_locales: ['pl'], entries: 22 })
  })

  it.runIf(isNightly)('writes nothing of more files than a call has, when one of them is refused', async () => {
    const added = Array.from({ length: 500 }, (_, at) => [`many/${at}/en.json`, toJson({ a: 'Apple' })])
    await write('web', { ...Object.fromEntries(added), 'web/en.json': toJson(FEWER) })
    const rules = ['web', 'many/*'].map(at => ({ source: `${at}/en.json`, target: `${at}/{locale}.json` }))
    await describeRepository('web', { target_locales: ['pl'], files: rules })
    const before = await readProject()
    expect(await dragoman('web', 'push', '--prune', '--confirm')).toMatchObject({
      code: 73,
      stderr: expect.stringContaining(
        'remove 3 strings. Translations of 1 string would be in no file any more. Nothing was written.',
      ),
    })
    expect(await readProject()).toEqual(before)
    const confirmed = await dragoman('web', 'push', '--prune', '--confirm', '--confirm-removed', '3', '--quiet')
    expect(confirmed).toMatchObject({ code: 0 })
    expect(await readProject()).toMatchObject({ target_locales: ['pl'], entries: before.entries + 500 - 3 })
  })
})
