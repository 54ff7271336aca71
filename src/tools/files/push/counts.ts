import { z } from 'zod'
import { AppError } from '../../../errors.ts'
import { echoList } from '../../../text/escape.ts'
import type { FilePlan, PushDestination } from './file-plan.ts'
/** What a push does to entries; zeros are left out. */
export const PushCounts = z.object({
  added: z.number().optional(),
  changed: z.number().optional(),
  renamed: z.number().optional(),
  revived: z.number().optional(),
  dropped: z.number().optional(),
  unchanged: z.number().optional(),
})

type Counts = Readonly<Record<string, number>>

export function countChanges(
  { diff, revived, absent }: FilePlan,
  { replaces }: Pick<PushDestination, 'replaces'>,
): Counts {
  return omitZeros({
    // An entry that another branch listed is new here; only one that no branch listed comes back.
    added: diff.added.length + diff.revived.length - revived.strings,
    changed: diff.changed.length,
    renamed: diff.renamed.length,
    revived: revived.strings,
    dropped: replaces ? absent.length : 0,
    unchanged: diff.unchanged.length,
  })
}

export function sumCounts(all: readonly Counts[]): Counts {
  const sum: Record<string, number> = {}
  for (const counts of all) for (const [name, count] of Object.entries(counts)) sum[name] = (sum[name] ?? 0) + count
  return sum
}

interface Confirmation {
  readonly dry_run: boolean
  readonly confirm_removed?: number | undefined
}

/** What a list loses: keys that its file lacks, or all of them with the file. */
export interface Loss {
  readonly path: string
  readonly absent: FilePlan['absent']
  readonly held: { readonly items: readonly unknown[] } | undefined
}

/**
 * A wrong or cut file must not empty a list: dropping over a tenth of one needs the number that goes, in the whole call.
 * Returns that number when it is needed.
 * @throws AppError `conflict` when it was not given, except in a dry run.
 */
export function assertDropConfirmed(losses: readonly Loss[], input: Confirmation): number | undefined {
  const dropped = losses.reduce((sum, { absent }) => sum + absent.length, 0)
  const large = losses.find(({ absent, held }) => absent.length * 10 > (held?.items.length ?? 0))
  if (large === undefined) return undefined
  if (input.dry_run || input.confirm_removed === dropped) return dropped
  const names = large.absent.slice(0, 5).map(({ key }) => key)
  throw new AppError(
    'conflict',
    `${large.path} lacks ${large.absent.length} of the ${large.held?.items.length} keys that the branch lists, such as ${echoList(names)}. Nothing was written.`,
    {
      fix: `If they are meant to go, repeat with confirm_removed: ${dropped}; their translations are kept. Otherwise push the whole file.`,
    },
  )
}

const omitZeros = (counts: Counts): Counts => Object.fromEntries(Object.entries(counts).filter(([, n]) => n > 0))
