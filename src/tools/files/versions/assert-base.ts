import { AppError } from '../../../errors.ts'
import { toPlace } from '../../../l10n/matching/match-strings.ts'
import type { Frozen } from '../../../store/frozen.ts'
import type { BranchFileRecord } from '../../../store/records/localization.ts'
import { quoteList } from '../../../text/quote.ts'
import type { PushDestination, PushPlan } from '../push/file-plan.ts'
import type { OldString } from '../push/plan/strings.ts'
import { findBranch } from './push-versions.ts'

/** Keys that a list loses. */
interface Loss {
  readonly path: string
  readonly absent: readonly OldString[]
  readonly branchFile: Pick<Frozen<BranchFileRecord>, 'sha256'> | undefined
}

interface Claim {
  readonly base?: string | undefined
  readonly dry_run: boolean
  readonly confirm_removed?: number | undefined
}

/** Keys that an error names. */
const MAX_KEYS = 5

/**
 * Protects what newer pushes added from a caller with older files: a push that names its base drops no key that was added after it, and takes none away by a
 * rename or move, unless it confirms the number of all keys that go. A base that the branch does not know is older than all its versions. Returns that number
 * if it is needed.
 * @throws AppError `conflict` if it is missing, except in a dry run.
 */
export function assertBaseHasDropped(
  losses: readonly Loss[],
  plan: PushPlan,
  { base, dry_run, confirm_removed }: Claim,
  to: Pick<PushDestination, 'project' | 'branch'>,
): number | undefined {
  if (base === undefined) return undefined
  const known = findBasePush(base, to)
  const all = [...losses, ...findLeftPlaces(plan, known)]
  const newer = all.flatMap(({ path, absent, branchFile }) => {
    // The caller has exactly what the branch has.
    if (branchFile === undefined || branchFile.sha256 === base) return []
    return absent.filter(one => isNewer(one, known)).map(({ key }) => ({ path, key }))
  })
  const [first] = newer
  if (first === undefined) return undefined
  const dropped = all.reduce((sum, { absent }) => sum + absent.length, 0)
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

/** The keys newer than a push that strings leave for another key or file, and that no string of the plan has. */
function findLeftPlaces({ files, removed }: PushPlan, known: number): readonly Loss[] {
  const left = files.flatMap(({ strings }) =>
    strings.flatMap(({ kind, before }) =>
      before?.isListed === true && (kind === 'renamed' || kind === 'moved') && isNewer(before, known) ? [before] : [],
    ),
  )
  if (left.length === 0) return []
  const taken = new Set(
    files.flatMap(({ file, path, strings }) =>
      strings.map(({ item: { key, context } }) => toPlace({ file: file?.id ?? path, key, context })),
    ),
  )
  const byFile = new Map([...files, ...removed].map(one => [one.file?.id, one.branchFile]))
  const gone = left.filter(one => !taken.has(toPlace(one)))
  return gone.map(one => ({ path: one.path, absent: [one], branchFile: byFile.get(one.file) }))
}

const isNewer = ({ push = 0, placed = push }: Pick<OldString, 'push' | 'placed'>, known: number): boolean =>
  placed > known

/** The number of the push that a base names; for an unknown one, the number before the oldest version. */
function findBasePush(base: string, { project, branch }: Pick<PushDestination, 'project' | 'branch'>): number {
  const versions = findBranch(project.branches, branch)?.versions ?? []
  const found = versions.findLast(({ version }) => version === base)
  return found?.push ?? (versions[0]?.push ?? 1) - 1
}
