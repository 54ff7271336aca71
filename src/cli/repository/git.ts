import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { buffer, text } from 'node:stream/consumers'
import { AppError } from '../../errors.ts'
import type { Machine } from '../machine.ts'

/** What a run of git wrote, and its exit code. */
export interface GitResult {
  readonly code: number
  readonly stdout: Buffer
  readonly stderr: string
}

/** Git in a folder. */
export interface Git {
  readonly folder: string
  /**
   * Runs a command of git that only reads.
   * @throws AppError `unavailable` when git is not installed.
   */
  run(args: readonly string[], input?: string): Promise<GitResult>
}

/**
 * Settings that win over those of a repository, whose author can be a stranger: git starts no program, and finds no bare repository among the files.
 * Comparing with the working tree is left out, because it runs the filters of the repository.
 */
const SAFE_OPTIONS = [
  '--no-pager',
  '--no-optional-locks',
  ...[
    'safe.bareRepository=explicit',
    'core.fsmonitor=false',
    'core.hooksPath=/dev/null',
    'core.attributesFile=/dev/null',
    'submodule.recurse=false',
  ].flatMap(setting => ['-c', setting]),
] as const

/** Opens Git in a folder. Every run of git is one of this. */
export function openGit(
  { config }: { readonly config: Pick<Machine['config'], 'gitEnvironment'> },
  folder: string,
): Git {
  return { folder, run: (args, input = '') => runGit(folder, args, input, config.gitEnvironment) }
}

async function runGit(
  cwd: string,
  args: readonly string[],
  input: string,
  env: Readonly<Record<string, string>>,
): Promise<GitResult> {
  const child = spawn('git', [...SAFE_OPTIONS, ...args], { cwd, env })
  // Git can end before it has read all input.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  try {
    const [stdout, stderr, [code]] = await Promise.all([buffer(child.stdout), text(child.stderr), once(child, 'close')])
    return { code: Number(code), stdout, stderr }
  } catch (error) {
    throw new AppError('unavailable', `git cannot be started: ${error instanceof Error ? error.message : ''}.`, {
      fix: 'Install git, and make sure that it is in PATH.',
      cause: error,
    })
  }
}

/** What git prints, without blanks around it; undefined if it fails or prints nothing. */
export async function readGit(git: Git, args: readonly string[]): Promise<string | undefined> {
  const result = await git.run(args).catch(() => undefined)
  const output = result?.stdout.toString().trim() ?? ''
  return result?.code === 0 && output !== '' ? output : undefined
}
