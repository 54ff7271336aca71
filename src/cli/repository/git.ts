import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { buffer, text } from 'node:stream/consumers'
import { AppError } from '../../errors.ts'

/** What a run of git wrote, and its exit code. */
export interface GitResult {
  readonly code: number
  readonly stdout: Buffer
  readonly stderr: string
}

/**
 * Runs git in a folder, without a shell. It takes no lock and starts no file system monitor.
 * @throws AppError `unavailable` when git is not installed.
 */
export async function runGit(folder: string, args: readonly string[], input = ''): Promise<GitResult> {
  const child = spawn('git', ['--no-optional-locks', '-c', 'core.fsmonitor=false', ...args], { cwd: folder })
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
