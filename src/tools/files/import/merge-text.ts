import {
  dependsOnHistory,
  hadTextBefore,
  type IncomingText,
  type MergeOutcome,
  mergeImport,
} from '../../../l10n/translation/merge.ts'
import type { Reader } from '../../../store/store.ts'
import { withoutRejected } from './rejected-texts.ts'

/** Revisions that are searched, newest first. A file with an older text counts as edited. */
const MAX_REVISIONS = 50

/** Merges one text of an imported file, with the history where the outcome depends on it; see `mergeImport`. */
export async function mergeText(
  incoming: IncomingText,
  read: Pick<Reader, 'revisions' | 'batches'>,
): Promise<MergeOutcome> {
  const listRevisions = () =>
    read.revisions.page('translation', incoming.translation.id, { limit: MAX_REVISIONS }).then(({ items }) => items)
  const wasHere = dependsOnHistory(incoming) && hadTextBefore(incoming, await listRevisions())
  return withoutRejected(mergeImport(incoming, wasHere), incoming, read)
}
