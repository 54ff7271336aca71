import { z } from 'zod'
import type { ToolCaller } from '../backends/tool-caller.ts'
import { splitFiles } from './push-calls.ts'
import type { RepositorySource } from './source-files.ts'

/** A source file at a new path. */
export interface MovedFile {
  readonly path: string
  readonly moved_from: string
}

interface Place {
  readonly project: string
  /** Source files of the project that the repository no longer has. */
  readonly gone: readonly string[]
  /** Source files that the project has. */
  readonly known: readonly string[]
}

const Answer = z.looseObject({
  likely_moves: z.array(z.object({ path: z.string(), moved_from: z.string() })).default([]),
})

/** Finds files that were moved since the last push, by their keys and strings. Only the main branch can move files. */
export async function findMovedFiles(
  caller: ToolCaller,
  sources: readonly RepositorySource[],
  { project, gone, known }: Place,
): Promise<readonly MovedFile[]> {
  const isKnown = new Set(known)
  if (gone.length === 0 || sources.every(({ path }) => isKnown.has(path))) return []
  const isGone = new Set(gone)
  const found: MovedFile[] = []
  for (const part of splitFiles(sources)) {
    const files = part.map(({ path }) => ({ path }))
    const { likely_moves: moves } = await caller.call('push_source', { project, files, dry_run: true }, Answer)
    found.push(...moves.filter(move => isGone.has(move.moved_from)))
  }
  // Two copies of a file are no move.
  const copies = new Map<string, number>()
  for (const { moved_from: from } of found) copies.set(from, (copies.get(from) ?? 0) + 1)
  return found.filter(({ moved_from: from }) => copies.get(from) === 1)
}
