import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localHandle } from '../../src/auth/users/handles.ts'
import { bareEnvironment, PROGRAM } from '../harness/process.ts'
import { type CallTool, connectModern } from '../harness/surfaces.ts'
import { type Dragoman, startDragoman } from '../harness.ts'
import { ANDROID } from './repositories/android.ts'

const run = promisify(execFile)
const me = localHandle(userInfo().username)

interface Row {
  readonly id: string
  readonly src: string
  readonly rev?: number
  readonly also?: number
  readonly text?: string
  readonly forms?: Readonly<Record<string, string>>
}

interface Packet {
  readonly items: readonly Row[]
  readonly forms?: Readonly<Record<string, { readonly required: readonly string[] }>>
}

describe('an agent translates a repository', () => {
  let service: Dragoman
  let folder: string

  beforeAll(async () => {
    service = await startDragoman()
    await service.token('everyday', me)
    folder = await mkdtemp(join(tmpdir(), 'dragoman-repository-'))
  })
  afterAll(async () => {
    await service.stop()
    await rm(folder, { recursive: true, force: true })
  })

  it('of an Android app, and git shows the changed lines alone', async () => {
    const git = await startGit(folder)
    await write(folder, ANDROID.files)
    await commit(git)
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [...PROGRAM, 'mcp'],
      cwd: folder,
      env: { ...bareEnvironment(), DRAGOMAN_DATA_DIR: service.dataDir },
    })
    const { call, close } = await connectModern(transport, '2026-07-28')
    const project = `${me}/android`
    const source = { path: ANDROID.source }
    try {
      await call('create_project', { project, source_locale: 'en', target_locales: ANDROID.locales })
      await call('push_source', { project, files: [source] })
      await call('push_translations', { project, files: ANDROID.translated.map(path => ({ path })) })
      await translate(call, project)
      await call('pull_translations', { project })
      expect(await commit(git)).toBe(ANDROID.first)

      const before = await readFile(join(folder, source.path), 'utf8')
      await write(folder, { [source.path]: edit(before, ANDROID.edits) })
      await commit(git)
      const changes = { project, files: [source], confirm_removed: 1 }
      expect(await call('push_source', changes)).toMatchObject({ added: 1, changed: 1, dropped: 1, renamed: 1 })
      await translate(call, project)
      await call('pull_translations', { project })
      expect(await commit(git)).toBe(ANDROID.second)
    } finally {
      await close()
    }
  })
})

/** Translates into every locale until nothing is left. */
async function translate(call: CallTool, project: string): Promise<void> {
  for (const locale of ANDROID.locales) {
    for (;;) {
      const { items, forms } = (await call('get_work', { project, locale })) as Packet
      if (items.length === 0) break
      const answers = items.map(({ id, src, rev, also, ...row }) => ({
        id,
        src,
        ...(rev !== undefined && { rev }),
        ...(also !== undefined && { also }),
        ...toAnswer(row, forms?.[locale]?.required ?? []),
      }))
      expect(await call('submit_translations', { project, locale, items: answers })).not.toHaveProperty('refused')
    }
  }
}

function toAnswer({ text = '', forms }: Pick<Row, 'text' | 'forms'>, categories: readonly string[]) {
  if (forms === undefined) return { text: accent(text) }
  return { forms: Object.fromEntries(categories.map(category => [category, accent(forms['other'] ?? '')])) }
}

const ACCENTS: Readonly<Record<string, string>> = { a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú', A: 'Á', E: 'É', O: 'Ó' }

/** Puts accents on the words of a text; tags and placeholders stay as they are. */
const accent = (text: string): string => text.replace(/<[^>]*>|%[\w$]+|[aeiouAEO]/g, found => ACCENTS[found] ?? found)

/** Replaces texts that are there once. */
function edit(text: string, changes: readonly (readonly [from: string, to: string])[]): string {
  return changes.reduce((whole, [from, to]) => {
    expect(whole.split(from), from).toHaveLength(2)
    return whole.replace(from, () => to)
  }, text)
}

type Git = (...args: readonly string[]) => Promise<string>

async function startGit(folder: string): Promise<Git> {
  await mkdir(folder, { recursive: true })
  const settings = ['user.name=ada', 'user.email=ada@example.com', 'commit.gpgsign=false', 'core.autocrlf=false']
  const git: Git = async (...args) => {
    const { stdout } = await run('git', [...settings.flatMap(one => ['-c', one]), ...args], { cwd: folder })
    return stdout
  }
  await git('init', '-q')
  return git
}

/** Commits all changes, and returns them: the path of each file, and its changed lines. */
async function commit(git: Git): Promise<string> {
  await git('add', '--all')
  const changes = await git('diff', '--cached', '--unified=1')
  await git('commit', '-qm', 'change')
  return changes
    .replace(/^diff --git a\/(.*) b\/.*$/gm, '$1')
    .replace(/^@@ .*$/gm, '@@')
    .replace(/^(?:index|new file mode|---|\+\+\+) .*\n/gm, '')
}

async function write(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}
