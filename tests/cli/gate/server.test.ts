import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { type Outcome, run } from '../../harness/command-line.ts'
import { allTests } from '../../harness/each-test.ts'
import { openFolder } from '../../harness/folder.ts'
import { describeWith } from '../../require.ts'
import { createRepository } from './repository.ts'

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`

const EN = { save: 'Save all the files', limit: 'Up to 10 files', brand: 'Acme Cloud is ready' }
const DE = { save: 'Alle Dateien sichern', limit: 'Bis zu 20 Dateien', brand: 'Akme-Wolke ist bereit' }

describeWith('git', 'dragoman check with a server', () => {
  const folder = allTests(openFolder)
  let env: Record<string, string>
  let project: string
  const inRepository = (...args: readonly string[]): Promise<Outcome> => run(args, env, '', { cwd: repository.folder })
  const call = async (tool: string, args: object): Promise<unknown> => {
    const { stdout, stderr, code } = await run(['call', tool, '--json', JSON.stringify(args), '--scopes', 'all'], env)
    expect(code, stderr).toBe(0)
    return JSON.parse(stdout)
  }

  const repository = allTests(async () => {
    env = { DRAGOMAN_DATA_DIR: join(folder.path, 'data') }
    const account = ((await call('get_context', {})) as { user: { handle: string } }).user.handle
    project = `${account}/app`
    await call('create_project', { project, source_locale: 'en', target_locales: ['de'] })
    return createRepository({
      'dragoman.json': json({ project, source_locale: 'en', target_locales: ['de'], files: [{ source: 'en.json' }] }),
      'en.json': json(EN),
      'de.json': json(DE),
    })
  })
  beforeAll(async () => {
    expect(await inRepository('push', '--translations')).toMatchObject({ code: 0 })
    await call('save_glossary', { target: project, upsert: [{ term: 'Acme Cloud', kind: 'do_not_translate' }] })
  })

  it('uses the glossary of the project', async () => {
    expect(await inRepository('check')).toMatchObject({ code: 0, stdout: expect.not.stringContaining('Acme Cloud') })
    const outcome = await inRepository('check', '--online')
    expect(outcome.code).toBe(1)
    expect(outcome.stdout).toMatch(/^de\.json:4:13\terror\tdo_not_translate\tbrand\t.*Acme Cloud/m)
  })
  it('leaves out findings that somebody ignored, for that translation alone', async () => {
    const warning = /^de\.json:3:\d+\twarning\tnumbers\tlimit/m
    expect((await inRepository('check', '--online')).stdout).toMatch(warning)
    await call('annotate_entry', {
      project,
      key: 'limit',
      locale: 'de',
      ignore: { finding: 'numbers', reason: 'The German page has other limits' },
    })
    expect((await inRepository('check', '--online')).stdout).not.toMatch(warning)
    expect((await inRepository('check')).stdout).toMatch(warning)
    await writeFile(join(repository.folder, 'de.json'), json({ ...DE, limit: 'Bis zu 12 Dateien' }))
    expect((await inRepository('check', '--online')).stdout).toMatch(warning)
    await writeFile(join(repository.folder, 'de.json'), json(DE))
  })

  it('uses the levels of the project', async () => {
    await call('update_project_policy', { project, levels: { do_not_translate: 'off' } })
    expect(await inRepository('check', '--online')).toMatchObject({ code: 0, stdout: '' })
    expect(await inRepository('check', '--online', '--max-warnings', '0')).toMatchObject({ code: 0 })
    expect(await inRepository('check', '--max-warnings', '0')).toMatchObject({ code: 1 })
  })

  it('warns of an edited translation that is locked on the server', async () => {
    await call('update_project_policy', { project, approve: 'anyone' })
    await call('annotate_entry', { project, key: 'save', locale: 'de', lock: true })
    await writeFile(join(repository.folder, 'de.json'), json({ ...DE, save: 'Alle Dateien ablegen' }))
    const { code, stdout } = await inRepository('check', '--online', '--diff', 'main')
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout:
        'de.json:2:12\twarning\tprotected\tsave\tThe translation is locked on the server, and differs there.\tRun dragoman push --translations: the text of the file becomes a suggestion.\n',
    })
    await writeFile(join(repository.folder, 'de.json'), json(DE))
  })

  it('fails with --frozen if a pull would change a file, and writes nothing', async () => {
    expect(await inRepository('check', '--frozen')).toMatchObject({ code: 0 })
    const [row] = ((await call('get_work', { project, locale: 'de', keys: ['limit'] })) as Work).items
    const item = { id: row?.id, src: row?.src, rev: row?.rev, text: 'Bis zu 10 Dateien' }
    await call('submit_translations', { project, locale: 'de', items: [item] })
    const outcome = await inRepository('check', '--frozen')
    expect(outcome.code).toBe(1)
    expect(outcome.stdout).toContain(
      'de.json:1:1\terror\tfrozen\t\tA pull would change 1 string.\tRun dragoman pull, and commit the file.\n',
    )
    expect(await readFile(join(repository.folder, 'de.json'), 'utf8')).toBe(json(DE))
  })
})

interface Work {
  readonly items: readonly { readonly id: string; readonly src: string; readonly rev?: number }[]
}
