import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Outcome, run } from '../../harness/command-line.ts'
import { allTests } from '../../harness/each-test.ts'
import { openFolder } from '../../harness/folder.ts'

const folder = allTests(openFolder)
let env: Readonly<Record<string, string>>

beforeAll(async () => {
  env = { DRAGOMAN_DATA_DIR: join(folder.path, 'data'), XDG_STATE_HOME: join(folder.path, 'state') }
  await mkdir(join(folder.path, 'locales'))
  await writeFile(join(folder.path, 'locales', 'en.json'), '{\n  "hi": "Hello {name}",\n  "z": "Zephyr is fast"\n}\n')
})

const dragoman = (...args: readonly string[]): Promise<Outcome> => run(args, env, '', { cwd: folder.path })
const call = (tool: string, args: object): Promise<Outcome> => dragoman('call', tool, '--json', JSON.stringify(args))

describe('the first loop in a shell', () => {
  it('names the command that helps where the account or the project is missing', async () => {
    const written = await dragoman('init', '--yes', '--project', 'nobody/app', '--locales', 'pl')
    expect(written.stdout).toMatch(/Next: .*dragoman push --create[.]/)
    const missing = await dragoman('push', '--create')
    expect(missing).toMatchObject({ code: 66, stderr: expect.stringContaining('dragoman whoami prints yours') })
    const account = (await dragoman('whoami')).stdout.split('\n')[0] ?? ''
    const changed = await dragoman('init', '--yes', '--force', '--project', `${account}/app`, '--locales', 'pl')
    expect(changed.stdout).toContain('dragoman push --create')
    const status = await dragoman('status')
    expect(status).toMatchObject({ code: 66, stderr: expect.stringContaining('Create the project with dragoman push') })
    expect(await dragoman('push', '--create')).toMatchObject({ code: 0 })
    const again = await dragoman('init', '--yes')
    expect(again.stdout).toMatch(/dragoman push[.]/)
  })

  it('prints voice, terms and rules of a locale, and the next command', async () => {
    const { project } = JSON.parse(await readFile(join(folder.path, 'dragoman.json'), 'utf8'))
    const voice = { overrides: { pl: { formality: 'informal' } } }
    expect(await call('save_voice', { target: project, base_version: 0, voice })).toMatchObject({ code: 0 })
    const upsert = [{ term: 'Zephyr', kind: 'do_not_translate' }]
    expect(await call('save_glossary', { target: project, upsert })).toMatchObject({ code: 0 })
    expect(JSON.parse((await dragoman('work', 'pl', '--guide')).stdout)).toEqual({
      project,
      source_locale: 'en',
      locale: 'pl',
      voice: { formality: 'informal' },
      terms: upsert,
      rules: { icu: expect.stringContaining('ICU') },
      plural_forms: ['one', 'few', 'many', 'other'],
      left: 2,
      next: 'Get the strings with dragoman work pl > work.jsonl. Send them with dragoman submit done.jsonl.',
    })
  })

  it('prints JSON lines of work with and without --json', async () => {
    const { code, stdout } = await dragoman('work', 'pl', '--json')
    expect({ code, stdout }).toEqual({ code: 0, stdout: (await dragoman('work', 'pl')).stdout })
    expect(stdout.trim().split('\n')).toHaveLength(2)
  })
})
