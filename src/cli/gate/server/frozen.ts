import { z } from 'zod'
import { withToolCaller } from '../../backends/tool-caller.ts'
import type { FileChange } from '../../files/compare-files.ts'
import { openFileAccess } from '../../files/file-access.ts'
import { comparePull } from '../../files/local-changes.ts'
import type { ToolCalls } from '../../files/tool-result.ts'
import type { Io } from '../../io.ts'
import type { Machine } from '../../machine.ts'
import { countOf } from '../../output/sentences.ts'
import type { Repository } from '../../repository/project-file.ts'
import { createRuleFilter } from '../../sync/source-files.ts'
import type { GateFinding } from '../report.ts'

/** ID of findings about files that a pull would change. */
export const FROZEN_CHECK = 'frozen'

interface FrozenOptions {
  readonly machine: Machine
  readonly io: Io
  readonly repository: Repository
  readonly server: string | undefined
  /** The project, its branch and the locales, as arguments of a pull. */
  readonly args: Readonly<Record<string, unknown>>
  readonly branch: string | undefined
}

/** Lists the files that a pull would change. It compares them in memory, and writes nothing. */
export async function findOutdated(options: FrozenOptions): Promise<readonly GateFinding[]> {
  const { machine, io, repository, server, args, branch } = options
  const { project, target_locales: targets } = repository.file
  const changes: FileChange[] = []
  const unlike = new Set<string>()
  let calls: ToolCalls | undefined
  const access = await openFileAccess(machine, {
    root: repository.root,
    stderr: io.stderr,
    // Files that may be no translations are changes, too.
    force: conflicts => {
      for (const { path } of conflicts) unlike.add(path)
    },
    accepts: createRuleFilter(repository.file),
    select: async (files, pullOwned) => {
      if (calls === undefined) throw new Error('the pull has not begun')
      const compared = await comparePull(files, access, {
        project,
        branch,
        targets: async () => targets,
        caller: calls,
        isForced: false,
        isSent: path => !unlike.has(path),
        pullOwned,
      })
      changes.push(...compared.changes)
      return []
    },
  })
  await withToolCaller(machine, { files: access, server, io }, caller => {
    calls = caller
    return caller.call('pull_translations', args, z.looseObject({}))
  })
  return changes.map(toFinding)
}

function toFinding({ file, isNew, added, changed, removed }: FileChange): GateFinding {
  const count = added + changed + removed
  return {
    path: file.path,
    line: 1,
    column: 1,
    check: FROZEN_CHECK,
    level: 'error',
    message: isNew
      ? 'A pull would create this file.'
      : count === 0
        ? 'A pull would change the layout of this file.'
        : `A pull would change ${countOf(count, 'string')}.`,
    fix: 'Run dragoman pull, and commit the file.',
  }
}
