import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Outcome, run } from '../../harness/command-line.ts'

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`

const EN = { save: 'Save all the files', limit: 'Up to 10 files', brand: 'Acme Cloud is ready' }
const DE = { save: 'Alle Dateien sichern', limit: 'Bis zu zehntausend Dateien', brand: 'Akme-Wolke ist bereit' }

describe('dragoman check with a server', () => {
  let folder: string
  let env: Record<string, string>
  const inRepository = (...args: readonly string[]): Promise<Outcome> => run(args, env, '', { cwd: join(folder, 'app') })
  const call = async (tool: string, args: object): Promise<unknown> => {
    const { stdout, stderr, code } = await run(['call', tool, '--json', JSON.stringify(args), '--scopes', 'all'], env)
    expect(code, stderr).toBe(0)
    return JSON.parse(stdout)
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dragoman-online-'))
    env = { DRAGOMAN_DATA_DIR: join(folder, 'data') }
    const account = ((await call('get_context', {})) as { user: { handle: string } }).user.handle
    const project = `${account}/app`
    await call('create_project', { project, source_locale: 'en', target_locales: ['de'] })
    await mkFiles(join(folder, 'app'), {
      'dragoman.json': json({ project, source_locale: 'en', target_locales: ['de'], files: [{ source: 'en.json' }] }),
      'en.json': json(EN),
      'de.json': json(DE),
    })
    expect(await inRepository('push', '--translations')).toMatchObject({ code: 0 })
    await call('save_glossary', { target: project, upsert: [{ term: 'Acme Cloud', kind: 'do_not_translate' }] })
  }, 30_000)
  afterAll(async () => rm(folder, { recursive: true }))

  it('uses the glossary of the project', async () => {
    expect(await inRepository('check')).toMatchObject({ code: 0, stdout: expect.not.stringContaining('Acme Cloud') })
    const outcome = await inRepository('check', '--online')
    expect(outcome.code).toBe(1)
    expect(outcome.stdout).toMatch(/^de\.json:4:13\terror\tdo_not_translate\tbrand\t.*Acme Cloud/m)
  })
})

async function mkFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  const { mkdir } = await import('node:fs/promises')
  await mkdir(folder, { recursive: true })
  for (const [path, content] of Object.entries(files)) await writeFile(join(folder, path), content)
}
