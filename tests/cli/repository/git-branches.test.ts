import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openGit } from '../../../src/cli/repository/git.ts'
import { listRepositoryFiles } from '../../../src/cli/repository/list-files.ts'
import { type Outcome, run } from '../../harness/command-line.ts'
import { eachTest } from '../../harness/each-test.ts'
import { describeWith } from '../../require.ts'
import { createRepository } from '../gate/repository.ts'

const repository = eachTest(() =>
  createRepository({ 'l/en.json': '{"home": "Home", "save": "Save"}\n', 'l/de.json': '{}\n' }),
)
const dragoman = (...args: readonly string[]): Promise<Outcome> => {
  const env = { DRAGOMAN_DATA_DIR: join(repository.folder, '.data'), XDG_STATE_HOME: join(repository.folder, '.state') }
  return run(args, env, '', { cwd: repository.folder })
}

describeWith('git', 'a Git repository', () => {
  it('lacks a deleted file before the deletion is staged', async () => {
    await rm(join(repository.folder, 'l/de.json'))
    expect(await listRepositoryFiles(openGit({ config: { gitEnvironment: {} } }, repository.folder))).toEqual([
      'l/en.json',
    ])
  })

  it('gives its branch to all commands with --branch auto', async () => {
    const { user } = JSON.parse((await dragoman('call', 'get_context')).stdout) as { user: { handle: string } }
    await dragoman('init', '--yes', '--project', `${user.handle}/app`)
    await dragoman('push', '--create')
    repository.git('checkout', '-q', '-b', 'feature')
    await repository.write({ 'l/en.json': '{"home": "Home", "save": "Save", "quit": "Quit"}\n' })
    expect((await dragoman('push', '--dry-run')).stdout).toContain('This push would change the main branch.')
    expect((await dragoman('push', '--branch', 'auto')).stdout).toContain('Branch: feature.')
    expect((await dragoman('status', '--json', 'left', '--branch', 'auto')).stdout).toBe('[{"left":3}]\n')
    const work = await dragoman('work', '--branch', 'auto')
    expect(work.stderr).toContain('3 strings of feature.')
    expect(work.stderr).toContain('dragoman submit --branch feature.')
    repository.git('checkout', '-q', '--detach')
    expect(await dragoman('pull', '--branch', 'auto')).toMatchObject({ code: 65 })
  })
})
