import { z } from 'zod'
import { AppError } from '../../../errors.ts'
import { quoteList } from '../../../text/quote.ts'
import type { FilePlan, PushDestination } from './file-plan.ts'
/** Counts of a push by effect on entries; zeros are omitted. */
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
    // An entry that another branch listed counts as added; only one that no branch listed counts as restored.
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

/** Keys that a list loses: those missing from its file, or all if the file is removed. */
export interface Loss {
  readonly path: string
  readonly absent: FilePlan['absent']
  readonly held: { readonly items: readonly unknown[] } | undefined
}

/**
 * Protects against wrong or truncated files: a call that drops over a tenth of a list must confirm the number of dropped keys.
 * Returns that number if it is needed.
 * @throws AppError `conflict` if it is missing, except in a dry run.
 */
export function assertDropConfirmed(losses: readonly Loss[], input: Confirmation): number | undefined {
  const dropped = losses.reduce((sum, { absent }) => sum + absent.length, 0)
  const large = losses.find(({ absent, held }) => absent.length * 10 > (held?.items.length ?? 0))
  if (large === undefined) return undefined
  if (input.dry_run || input.confirm_removed === dropped) return dropped
  const names = large.absent.slice(0, 5).map(({ key }) => key)
  throw new AppError(
    'conflict',
    `${large.path} is missing ${large.absent.length} of the ${large.held?.items.length} keys on the branch, such as ${quoteList(names)}. Nothing was written.`,
    {
      fix: `To remove them, repeat with confirm_removed: ${dropped}; their translations are kept. Otherwise push the complete file.`,
    },
  )
}

const omitZeros = (counts: Counts): Counts => Object.fromEntries(Object.entries(counts).filter(([, n]) => n > 0))
