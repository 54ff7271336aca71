import type { ReadDeps } from '../pipeline/call.ts'
import { EntryFinder, toGivenName } from '../translations/find-entry.ts'
import { findBranchWork } from './branch-candidates.ts'
import { findMainWork } from './main-candidates.ts'
import type { Candidates, MissingName, NamedEntry, WorkQuery } from './query.ts'

/** Finds the next strings of a packet, in the order of `SHARES`. */
export async function findWork(query: WorkQuery, reading: ReadDeps): Promise<Candidates> {
  const { project, branch, filter } = query
  const found = await findNamed(query, reading)
  const named = filter.names && found.entries
  const work = await (branch === project.main_branch
    ? findMainWork(query, named, reading)
    : findBranchWork(query, named, reading))
  return { ...work, missing: found.missing }
}

async function findNamed(
  { project, branch, files, filter: { names = [] } }: WorkQuery,
  { read }: ReadDeps,
): Promise<{ readonly entries: readonly NamedEntry[]; readonly missing: readonly MissingName[] }> {
  const [file, ...others] = files ?? []
  // A key of several files is unique in one of them.
  const wanted = others.length > 0 ? names : names.map(name => ({ ...name, file }))
  const entries = new Map<string, NamedEntry>()
  const missing: MissingName[] = []
  const found = await new EntryFinder(project, branch, read).findAll(wanted)
  for (const [at, one] of found.entries()) {
    if ('code' in one) missing.push({ ...toGivenName(names[at]), ...one })
    else entries.set(one.entry.id, one)
  }
  return { entries: [...entries.values()], missing }
}
