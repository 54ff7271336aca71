import { relative, resolve } from 'node:path'
import { escapeInvisible } from '../../text/escape.ts'
import type { Machine } from '../machine.ts'
import { findRepository, openRepository, type Repository } from './project-file.ts'
import type { ProjectOptions } from './project-options.ts'

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
