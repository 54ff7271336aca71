import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { type Outcome, run } from '../../harness/command-line.ts'
import { eachTest } from '../../harness/each-test.ts'
import { temporaryFolder } from '../../harness/folder.ts'
import { describeWith } from '../../require.ts'
import { createRepository } from '../gate/repository.ts'

let folder: string
let project: string

const TEXTS: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from({ length: 20 }, (_, at) => [`k${at}`, `Text ${at}`]),
)
const { k0: _0, ...WITHOUT_K0 } = TEXTS
const toJson = (value: object): string => `${JSON.stringify(value, null, 2)}\n`

const repository = eachTest(() => createRepository({ 'l/en.json': toJson(TEXTS) }))
const runIn = (cwd: string, ...args: readonly string[]): Promise<Outcome> =>
  run(args, { DRAGOMAN_DATA_DIR: join(folder, 'data'), XDG_STATE_HOME: join(folder, 'state') }, '', { cwd })
const dragoman = (...args: readonly string[]): Promise<Outcome> => runIn(repository.folder, ...args)
const commit = (texts: object): Promise<void> => repository.commit({ 'l/en.json': toJson(texts) })
const readProject = async (): Promise<{ readonly entries: number; readonly files: readonly { path: string }[] }> =>
  JSON.parse((await dragoman('call', 'get_project', '--json', JSON.stringify({ project }))).stdout)
const describeProject = (folderOfSources: string): string =>
  toJson({
    project,
    source_locale: 'en',
    target_locales: ['de'],
    files: [{ source: `${folderOfSources}/en.json`, target: `${folderOfSources}/{locale}.json` }],
  })

describeWith('git', 'a push from Git', () => {
  beforeEach(async () => {
    folder = await temporaryFolder()
    const { user } = JSON.parse((await dragoman('call', 'get_context')).stdout) as { user: { handle: string } }
    project = `${user.handle}/app`
    await repository.commit({ 'dragoman.json': describeProject('l') })
    expect(await dragoman('push', '--create')).toMatchObject({ code: 0 })
  })

  it('drops no key of a newer one that was finished before', async () => {
    await commit({ ...TEXTS, k1: 'Text 1 changed' })
    await commit({ ...TEXTS, new: 'New' })
    expect(await dragoman('push', '--quiet')).toMatchObject({ code: 0 })
    repository.git('checkout', '--quiet', 'HEAD~1')
    const before = await readProject()
    const late = await dragoman('push')
    expect(late).toMatchObject({ code: 73, stdout: '' })
    expect(late.stderr).toContain('This push would remove 1 key that newer pushes added, such as "new" of l/en.json.')
    expect(late.stderr).toContain('run the newest job again')
    expect(await readProject()).toEqual(before)
    expect((await dragoman('push', '--dry-run')).stdout).toContain('To remove the strings, add --confirm-removed 1.\n')
    expect(await dragoman('push', '--confirm-removed', '1', '--quiet')).toMatchObject({ code: 0 })
  })

  it('drops what a commit deletes, also after pushes that changed nothing', async () => {
    await commit({ ...TEXTS, new: 'New' })
    expect(await dragoman('push', '--quiet')).toMatchObject({ code: 0 })
    await repository.commit({ 'README.md': 'Nothing to translate.\n' })
    expect(await dragoman('push', '--quiet')).toMatchObject({ code: 0 })
    await commit(TEXTS)
    expect((await dragoman('push')).stdout).toContain('l/en.json\t1 removed\n')
    await commit(WITHOUT_K0)
    expect((await dragoman('push')).stdout).toContain('l/en.json\t1 removed\n')
  })

  it('removes what was never committed, like every push of its commit', async () => {
    await repository.write({ 'l/en.json': toJson({ ...TEXTS, draft: 'Draft' }) })
    expect(await dragoman('push', '--quiet')).toMatchObject({ code: 0 })
    await commit({ ...TEXTS, k1: 'Text 1 changed' })
    expect((await dragoman('push')).stdout).toContain('l/en.json\t1 changed, 1 removed\n')
  })

  it('needs the history of a shallow clone only to drop what may be newer', async () => {
    await commit({ ...TEXTS, new: 'New' })
    expect(await dragoman('push', '--quiet')).toMatchObject({ code: 0 })
    await commit(WITHOUT_K0)
    const clone = (name: string): string => {
      execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${repository.folder}`, join(folder, name)])
      return join(folder, name)
    }
    const near = await runIn(clone('near'), 'push', '--dry-run')
    expect(near).toMatchObject({ code: 0, stdout: 'l/en.json\t2 removed\nNothing was written.\n' })
    await repository.commit({ 'README.md': 'Nothing to translate.\n' })
    const far = await runIn(clone('far'), 'push')
    expect(far).toMatchObject({ code: 73, stderr: expect.stringContaining('git fetch --unshallow') })
    execFileSync('git', ['fetch', '--quiet', '--unshallow'], { cwd: join(folder, 'far') })
    expect((await runIn(join(folder, 'far'), 'push')).stdout).toContain('l/en.json\t2 removed\n')
  })

  it('keeps the translations of a file that Git had at another path', async () => {
    repository.git('mv', 'l', 'app')
    await repository.commit({ 'dragoman.json': describeProject('app') })
    const moved = await dragoman('push', '--prune')
    expect(moved).toMatchObject({ code: 0, stdout: expect.stringContaining('app/en.json\tmoved from l/en.json\n') })
    expect((await readProject()).files.map(({ path }) => path)).toEqual(['app/en.json'])
  })
})
