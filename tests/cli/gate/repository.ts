import { execFileSync } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { openFolder } from '../../harness/folder.ts'

/** The files of a commit: path → content; undefined deletes a file. */
export type Files = Readonly<Record<string, string | undefined>>

/** A Git repository in a temporary folder, on the branch main; `close` removes it. */
export interface GitRepository {
  readonly folder: string
  /** Runs git, and returns what it prints. */
  readonly git: (...args: readonly string[]) => string
  readonly write: (files: Files) => Promise<void>
  readonly commit: (files: Files, message?: string) => Promise<void>
  readonly close: () => Promise<void>
}

/** No configuration of the machine or of its user counts. */
const ENV = {
  PATH: process.env['PATH'],
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
  GIT_AUTHOR_NAME: 'Mara',
  GIT_AUTHOR_EMAIL: 'mara@example.org',
  GIT_COMMITTER_NAME: 'Mara',
  GIT_COMMITTER_EMAIL: 'mara@example.org',
}

/** Creates a repository with one commit. */
export async function createRepository(files: Files): Promise<GitRepository> {
  const { path: folder, close } = await openFolder()
  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, { cwd: folder, env: ENV, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  const write = async (changed: Files): Promise<void> => {
    for (const [path, content] of Object.entries(changed)) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      if (content === undefined) await rm(join(folder, path))
      else await writeFile(join(folder, path), content)
    }
  }
  const commit = async (changed: Files, message = 'change'): Promise<void> => {
    await write(changed)
    git('add', '--all')
    git('commit', '--quiet', '--message', message)
  }
  git('init', '--quiet', '--initial-branch', 'main')
  await commit(files)
  return { folder, git, write, commit, close }
}
