import { execFileSync, spawnSync } from 'node:child_process'
import { chmod, cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { run } from '../../harness/command-line.ts'
import { allTests } from '../../harness/each-test.ts'
import { openFolder } from '../../harness/folder.ts'
import { describeWith } from '../../require.ts'
import { createRepository } from '../gate/repository.ts'

const json = (value: object): string => `${JSON.stringify(value)}\n`
const FILES = {
  'dragoman.json': json({
    project: 'acme/app',
    source_locale: 'en',
    target_locales: ['de', 'fr'],
    files: [{ source: 'l/en.json' }],
  }),
  'l/en.json': json({ a: 'Hello', b: 'Save all the files' }),
  'l/de.json': json({ a: 'Hallo', b: 'Alle Dateien sichern' }),
}

/** What a repository can tell git to start. */
const programs = (program: string): readonly (readonly [setting: string, value: string])[] => [
  ['core.fsmonitor', program],
  ['core.hooksPath', join(program, '..', 'hooks')],
  ['core.sshCommand', program],
  ['core.pager', program],
  ['core.editor', program],
  ['core.alternateRefsCommand', program],
  ['core.gitProxy', program],
  ['filter.x.clean', program],
  ['filter.x.smudge', program],
  ['filter.x.process', program],
  ['filter.x.required', 'true'],
  ['diff.external', program],
  ['diff.x.command', program],
  ['diff.x.textconv', program],
  ['credential.helper', program],
  ['gpg.program', program],
  ['protocol.allow', 'always'],
  ['protocol.ext.allow', 'always'],
  ['remote.origin.url', `ext::${program}`],
  ['remote.origin.promisor', 'true'],
  ['remote.origin.uploadpack', program],
  ['extensions.partialClone', 'origin'],
  ['core.repositoryFormatVersion', '1'],
  ...['cat-file', 'diff', 'diff-index', 'ls-files', 'ls-tree', 'rev-parse'].map(
    name => [`alias.${name}`, `!${program}`] as const,
  ),
]

describeWith('git', 'in a repository of a stranger', () => {
  const folder = allTests(openFolder)
  const repository = allTests(() => createRepository(FILES))
  let marks: string
  beforeAll(async () => {
    marks = join(folder.path, 'marks')
    const program = join(folder.path, 'program')
    await mkdir(marks)
    await writeFile(program, `#!/bin/sh\ntouch '${marks}'/$$\n`)
    await chmod(program, 0o755)
    await mkdir(join(folder.path, 'hooks'))
    for (const name of ['post-index-change', 'reference-transaction', 'post-checkout', 'pre-commit'])
      await cp(program, join(folder.path, 'hooks', name))
    repository.git('switch', '--quiet', '--create', 'topic')
    await repository.commit({ 'l/en.json': json({ a: 'Hello', b: 'Save the files' }) })
    const { folder: top, git } = repository
    // A bare repository among the files, with the files that a command reads.
    const bare = join(top, 'bare')
    execFileSync('git', ['clone', '--quiet', '--bare', top, bare])
    git('config', '--file', join(bare, 'config'), 'core.bare', 'false')
    git('config', '--file', join(bare, 'config'), 'core.worktree', bare)
    for (const [path, content] of Object.entries(FILES)) {
      await mkdir(join(bare, 'l'), { recursive: true })
      await writeFile(join(bare, path), content)
    }
    git('--git-dir', bare, 'add', '--force', ...Object.keys(FILES).map(path => join(bare, path)))
    // Git reads a file again that has changed since it was added.
    for (const place of [bare, top]) await writeFile(join(place, 'l/en.json'), json({ a: 'Hello', b: 'Save a file' }))
    for (const place of [bare, join(top, '.git')]) {
      await mkdir(join(place, 'info'), { recursive: true })
      await writeFile(join(place, 'info/attributes'), '* filter=x diff=x\n')
      for (const [name, value] of programs(program)) git('config', '--file', join(place, 'config'), name, value)
    }
  })

  const COMMANDS = [
    ['init', '--yes'],
    ['check'],
    ['check', '--format', 'sarif'],
    ['check', '--diff', 'main'],
    ['check', '--diff', 'HEAD'],
    ['push', '--create', '--translations', '--branch', 'auto'],
    ['push', '--create', '--translations'],
    ['pull', '--branch', 'auto'],
    ['status', '--branch', 'auto'],
    ['work', 'de', '--branch', 'auto'],
  ]

  it.each(['.', 'bare'])('git starts no program for a command in %s', async place => {
    const env = { DRAGOMAN_DATA_DIR: join(folder.path, `data-${place.length}`) }
    for (const args of COMMANDS) {
      const { code } = await run(args, env, '', { cwd: join(repository.folder, place) })
      expect([args, code]).not.toEqual([args, 70])
      expect([args, await readdir(marks)]).toEqual([args, []])
    }
  })

  it('ignores where the environment of a hook points', async () => {
    const env = { GIT_DIR: join(repository.folder, 'bare'), GIT_EXTERNAL_DIFF: join(folder.path, 'program') }
    const { code, stderr } = await run(['check', '--diff', 'main'], env, '', { cwd: repository.folder })
    expect({ code, stderr }).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('1 string changed in l/en.json'),
    })
    expect(await readdir(marks)).toEqual([])
  })

  it.each(['.', 'bare'])('git itself would start them in %s', async place => {
    spawnSync('git', ['diff', 'HEAD', '--'], { cwd: join(repository.folder, place) })
    const started = await readdir(marks)
    await Promise.all(started.map(name => rm(join(marks, name))))
    expect(started).not.toEqual([])
  })
})
