import type { ReadDeps } from '../pipeline/call.ts'
import { findBranchWork } from './branch-candidates.ts'
import { findMainWork } from './main-candidates.ts'
import type { Candidates, WorkQuery } from './query.ts'
import { Reservations } from './reservations.ts'

/** Finds the next strings that need work, in the order of `SHARES`. */
export async function findWork(query: WorkQuery, reading: ReadDeps): Promise<Candidates> {
  const { read } = reading
  const held = await Reservations.read({ ...query, projectId: query.project.id }, read)
  return query.branch === query.project.main_branch
    ? findMainWork(query, held, reading)
    : findBranchWork(query, held, reading)
}
