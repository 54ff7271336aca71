import { Pacer } from '../../scheduling/pacer.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import type { Reader } from '../../store/store.ts'
import type { Amounts } from './limits.ts'

/** The usage of an account. */
export interface Usage {
  /** Projects, strings on their branches, bytes of files and translations, and bytes of history. */
  readonly used: Amounts
  /** Deleted projects with their content, and strings that are on no branch. */
  readonly restorable: Amounts
}

type UsageReader = Pick<
  Reader,
  | 'projects'
  | 'histories'
  | 'files'
  | 'branch_files'
  | 'target_files'
  | 'entries'
  | 'translations'
  | 'comments'
  | 'review_parts'
  | 'review_verdicts'
  | 'voices'
  | 'glossaries'
  | 'glossary_terms'
  | 'memory_units'
>

type Project = Pick<Frozen<ProjectRecord>, 'id'>

/** Reads the usage of an account. Takes a few lookups per project of any size. */
export async function readUsage(accountId: string, read: UsageReader): Promise<Usage> {
  const [live, deleted] = await Promise.all([
    read.projects.list('account', accountId),
    read.projects.list('deleted_of', accountId),
  ])
  const [{ unused, unusedBytes, ...used }, gone, guidance, memory] = await Promise.all([
    sumUsage(live, read),
    sumUsage(deleted, read),
    readGuidanceUsage(accountId, read),
    read.memory_units.sum('account', accountId, 'bytes'),
  ])
  return {
    used: { ...used, bytes: used.bytes + guidance.bytes + memory, history: used.history + guidance.history },
    restorable: {
      projects: gone.projects,
      strings: gone.strings + gone.unused + unused,
      bytes: gone.bytes + gone.unusedBytes + unusedBytes,
      history: gone.history,
    },
  }
}

/** The usage of a project, deleted or not. `unused`: its strings that are on no branch. */
export async function readProjectUsage({ id }: Project, read: UsageReader) {
  const [strings, sources, targets, texts, unused, unusedBytes, history, guidance] = await Promise.all([
    read.branch_files.sum('project', id, 'strings'),
    read.branch_files.sum('project', id, 'bytes'),
    read.target_files.sum('project', id, 'bytes'),
    textBytes(id, read),
    read.entries.count('unused', id),
    read.entries.sum('unused', id, 'bytes'),
    read.histories.get(id),
    readGuidanceUsage(id, read),
  ])
  const bytes = sources + targets + texts + guidance.bytes
  return { projects: 1, strings, bytes, history: (history?.bytes ?? 0) + guidance.history, unused, unusedBytes }
}

/** Bytes of a project's translations, comments, reviews and file names. */
export async function textBytes(
  projectId: string,
  read: Pick<Reader, 'translations' | 'comments' | 'files' | 'review_parts' | 'review_verdicts'>,
): Promise<number> {
  const { translations, comments, files, review_parts, review_verdicts } = read
  const sums = [translations, comments, files, review_parts, review_verdicts].map(one =>
    one.sum('project', projectId, 'bytes'),
  )
  return (await Promise.all(sums)).reduce((all, sum) => all + sum, 0)
}

/** Bytes of the voice and the glossary of an account or project, and of their past versions. */
async function readGuidanceUsage(ownerId: string, read: Pick<Reader, 'voices' | 'glossaries' | 'glossary_terms'>) {
  const [voice, glossary, terms] = await Promise.all([
    read.voices.get(ownerId),
    read.glossaries.get(ownerId),
    read.glossary_terms.sum('owner', ownerId, 'bytes'),
  ])
  return { bytes: (voice?.size ?? 0) + terms, history: (voice?.history ?? 0) + (glossary?.history ?? 0) }
}

async function sumUsage(projects: readonly Project[], read: UsageReader) {
  const sum = { projects: 0, strings: 0, bytes: 0, history: 0, unused: 0, unusedBytes: 0 }
  const pace = new Pacer()
  for (const project of projects) {
    const one = await readProjectUsage(project, read)
    for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += one[name]
    if (pace.shouldYield) await pace.yieldNow()
  }
  return sum
}
