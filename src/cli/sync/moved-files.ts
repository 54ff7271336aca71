import { z } from 'zod'
import type { ToolCaller } from '../backends/tool-caller.ts'
import type { Git } from '../repository/git.ts'
import { hasHistory } from './git-version.ts'
import { splitFiles } from './push-calls.ts'
import type { RepositorySource } from './source-files.ts'
import type { ProjectChanges } from './sync-project.ts'

/** A source file at a new path. */
export interface MovedFile {
  readonly path: string
  readonly moved_from: string
}

interface Place {
  readonly project: string
  readonly git: Git
  /** Source files of the project that match the rules of `dragoman.json`, but are not in the repository. */
  readonly gone: readonly string[]
  /** Source files that the project has. */
  readonly known: readonly string[]
  readonly repository: ProjectChanges['repository']
}

interface Moves {
  readonly moved: readonly MovedFile[]
  /** Files that may be moved, or be files of another repository. */
  readonly doubtful: readonly MovedFile[]
}

const Answer = z.looseObject({
  likely_moves: z.array(z.object({ path: z.string(), moved_from: z.string() })).default([]),
})

/**
 * Finds files that were moved since the last push, by their keys and strings. Only the main branch can move files. A file that no rule matches any more is
 * moved only if the history of the repository has it: it could be a file of another repository.
 */
export async function findMovedFiles(
  caller: ToolCaller,
  sources: readonly RepositorySource[],
  { project, git, gone, known, repository }: Place,
): Promise<Moves> {
  const isKnown = new Set(known)
  const here = new Set(sources.map(({ path }) => path))
  const others = new Set(known.filter(path => !here.has(path)))
  if (others.size === 0 || sources.every(({ path }) => isKnown.has(path))) return { moved: [], doubtful: [] }
  const found: MovedFile[] = []
  for (const part of splitFiles(sources)) {
    const files = part.map(({ path }) => ({ path }))
    const args = { project, files, dry_run: true, repository }
    const { likely_moves: moves } = await caller.call('push_source', args, Answer)
    found.push(...moves.filter(move => others.has(move.moved_from)))
  }
  // Two copies of a file are no move.
  const copies = new Map<string, number>()
  for (const { moved_from: from } of found) copies.set(from, (copies.get(from) ?? 0) + 1)
  const moved: MovedFile[] = []
  const doubtful: MovedFile[] = []
  for (const move of found) {
    const { moved_from: from } = move
    if (copies.get(from) !== 1) continue
    const isOwn = gone.includes(from) || (await hasHistory(git, from))
    if (isOwn) moved.push(move)
    else doubtful.push(move)
  }
  return { moved, doubtful }
}
