import { relative, resolve } from 'node:path'
import { Option } from 'commander'
import { escapeInvisible } from '../../text/escape.ts'
import type { Machine } from '../machine.ts'
import { findRepository, openRepository, type Repository } from './project-file.ts'

/** `--project` and `--server`, which a repository with `dragoman.json` does not need. */
export interface ProjectOptions {
  readonly project?: string | undefined
  readonly server?: string | undefined
}

export const projectOption = (): Option =>
  new Option('--project <name>', 'account and project, such as acme/app (default: of dragoman.json)')

export const serverOption = (): Option =>
  new Option('--server <url>', 'base URL of the server (default: of dragoman.json)')

/** The project of a command. */
export interface CommandProject {
  readonly project: string
  readonly server: string | undefined
  /** The folder of `dragoman.json`, or the current folder. */
  readonly root: string
}

/**
 * Finds the project of a command: `--project`, or that of `dragoman.json`. Its server counts only for its own project.
 * @throws AppError `not_found` when neither is given, `invalid_input` when `dragoman.json` is not valid.
 */
export async function findCommandProject(
  { workingFolder }: Pick<Machine, 'workingFolder'>,
  { project, server }: ProjectOptions,
): Promise<CommandProject> {
  const found = project === undefined ? await openRepository(workingFolder) : await findRepository(workingFolder)
  const isOwn = found !== undefined && (project === undefined || project === found.file.project)
  return {
    project: project ?? found?.file.project ?? '',
    server: server ?? (isOwn ? found.file.server : undefined),
    root: found?.root ?? workingFolder,
  }
}

/** A path of a repository, relative to where the user stands, for a terminal. */
export const showPath = (
  { workingFolder }: Pick<Machine, 'workingFolder'>,
  { root }: Pick<Repository, 'root'>,
  path: string,
): string => escapeInvisible(relative(workingFolder, resolve(root, path)).replaceAll('\\', '/'))

/** Splits the words of a command into a project, which has a slash, and the others. */
export function splitProject(words: readonly string[]): {
  readonly project?: string
  readonly others: readonly string[]
} {
  const [first, ...others] = words
  return first?.includes('/') === true ? { project: first, others } : { others: words }
}
