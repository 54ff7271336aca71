import { Pace } from '../../pace.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import type { Frozen, Reader } from '../../store/store.ts'
import type { Amounts } from './limits.ts'

export interface Usage {
  /** Projects, the strings that their branches list, and the bytes of their files. */
  readonly used: Amounts
  /** Deleted projects with all that they have, and strings that no branch lists: kept so that they can come back. */
  readonly restorable: Amounts
}

type UsageReader = Pick<Reader, 'projects' | 'branch_files' | 'target_files' | 'entries'>

/** What an account has. Costs a few look-ups for each of its projects, however much is in them. */
export async function readUsage(accountId: string, read: UsageReader): Promise<Usage> {
  const [live, deleted] = await Promise.all([
    read.projects.list('account', accountId),
    read.projects.list('deleted_of', accountId),
  ])
  const [used, gone] = [await addUp(live, read), await addUp(deleted, read)]
  return {
    used: { projects: used.projects, strings: used.strings, bytes: used.bytes },
    restorable: { projects: gone.projects, strings: gone.strings + gone.unused + used.unused, bytes: gone.bytes },
  }
}

/** What a project adds to the use of its account, deleted or not. */
export async function readProjectUsage({ id }: Pick<Frozen<ProjectRecord>, 'id'>, read: UsageReader) {
  const [strings, sources, targets, unused] = await Promise.all([
    read.branch_files.sum('project', id, 'strings'),
    read.branch_files.sum('project', id, 'bytes'),
    read.target_files.sum('project', id, 'bytes'),
    read.entries.count('unused', id),
  ])
  return { projects: 1, strings, bytes: sources + targets, unused }
}

async function addUp(projects: readonly Pick<Frozen<ProjectRecord>, 'id'>[], read: UsageReader) {
  const sum = { projects: 0, strings: 0, bytes: 0, unused: 0 }
  const pace = new Pace()
  for (const project of projects) {
    const one = await readProjectUsage(project, read)
    sum.projects += one.projects
    sum.strings += one.strings
    sum.bytes += one.bytes
    sum.unused += one.unused
    if (pace.isDue) await pace.rest()
  }
  return sum
}
