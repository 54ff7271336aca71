import { fileSize } from '../../store/records/sizes.ts'
import type { BranchFile } from '../projects/branches.ts'
import type { QuotaChange } from '../quota/assert-within-quota.ts'
import type { FilePlan, PushTo } from './push-plan.ts'

/**
 * What a push adds to the use of its account: what its lists and files will be, less what they are. What a list loses counts as restorable, although
 * another branch may list it: so no push is refused for what it removes.
 */
export function quotaOfPush(
  plans: readonly FilePlan[],
  removed: readonly BranchFile[],
  { replaces }: Pick<PushTo, 'replaces'>,
): QuotaChange {
  const used = { strings: 0, bytes: 0 }
  const restorable = { strings: 0 }
  for (const { items, held, content, diff, known, absent, same } of plans) {
    if (same) continue
    used.strings += items.length + (replaces ? 0 : absent.length) - (held?.items.length ?? 0)
    used.bytes += fileSize(content) - (held === undefined ? 0 : fileSize(held.content))
    const revived = diff.revived.filter(({ entry_id }) => known.get(entry_id)?.unused_since != null)
    restorable.strings += (replaces ? absent.length : 0) - revived.length
  }
  for (const { held } of removed) {
    used.strings -= held.items.length
    used.bytes -= fileSize(held.content)
    restorable.strings += held.items.length
  }
  return { used, restorable }
}
