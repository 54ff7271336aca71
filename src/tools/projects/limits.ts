import { AppError } from '../../errors.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'

/** Limits of the project record, which holds branches and file rules and is written with every push. */
const MAX_BRANCHES = 1_000
const MAX_RULES = 5_000
const MAX_RULE_CHARACTERS = 500_000
/** Each pattern is compared with every file that no rule names by path. */
const MAX_PATTERNS = 200
/** Characters counted for a rule, alias or approved locale in addition to its strings. */
const RULE_PART = 20

type Project = Pick<Frozen<ProjectRecord>, 'branches' | 'files'>

/** @throws AppError `quota_exceeded` if a push would exceed the limit of branches. */
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

/** @throws AppError `quota_exceeded` if a call would exceed the limits of file rules. */
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
    what: 'file rules',
    most: MAX_RULES,
    of: (rules: Project['files']) => rules.length,
    fix: 'Replace rules of similar files by one rule with * (update_project, files). Or split the files into several projects.',
  },
  {
    what: 'characters of file rules',
    most: MAX_RULE_CHARACTERS,
    of: (rules: Project['files']) => rules.reduce((sum, rule) => sum + ruleSize(rule), 0),
    fix: 'Remove unneeded aliases, or replace rules of similar files by one rule with * (update_project, files). Or split the files into several projects.',
  },
  {
    what: 'file rules with * in their source',
    most: MAX_PATTERNS,
    of: (rules: Project['files']) => rules.filter(({ source }) => source.includes('*')).length,
    fix: 'Combine several into one rule with more *, such as packages/*/en/*.json. Or split the files into several projects.',
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
