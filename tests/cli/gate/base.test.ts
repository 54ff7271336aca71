import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type Outcome, run } from '../../harness/command-line.ts'
import { allTests } from '../../harness/each-test.ts'
import { openFolder } from '../../harness/folder.ts'
import { describeWith } from '../../require.ts'
import { withoutTime } from '../without-time.ts'
import { createRepository } from './repository.ts'

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`

const PROJECT = { project: 'acme/app', source_locale: 'en', target_locales: ['de'] }
const LONG = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`id${at}`, `${at}`]))
const EN = { ...LONG, save: 'Save all the files', status: 'Server status of the cloud' }
const DE = { ...LONG, save: 'Alle Dateien sichern', status: 'Server status of the cloud' }

describeWith('git', 'the base of dragoman check --diff', () => {
  const folder = allTests(openFolder)
  const repository = allTests(async () => {
    const made = await createRepository({
      'app/dragoman.json': json({ ...PROJECT, files: [{ source: 'locales/en.json' }] }),
      'app/locales/en.json': json(EN),
      'app/locales/de.json': json(DE),
    })
    made.git('switch', '--quiet', '--create', 'topic')
    await made.commit({ 'app/locales/en.json': json({ ...EN, close: 'Close the window' }) })
    made.git('switch', '--quiet', 'main')
    // What others merge meanwhile is no change of the branch.
    await made.commit({ 'app/locales/de.json': json({ ...DE, save: 'Save all the files' }) })
    made.git('switch', '--quiet', 'topic')
    return made
  })

  const check = async (cwd: string, ...args: readonly string[]): Promise<Outcome> =>
    withoutTime(await run(['check', ...args], {}, '', { cwd }))
  const clone = (name: string, ...args: readonly string[]): string => {
    const place = join(folder.path, name)
    execFileSync('git', ['clone', '--quiet', ...args, `file://${repository.folder}`, place], { stdio: 'ignore' })
    return join(place, 'app')
  }

  it('is where the branch left it, in a folder of the repository', async () => {
    expect(await check(join(repository.folder, 'app/locales'), '--diff', 'main')).toEqual({
      code: 0,
      stdout: '',
      stderr: '1 string added in en.json: queued for de.\nNo problems in the strings that this branch changes.\n',
    })
  })

  it('knows files under the names that they had', async () => {
    repository.git('mv', 'app/locales', 'app/i18n')
    await repository.write({ 'app/dragoman.json': json({ ...PROJECT, files: [{ source: 'i18n/en.json' }] }) })
    try {
      const { code, stderr } = await check(join(repository.folder, 'app'), '--diff', 'main')
      expect({ code, stderr }).toEqual({
        code: 0,
        stderr:
          '1 string added in i18n/en.json: queued for de.\nNo problems in the strings that this branch changes.\n',
      })
    } finally {
      repository.git('reset', '--quiet', '--hard')
    }
  })

  it('names an unknown base, and how to get it', async () => {
    for (const base of ['origin/main', '--output=/tmp/x', 'main:app']) {
      expect(await check(join(repository.folder, 'app'), '--diff', base)).toMatchObject({
        code: 66,
        stdout: '',
        stderr: expect.stringContaining('is no branch, tag or commit of this clone.'),
      })
    }
  })

  it('says that a clone is shallow', async () => {
    const place = clone('shallow', '--depth=1', '--no-single-branch', '--branch', 'topic')
    expect(await check(place, '--diff', 'origin/main')).toMatchObject({
      code: 66,
      stderr: expect.stringMatching(/This clone is shallow[^]*git fetch --unshallow/),
    })
  })

  it('is the first parent of a merge commit in a clone of depth 1', async () => {
    repository.git('switch', '--quiet', '--create', 'merged', 'main')
    repository.git('merge', '--quiet', '--no-edit', 'topic')
    const place = clone('merge', '--depth=1', '--no-single-branch', '--branch', 'merged')
    expect(await check(place, '--diff', 'origin/main')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('1 string added in locales/en.json: queued for de.'),
    })
    repository.git('switch', '--quiet', 'topic')
  })

  it('needs a repository', async () => {
    const place = join(folder.path, 'plain')
    execFileSync('cp', ['-r', join(repository.folder, 'app'), place])
    expect(await check(place, '--diff', 'main')).toMatchObject({
      code: 69,
      stderr: expect.stringContaining('git cannot read the repository'),
    })
  })
})
