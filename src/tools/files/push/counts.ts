import { z } from 'zod'
import { AppError } from '../../../errors.ts'
import { shownText } from '../../../l10n/translation/shown-text.ts'
import { readAhead } from '../../../scheduling/read-ahead.ts'
import { quoteList } from '../../../text/quote.ts'
import type { ReadDeps } from '../../pipeline/call.ts'
import type { FilePlan, PushDestination, PushPlan } from './file-plan.ts'
import type { OldString, PlannedString } from './plan/strings.ts'

/** Counts of a push by effect on strings; zeros are omitted. `moved`: to another file; `swapped`: took each other's place. */
export const PushCounts = z.object({
  added: z.number().optional(),
  changed: z.number().optional(),
  renamed: z.number().optional(),
  moved: z.number().optional(),
  swapped: z.number().optional(),
  revived: z.number().optional(),
  dropped: z.number().optional(),
  unchanged: z.number().optional(),
})

type Counts = Readonly<Record<string, number>>

/** The effect of a push on a string, as its answer names it. An entry that another branch lists is new to this one. */
export type Effect = Exclude<keyof z.output<typeof PushCounts>, 'dropped'>

export const findEffect = (string: PlannedString, swapped: ReadonlySet<PlannedString>): Effect =>
  swapped.has(string)
    ? 'swapped'
    : string.kind === 'revived' && string.entry?.unused_since === null
      ? 'added'
      : string.kind

/** Counts the strings of a file by effect. */
export function countChanges(
  { strings, absent }: FilePlan,
  swapped: ReadonlySet<PlannedString>,
  { replaces }: Pick<PushDestination, 'replaces'>,
): Counts {
  const counts: Record<string, number> = {}
  for (const string of strings) {
    const effect = findEffect(string, swapped)
    counts[effect] = (counts[effect] ?? 0) + 1
  }
  if (replaces && absent.length > 0) counts['dropped'] = absent.length
  return counts
}

/** Counts the strings that moved to a file that was pushed before. */
export function countTakenOver({ takeovers }: Pick<PushPlan, 'takeovers'>): Counts {
  const moved = takeovers.filter(({ item }) => item === undefined).length
  return moved === 0 ? {} : { moved }
}

export function sumCounts(all: readonly Counts[]): Counts {
  const sum: Record<string, number> = {}
  for (const counts of all) for (const [name, count] of Object.entries(counts)) sum[name] = (sum[name] ?? 0) + count
  return sum
}

/** Strings whose translations no string of the branch uses any more, with the first five keys. */
export const Lost = z.object({ count: z.number().int(), first: z.array(z.string()) })

interface LostStrings {
  readonly count: number
  readonly first: readonly OldString[]
  /** How many of the strings of a file are among them. */
  of(file: { readonly absent: readonly OldString[] }): number
}

const FIRST = 5

/** Finds the dropped strings that show a translation in any locale. */
export async function findLost(dropped: readonly OldString[], { read, computed }: ReadDeps): Promise<LostStrings> {
  const pace = computed.pace()
  const lost = new Set<OldString>()
  const look = ({ entry }: OldString) => read.translations.list('entry', entry.id)
  for await (const [string, translations] of readAhead(dropped, look)) {
    if (pace.shouldYield) await pace.yieldNow()
    if (translations.some(one => shownText(one, string.line).text !== undefined)) lost.add(string)
  }
  return {
    count: lost.size,
    first: [...lost].slice(0, FIRST),
    of: ({ absent }) => absent.filter(one => lost.has(one)).length,
  }
}

interface Confirmation {
  readonly dry_run: boolean
  readonly confirm_removed?: number | undefined
}

/** Strings that a list loses: those missing from its file, or all if the file is removed. */
export interface Loss {
  readonly path: string
  readonly absent: readonly OldString[]
  readonly branchFile: { readonly items: readonly unknown[] } | undefined
}

/** Strings with translations that a push may drop without a confirmation: in all, and as a percentage of a file. */
const MAX_LOST = 20
const MAX_LOST_PERCENT = 2
/** Fewer than this many of a file need none. */
const MIN_LOST = 3

/**
 * Protects against wrong or truncated files: a call must confirm the number of dropped keys if it drops over a tenth of a list, or translations that no string
 * uses any more: of over 20 strings, or of over 2 % of a file, at least 3. Returns that number if it is needed.
 * @throws AppError `conflict` if it is missing, except in a dry run.
 */
export function assertDropConfirmed(
  losses: readonly Loss[],
  lost: LostStrings,
  input: Confirmation,
): number | undefined {
  const dropped = losses.reduce((sum, { absent }) => sum + absent.length, 0)
  const large = losses.find(({ absent, branchFile }) => absent.length * 10 > (branchFile?.items.length ?? 0))
  const losing =
    lost.count > MAX_LOST ? losses.find(loss => lost.of(loss) > 0) : losses.find(loss => isLosing(loss, lost))
  const found = large ?? losing
  if (found === undefined) return undefined
  if (input.dry_run || input.confirm_removed === dropped) return dropped
  const { path, absent, branchFile } = found
  const names = absent.slice(0, 5).map(({ key }) => key)
  const many = lost.count === 1 ? 'of 1 string' : `of ${lost.count} strings`
  const texts = lost.count === 0 ? '' : ` Translations ${many} would be in no file any more.`
  throw new AppError(
    'conflict',
    `${path} drops ${absent.length} of the ${branchFile?.items.length} strings that the branch has there, such as ${quoteList(names)}.${texts} Nothing was written.`,
    {
      fix: `To remove them, repeat with confirm_removed: ${dropped}; their translations are kept. Otherwise push the complete file.`,
    },
  )
}

function isLosing(loss: Loss, lost: LostStrings): boolean {
  const count = lost.of(loss)
  return count >= MIN_LOST && count * 100 > (loss.branchFile?.items.length ?? 0) * MAX_LOST_PERCENT
}
