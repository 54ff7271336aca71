import { AppError } from '../../../errors.ts'
import type { Frozen } from '../../../store/frozen.ts'
import type { BranchFileRecord } from '../../../store/records/localization.ts'
import { quoteList } from '../../../text/quote.ts'
import type { PushDestination } from '../push/file-plan.ts'
import type { OldString } from '../push/plan/strings.ts'
import { findBranch } from './push-versions.ts'

/** Keys that a list loses. */
interface Loss {
  readonly path: string
  readonly absent: readonly Pick<OldString, 'key' | 'push'>[]
  readonly held: Pick<Frozen<BranchFileRecord>, 'items' | 'sha256'> | undefined
}

interface Claim {
  readonly base?: string | undefined
  readonly dry_run: boolean
  readonly confirm_removed?: number | undefined
}

/** Keys that an error names. */
const MAX_KEYS = 5

/**
 * Protects what newer pushes added from a caller with older files: a push that names its base drops no key that was added after it, unless it confirms the
 * number of dropped keys. A base that the branch does not know is older than all its versions. Returns that number if it is needed.
 * @throws AppError `conflict` if it is missing, except in a dry run.
 */
export function assertBaseHasDropped(
  losses: readonly Loss[],
  { base, dry_run, confirm_removed }: Claim,
  to: Pick<PushDestination, 'project' | 'branch'>,
): number | undefined {
  if (base === undefined) return undefined
  const known = findBasePush(base, to)
  const newer = losses.flatMap(({ path, absent, held }) => {
    // The caller has exactly what the branch has.
    if (held === undefined || held.sha256 === base) return []
    return absent.filter(({ push = 0 }) => push > known).map(({ key }) => ({ path, key }))
  })
  const [first] = newer
  if (first === undefined) return undefined
  const dropped = losses.reduce((sum, { absent }) => sum + absent.length, 0)
  if (dry_run || confirm_removed === dropped) return dropped
  const names = newer.slice(0, MAX_KEYS).map(({ key }) => key)
  throw new AppError(
    'conflict',
    `This push would remove ${newer.length === 1 ? '1 key' : `${newer.length} keys`} that newer pushes added, such as ${quoteList(names)} of ${first.path}. Nothing was written.`,
    {
      fix: `Get the newest files of the branch and push them, or run the newest job again. To remove the keys, repeat with confirm_removed: ${dropped}.`,
    },
  )
}

/** The number of the push that a base names; for an unknown one, the number before the oldest version. */
function findBasePush(base: string, { project, branch }: Pick<PushDestination, 'project' | 'branch'>): number {
  const versions = findBranch(project.branches, branch)?.versions ?? []
  const found = versions.findLast(({ version }) => version === base)
  return found?.push ?? (versions[0]?.push ?? 1) - 1
}
