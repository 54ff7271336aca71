import type { TargetFileInput } from '../../../l10n/files/read-files.ts'
import type { Message } from '../../../l10n/message/message.ts'
import { sameMessage } from '../../../l10n/message/message.ts'
import type { Computation } from '../../../workers/computation.ts'
import type { OpenConflict } from '../conflicts/decision.ts'

/** A conflict whose text a pull keeps in the file. */
export interface PendingConflict extends OpenConflict {
  readonly entryId: string
  readonly key: string
}

/** Returns the texts of conflicts that a pull must write, because the imported file does not have them under their key. Others stay as they are in the file. */
export async function findTextsToWrite(
  conflicts: readonly PendingConflict[],
  base: TargetFileInput,
  computed: Computation,
): Promise<ReadonlyMap<string, Message>> {
  if (conflicts.length === 0) return new Map()
  const { entries } = await computed.readTarget(base)
  const known = new Map(entries.map(({ key, value }) => [key, value]))
  return new Map(
    conflicts.flatMap(({ key, suggestion }) =>
      sameMessage(known.get(key) ?? {}, suggestion.value) ? [] : [[key, suggestion.value]],
    ),
  )
}
