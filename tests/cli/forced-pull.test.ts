import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { localHandle } from '../../src/auth/users/handles.ts'
import { parseError, run, stdioTransport } from '../harness/command-line.ts'
import { eachTest } from '../harness/each-test.ts'
import { temporaryFolder } from '../harness/folder.ts'
import { callByRest } from '../harness/rest-call.ts'
import { connectModern } from '../harness/surfaces.ts'
import { startDragoman } from '../harness.ts'

const CONFIG = '{\n  "port": 8080,\n  "hooks": { "start": "run.sh" }\n}\n'

const dragoman = eachTest(() => startDragoman())
let folder: string

beforeEach(async () => {
  folder = await temporaryFolder()
})

async function keep(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), text)
}

const file = (path: string): Promise<string> => readFile(join(folder, path), 'utf8')

describe.each(['this machine', 'a remote server'])(
  'a pull over a file that does not belong to the project, for %s',
  where => {
    it('is rejected with the current content, and replaces it with --force', async () => {
      const isRemote = where === 'a remote server'
      const handle = isRemote ? 'ada' : localHandle(userInfo().username)
      const token = await dragoman.token('all', handle)
      const env = isRemote
        ? { DRAGOMAN_URL: dragoman.url, DRAGOMAN_TOKEN: token }
        : { DRAGOMAN_DATA_DIR: dragoman.dataDir }
      const project = `${handle}/app`
      const rest = (tool: string, args: object) => callByRest(dragoman.url, token, tool, { project, ...args })
      await rest('create_project', { source_locale: 'en', target_locales: ['de', 'fr'] })
      await keep('config/en.json', '{"a":"A","b":"B"}')
      await rest('push_source', { files: [{ path: 'config/en.json', content: await file('config/en.json') }] })
      const files = [{ path: 'config/de.json', content: '{"a":"Ä","b":"Be"}' }]
      await rest('push_translations', { files: [...files, { path: 'config/fr.json', content: '{"a":"À"}' }] })
      await keep('config/de.json', CONFIG)
      const pull = (...options: string[]) =>
        run(['call', 'pull_translations', '--root', folder, '--json', JSON.stringify({ project }), ...options], env)

      const { code, stderr } = await pull()
      expect(code).toBe(73)
      expect(stderr).toContain('Nothing was written. The pull would write 1 file that may not be translations:')
      const { message, fix } = parseError(stderr, code)
      expect(message).toContain(
        `config/de.json: ${CONFIG.length} bytes, 2 of its 2 keys are not in config/en.json, for example "hooks.start", "port"`,
      )
      expect(fix).toMatch(/--force/)
      expect(await file('config/de.json')).toBe(CONFIG)
      await expect(file('config/fr.json')).rejects.toThrow('ENOENT')

      const transport = stdioTransport(['--root', folder], env)
      const { call, close } = await connectModern(transport, '2026-07-28')
      await expect(call('pull_translations', { project })).rejects.toThrow('1 file that may not be translations')
      await expect(call('pull_translations', { project, force: true })).rejects.toThrow('force')
      await close()
      expect(await file('config/de.json')).toBe(CONFIG)

      const forced = await pull('--force')
      expect(forced.stderr).toContain(`--force replaces config/de.json: ${CONFIG.length} bytes, 2 of its 2 keys`)
      expect(JSON.parse(forced.stdout)).toMatchObject({
        written: ['config/de.json', 'config/fr.json'],
        forced: ['config/de.json'],
      })
      expect(await file('config/de.json')).toBe('{"a":"Ä","b":"Be"}')
      const again = await pull()
      expect([again.code, again.stderr]).toEqual([0, ''])
      expect(JSON.parse(again.stdout)).not.toHaveProperty('forced')
    })
  },
)

it('--force works for pulls only', async () => {
  const { code, stderr } = await run(['call', 'get_context', '--force'], { DRAGOMAN_DATA_DIR: dragoman.dataDir })
  expect(code).toBe(65)
  expect(stderr).toContain('--force works only with pull_translations, not with get_context')
})
