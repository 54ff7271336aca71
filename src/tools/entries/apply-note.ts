import type { Batch } from '../translations/batch.ts'
import type { Entry } from '../translations/records.ts'

/** Sets the added note of an entry, or removes it if the text is empty. Makes no translation stale. Returns whether it changed. */
export async function applyNote(entry: Entry, text: string, { tx, origin, at }: Batch): Promise<boolean> {
  if ((entry.added_note?.text ?? '') === text) return false
  const stored = await tx.entries.get(entry.id)
  if (stored === undefined) return false
  const { added_note: _before, ...rest } = stored
  await tx.entries.put({ ...rest, ...(text !== '' && { added_note: { text, origin, at } }) })
  return true
}
