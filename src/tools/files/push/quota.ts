import { messageUnits } from '../../../l10n/message/message.ts'
import { getSource } from '../../../l10n/translation/sources.ts'
import { entrySize, storedFileSize } from '../../../store/records/sizes.ts'
import type { QuotaChange } from '../../quota/assert-within-quota.ts'
import type { Entry } from '../../translations/records.ts'
import type { PushDestination, PushPlan, Restorable } from './file-plan.ts'

/** Adds up, in steps, the entries that no branch lists before or after the push. */
export function* sumRestorable(
  strings: Iterable<{ readonly entry: Entry; readonly src: string }>,
  isRestorable: (entry: Entry) => boolean,
): Generator<void, Restorable> {
  const sum = { strings: 0, bytes: 0, texts: 0 }
  for (const { entry, src } of strings) {
    yield
    if (!isRestorable(entry)) continue
    sum.strings += 1
    sum.bytes += entrySize(entry)
    sum.texts += messageUnits(getSource(entry, src))
  }
  return sum
}

/**
 * Computes the change of the account's usage by a push: the new size of lists and files minus the old, plus entries left without a branch. A removed file
 * counts in full even if another branch lists its entries, so that a push is never rejected because it removes something.
 */
export function computePushQuota(
  { files, removed }: PushPlan,
  { replaces }: Pick<PushDestination, 'replaces'>,
): QuotaChange {
  const used = { strings: 0, bytes: 0 }
  const restorable = { strings: 0, bytes: 0 }
  for (const { items, branchFile, content, reviewed, absent, orphaned, revived, same } of files) {
    if (same) continue
    const grown = storedFileSize({ content, reviewed }) - (branchFile === undefined ? 0 : storedFileSize(branchFile))
    used.strings += items.length + (replaces ? 0 : absent.length) - (branchFile?.items.length ?? 0)
    used.bytes += grown
    restorable.strings -= revived.strings
    restorable.bytes -= revived.bytes
    if (!replaces) continue
    restorable.strings += orphaned.strings
    restorable.bytes += countRestorableBytes(orphaned, -grown)
  }
  for (const { branchFile, absent } of removed) {
    const size = storedFileSize(branchFile)
    used.strings -= branchFile.items.length
    used.bytes -= size
    restorable.strings += absent.length
    restorable.bytes += size
  }
  return { used, restorable }
}

/**
 * Counts the bytes of removed entries. An entry takes more bytes than its string in the file, and a push must never be rejected because it removes something:
 * strings that a shrinking file loses count only as much as the file shrinks. If the file does not shrink, other content replaced them.
 */
const countRestorableBytes = ({ bytes, texts }: Restorable, shrunk: number): number =>
  shrunk >= texts ? Math.min(bytes, shrunk) : bytes
