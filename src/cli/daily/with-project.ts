import { type ToolCaller, withToolCaller } from '../backends/tool-caller.ts'
import { openFileAccess } from '../files/file-access.ts'
import type { Io } from '../io.ts'
import type { Machine } from '../machine.ts'
import { type CommandProject, findCommandProject } from '../repository/command-project.ts'
import { openGit } from '../repository/git.ts'
import { resolveBranch } from '../repository/list-files.ts'
import type { ProjectOptions } from '../repository/project-options.ts'

/** Runs a command that works on a project: of `--project`, or of the repository. */
export async function withProject<T>(
  machine: Machine,
  options: ProjectOptions & { readonly branch?: string | undefined },
  io: Io,
  work: (caller: ToolCaller, place: CommandProject & { readonly branch: string | undefined }) => Promise<T>,
): Promise<T> {
  const place = await findCommandProject(machine, options)
  const branch = await resolveBranch(options.branch, openGit(machine, place.root))
  const files = await openFileAccess(machine, { root: place.root, stderr: io.stderr })
  return withToolCaller(machine, { files, server: place.server, io }, caller => work(caller, { ...place, branch }))
}

/** ` --branch NAME` for a command that goes on with a branch. */
export const branchOptionText = (branch: string | undefined): string =>
  branch === undefined ? '' : ` --branch ${branch}`
