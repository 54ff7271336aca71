import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { run } from '../harness/command-line.ts'
import { eachTest } from '../harness/each-test.ts'
import { temporaryFolder } from '../harness/folder.ts'
import { startDragoman } from '../harness.ts'

const dragoman = eachTest(() => startDragoman())
let folder: string
let ways: Readonly<Record<string, Readonly<Record<string, string>>>>

beforeEach(async () => {
  folder = await temporaryFolder()
  const remote = { DRAGOMAN_URL: dragoman.url, DRAGOMAN_TOKEN: await dragoman.token('everyday', 'ada') }
  ways = { remote, local: { DRAGOMAN_DATA_DIR: dragoman.dataDir } }
})

/** Over 16 kB, so that a remote server gets and sends it by link. */
const UNITS = Array.from(
  { length: 200 },
  (_, at) =>
    `<tu><tuv xml:lang="en"><seg>Text ${at}</seg></tuv><tuv xml:lang="de"><seg>Der Text ${at}</seg></tuv></tu>`,
)
const TMX = `<tmx version="1.4"><header srclang="en"/><body>${UNITS.join('\n')}</body></tmx>\n`

describe.each(['local', 'remote'])('dragoman memory, %s', way => {
  it('imports and exports a file, and replaces none of others', async () => {
    const env = ways[way] ?? {}
    const handle = JSON.parse((await run(['call', 'get_context'], env)).stdout).user.handle
    const project = `${handle}/app`
    const create = { project, source_locale: 'en', target_locales: ['de'] }
    await run(['call', 'create_project', '--json', JSON.stringify(create)], env)
    await writeFile(join(folder, 'old.tmx'), TMX)
    const at = ['--project', project, '--root', folder]
    const add = ['memory', 'import', join(folder, 'old.tmx'), ...at]
    expect((await run([...add, '--dry-run'], env)).stdout).toContain('added: 200\nde: 200\nNothing was written.')
    expect(await run(add, env)).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('added: 200') })
    expect(JSON.parse((await run([...add, '--json'], env)).stdout)).toMatchObject({ unchanged: 200 })

    const write = (file: string) => run(['memory', 'export', join(folder, file), ...at], env)
    expect(await write('new.tmx')).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringContaining('new.tmx is written.\n'),
    })
    const content = await readFile(join(folder, 'new.tmx'), 'utf8')
    expect(content).toContain('<seg>Der Text 199</seg>')
    expect((await write('new.tmx')).code).toBe(0)
    const refused = await write('old.tmx')
    expect(refused.code).not.toBe(0)
    expect(refused.stderr).toContain('old.tmx" exists, and no export of Dragoman wrote it.')
    expect(await readFile(join(folder, 'old.tmx'), 'utf8')).toBe(TMX)
  })

  it('says which file is missing, and that exports are TMX', async () => {
    const env = ways[way] ?? {}
    const at = ['--project', 'ada/none', '--root', folder]
    expect((await run(['memory', 'import', join(folder, 'none.tmx'), ...at], env)).stderr).toContain('not found')
    expect((await run(['memory', 'export', join(folder, 'all.json'), ...at], env)).stderr).toContain('.tmx')
  })
})
