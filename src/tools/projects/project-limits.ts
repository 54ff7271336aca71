import { AppError } from '../../errors.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import type { Frozen } from '../../store/store.ts'

/** The record of a project has its branches and rules, and is written with every change: these bound its size. */
const MAX_BRANCHES = 1_000
const MAX_RULES = 5_000

type Project = Pick<Frozen<ProjectRecord>, 'branches' | 'files'>

/** @throws AppError `quota_exceeded` where a push would give a project more branches than it can have. */
export function assertBranchRoom({ branches }: Project, branch: string): void {
  if (branches.length < MAX_BRANCHES || branches.some(({ name }) => name === branch)) return
  throw new AppError('quota_exceeded', tooMany('branches', branches.length, branches.length + 1, MAX_BRANCHES), {
    fix: 'Delete merged branches with delete_branch; get_project lists all.',
  })
}

/** @throws AppError `quota_exceeded` where a call would give a project more rules of where translations go than it can have. */
export function assertRuleRoom({ files }: Project, rules: Project['files']): void {
  if (rules.length <= MAX_RULES || rules.length <= files.length) return
  throw new AppError('quota_exceeded', tooMany('rules of files', files.length, rules.length, MAX_RULES), {
    fix: 'Give one rule with * for the files that lie alike: update_project, files. Or divide the files into several projects.',
  })
}

const tooMany = (what: string, before: number, after: number, most: number): string =>
  `The project has ${before} of ${most} ${what}. It would have ${after}. Nothing was written.`
