import { z } from 'zod'
import { AppError } from '../../../errors.ts'
import { withToolCaller } from '../../backends/tool-caller.ts'
import { compareFile, type FileChange } from '../../files/compare-files.ts'
import type { IncomingFile } from '../../files/pull-answer.ts'
import { openFileAccess } from '../../files/root-option.ts'
import type { Io } from '../../io.ts'
import type { Machine } from '../../machine.ts'
import { countOf } from '../../output/sentences.ts'
import type { Repository } from '../../repository/project-file.ts'
import { createRuleFilter } from '../../sync/source-files.ts'
import type { ReadFile } from '../open-files.ts'
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
  readonly read: ReadFile
}

/** Lists the files that a pull would change. It compares them in memory, and writes nothing. */
export async function findOutdated(options: FrozenOptions): Promise<readonly GateFinding[]> {
  const { machine, io, repository, server, args, read } = options
  const changes: FileChange[] = []
  const access = await openFileAccess(machine, {
    root: repository.root,
    stderr: io.stderr,
    // Files that may be no translations are changes, too.
    force: () => undefined,
    accepts: createRuleFilter(repository.file),
    select: async files => {
      for (const file of files) changes.push(...(await listChange(file, repository.file.target_locales, read)))
      return []
    },
  })
  await withToolCaller(machine, { files: access, server, io }, caller =>
    caller.call('pull_translations', args, z.looseObject({})),
  )
  return changes.map(toFinding)
}

async function listChange(
  file: IncomingFile,
  targets: readonly string[],
  read: ReadFile,
): Promise<readonly FileChange[]> {
  const before = await readOrNothing(file.path, read)
  if (before === file.content) return []
  const source = file.source === undefined ? undefined : await readOrNothing(file.source, read)
  return [compareFile(file, { before, source, targets })]
}

async function readOrNothing(path: string, read: ReadFile): Promise<string | undefined> {
  try {
    return await read(path)
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
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
