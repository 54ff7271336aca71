import { AppError } from '../../errors.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'

/** The record of a project has its branches and rules, and is written with every push: these bound its size. */
const MAX_BRANCHES = 1_000
const MAX_RULES = 5_000
const MAX_RULE_CHARACTERS = 500_000
/** Each of them is compared with each file that no rule names by its path. */
const MAX_PATTERNS = 200
/** What a rule, an alias or an approved locale takes beside its texts. */
const RULE_PART = 20

type Project = Pick<Frozen<ProjectRecord>, 'branches' | 'files'>

/** @throws AppError `quota_exceeded` where a push would give a project more branches than it can have. */
export function assertBranchRoom({ branches }: Project, branch: string): void {
  if (branches.length < MAX_BRANCHES || branches.some(({ name }) => name === branch)) return
  throw new AppError(
    'quota_exceeded',
    describeTooMany('branches', branches.length, branches.length + 1, MAX_BRANCHES),
    {
      fix: 'Delete merged branches with delete_branch; get_project lists all.',
    },
  )
}

/** @throws AppError `quota_exceeded` where a call would give a project more, or longer, rules of where translations go than it can have. */
export function assertRuleRoom({ files }: Pick<Project, 'files'>, rules: Project['files']): void {
  if (rules === files) return
  for (const { what, most, of, fix } of RULE_LIMITS) {
    const after = of(rules)
    if (after <= most) continue
    const before = of(files)
    if (after > before) throw new AppError('quota_exceeded', describeTooMany(what, before, after, most), { fix })
  }
}

const RULE_LIMITS = [
  {
    what: 'rules of files',
    most: MAX_RULES,
    of: (rules: Project['files']) => rules.length,
    fix: 'Give one rule with * for the files that lie alike: update_project, files. Or divide the files into several projects.',
  },
  {
    what: 'characters of rules of files',
    most: MAX_RULE_CHARACTERS,
    of: (rules: Project['files']) => rules.reduce((sum, rule) => sum + ruleSize(rule), 0),
    fix: 'Give rules without the aliases that they can do without, or one rule with * for the files that lie alike: update_project, files. Or divide the files into several projects.',
  },
  {
    what: 'rules of files with * in their source',
    most: MAX_PATTERNS,
    of: (rules: Project['files']) => rules.filter(({ source }) => source.includes('*')).length,
    fix: 'Give one rule with more * for several of them, such as packages/*/en/*.json. Or divide the files into several projects.',
  },
]

function ruleSize({ source, target, aliases, approved = [] }: Project['files'][number]): number {
  let size = RULE_PART + source.length + target.length
  for (const [locale, alias] of Object.entries(aliases)) size += RULE_PART + locale.length + alias.length
  for (const locale of approved) size += RULE_PART + locale.length
  return size
}

const describeTooMany = (what: string, before: number, after: number, most: number): string =>
  `The project has ${before} of ${most} ${what}. It would have ${after}. Nothing was written.`
