import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { stdioTransport } from '../harness/command-line.ts'
import { allTests } from '../harness/each-test.ts'
import { temporaryFolder } from '../harness/folder.ts'
import { type CallTool, connectModern } from '../harness/surfaces.ts'
import { startDragoman } from '../harness.ts'
import { isNightly } from '../runs.ts'

interface Way {
  readonly call: CallTool
  readonly close: () => Promise<void>
}

interface Written {
  readonly written: readonly string[]
  readonly files?: readonly object[]
  readonly locales?: readonly object[]
  readonly next: string
}

/** Many strings take long, long ones do not: a file has the same size by day. */
const [STRINGS, UNITS] = isNightly ? [1393, 800] : [100, 11_000]

/** More than one answer names. */
const MANY = isNightly ? 100 : 45

const dragoman = allTests(() => startDragoman())
let folder: string
let project: string
let projects = 0

beforeEach(async () => {
  projects += 1
  folder = await temporaryFolder()
})

const stdio = (env: Readonly<Record<string, string>>): Promise<Way> =>
  connectModern(stdioTransport(['--root', folder], env), '2026-07-28')

/** By another host name than the server uses in its links. */
const remote = async () => ({
  DRAGOMAN_URL: dragoman.url.replace('localhost', '127.0.0.1'),
  DRAGOMAN_TOKEN: await dragoman.token('everyday', 'ada'),
})

const WAYS: Readonly<Record<string, () => Promise<Way>>> = {
  'stdio on this machine': () => stdio({ DRAGOMAN_DATA_DIR: dragoman.dataDir }),
  'stdio for a remote server': async () => stdio(await remote()),
}

async function keep(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), text)
}

const file = (path: string): Promise<string> => readFile(join(folder, path), 'utf8')

async function found(way: string): Promise<Way> {
  const connected = await (WAYS[way] as () => Promise<Way>)()
  const { user } = (await connected.call('get_context')) as { user: { handle: string } }
  project = `${user.handle}/app${projects}`
  await connected.call('create_project', { project, source_locale: 'en', target_locales: ['de', 'fr'] })
  return connected
}

describe.each(Object.keys(WAYS))('%s', way => {
  it('sends and writes files of any size outside the answer', async () => {
    const { call, close } = await found(way)
    const large = Object.fromEntries(
      Array.from({ length: STRINGS }, (_, at) => [`key ${at}`, `Text ${at} ${'x'.repeat(UNITS)}`]),
    )
    await keep('large/en.json', `${JSON.stringify(large, null, 2)}\n`)
    await keep("it's $(x)/en.json", '{ "a": "A" }\n')
    const files = [{ path: 'large/en.json' }, { path: "it's $(x)/en.json" }]
    const all = STRINGS + 1
    expect(await call('push_source', { project, files, dry_run: true })).toMatchObject({ added: all })
    expect(await call('push_source', { project, files, done: true })).toMatchObject({ added: all })
    expect(await call('push_source', { project, files })).toMatchObject({ unchanged: all })

    const german = Object.keys(large).map(name => [name, name === 'key 0' ? 'Datei' : 'x'.repeat(2 * UNITS)])
    await keep('large/de.json', JSON.stringify(Object.fromEntries(german)))
    await keep("it's $(x)/de.json", '{ "a": "Ä" }\n')
    const targets = [{ path: 'large/de.json' }, { path: "it's $(x)/de.json" }]
    expect(await call('push_translations', { project, files: targets })).not.toHaveProperty('uploads')
    await rm(join(folder, "it's $(x)/de.json"))
    await rm(join(folder, 'large/de.json'))
    const answer = (await call('pull_translations', { project, locale: 'de' })) as Written
    expect(answer.written).toEqual(["it's $(x)/de.json", 'large/de.json'])
    expect(answer.files).toHaveLength(2)
    for (const row of answer.files ?? []) expect(row).not.toHaveProperty('content')
    expect(await file("it's $(x)/de.json")).toBe('{ "a": "Ä" }\n')
    expect(JSON.parse(await file('large/de.json'))).toMatchObject({ 'key 0': 'Datei' })
    expect((await file('large/de.json')).length).toBeGreaterThan(2_000_000)
    await close()
  })

  it('sends and writes hundreds of files in one call', async () => {
    const { call, close } = await found(way)
    const paths = Array.from({ length: MANY }, (_, at) => `${'übersetzt'.repeat(8)}/deep/down/${at}/en.json`)
    for (const path of paths) await keep(path, JSON.stringify({ [path]: `Text of ${path}` }))
    const files = paths.map(path => ({ path }))
    expect(await call('push_source', { project, files })).toMatchObject({ added: MANY })
    const targets = paths.map(path => ({ path: path.replace('en.json', 'de.json') }))
    for (const [at, { path }] of targets.entries())
      await keep(path, JSON.stringify({ [paths[at] ?? '']: `Text ${at}` }))
    await call('push_translations', { project, files: targets })
    for (const { path } of targets) await rm(join(folder, path))
    const answer = (await call('pull_translations', { project, locales: ['de'] })) as Written
    expect(answer.written).toHaveLength(MANY)
    expect(answer).not.toHaveProperty('files')
    expect(answer.locales).toMatchObject([{ locale: 'de', files: MANY, exported: MANY }])
    for (const [at, { path }] of targets.entries()) {
      expect(JSON.parse(await file(path))).toEqual({ [paths[at] ?? '']: `Text ${at}` })
    }
    await close()
  })

  it('rejects paths outside the root, and uses inline content as it is', async () => {
    const { call, close } = await found(way)
    await symlink('/etc/hostname', join(folder, 'host.json'))
    const push = (given: object) => call('push_source', { project, files: [given] })
    await expect(push({ path: '../x.json' })).rejects.toThrow('segment ".."')
    await expect(push({ path: 'host.json' })).rejects.toThrow('leads out of')
    await expect(push({ path: 'none/en.json' })).rejects.toThrow('File none/en.json not found')
    expect(await push({ path: 'none/en.json', content: '{"a":"A"}' })).toMatchObject({ added: 1 })
    await keep('text/en.json', '{"b":"B"}')
    const asText = JSON.stringify([{ path: 'text/en.json' }])
    expect(await call('push_source', { project, branch: '', files: asText })).toMatchObject({ added: 1 })
    await rm(join(folder, 'text'), { recursive: true })
    await symlink(tmpdir(), join(folder, 'none'))
    await expect(call('pull_translations', { project, locale: 'de' })).rejects.toThrow('is behind a symbolic link')
    expect(await readdir(folder)).toEqual(['host.json', 'none'])
    await expect(call('push_source', { project, files: 'en.json' })).rejects.toThrow('give a JSON array')
    const hidden = JSON.stringify([{ path: '../x.json' }])
    await expect(call('push_source', { project, files: hidden })).rejects.toThrow('segment ".."')
    await close()
  })
})
