import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Outcome, run } from '../../harness/command-line.ts'
import { withoutTime } from '../without-time.ts'

let folder: string
let repository: string

const FILES = {
  'locales/en.json': '{\n  "save": "Save",\n  "open": "Open"\n}\n',
  'locales/de.json': '{\n  "save": "Speichern",\n  "open": "Öffnen"\n}\n',
  'locales/de-AT.json': '{\n  "save": "Sichern"\n}\n',
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-fallbacks-'))
  repository = join(folder, 'repository')
  await mkdir(join(repository, 'locales'), { recursive: true })
  for (const [path, text] of Object.entries(FILES)) await writeFile(join(repository, path), text)
  const { user } = JSON.parse((await dragoman('call', 'get_context')).stdout) as { user: { handle: string } }
  const project = `${user.handle}/app`
  expect(await dragoman('init', '--yes', '--project', project)).toMatchObject({ code: 0, stderr: '' })
  expect(await dragoman('push', '--create', '--translations')).toMatchObject({ code: 0, stderr: '' })
  const change = JSON.stringify({ project, fallbacks: { 'de-AT': 'de' } })
  expect(await dragoman('call', 'update_project', '--json', change)).toMatchObject({ code: 0 })
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const dragoman = async (...args: readonly string[]): Promise<Outcome> => {
  const env = { DRAGOMAN_DATA_DIR: join(folder, 'data'), XDG_STATE_HOME: join(folder, 'state') }
  return withoutTime(await run(args, env, '', { cwd: repository }))
}
const read = () => readFile(join(repository, 'locales/de-AT.json'), 'utf8')

it('pull writes the texts of fallbacks with --fallback write, and says how many', async () => {
  expect((await dragoman('pull')).stdout).toMatch(/^Everything is up to date[.]/)
  const pulled = await dragoman('pull', '--fallback', 'write')
  expect(pulled).toMatchObject({ code: 0, stderr: '' })
  expect(pulled.stdout).toContain('1 missing translation filled from fallbacks.')
  expect(await read()).toBe('{\n  "save": "Sichern",\n  "open": "Öffnen"\n}\n')
  expect(JSON.parse((await dragoman('pull', '--fallback', 'write', '--json')).stdout)).toEqual({
    files: [],
    fallback: 1,
  })
  expect(await dragoman('pull', '--fallback', 'always')).toMatchObject({
    code: 65,
    stderr: expect.stringContaining('fallback'),
  })
})

it('push imports none of them, and says so', async () => {
  await dragoman('pull', '--fallback', 'write')
  const pushed = await dragoman('push', '--translations')
  expect(pushed.stdout).toContain('1 equal to a fallback, not imported')
  expect((await dragoman('status', '--json', 'locale,left')).stdout).toContain('{"locale":"de-AT","left":1}')
})
