import type { CommentRecord } from '../../store/records/localization.ts'
import type { Batch } from './batch.ts'
import type { Entry } from './records.ts'

interface NewComment {
  readonly entry: Entry
  /** Absent for a comment on the source string. */
  readonly locale?: string | undefined
  readonly kind: CommentRecord['kind']
  readonly text: string
}

/** Stores a comment. */
export async function addComment(
  { entry, locale, kind, text }: NewComment,
  { tx, newId, origin, id, at, locales }: Batch,
): Promise<void> {
  if (locale !== undefined) locales.add(locale)
  await tx.comments.insert({
    id: newId(),
    project_id: entry.project_id,
    entry_id: entry.id,
    ...(locale !== undefined && { locale }),
    kind,
    text,
    origin,
    batch_id: id,
    at,
  })
}
