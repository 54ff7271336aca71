import { z } from 'zod'
import { Id, Instant, Sha256 } from './fields.ts'

/** Whether the project has each text of an imported file that its source had a string for. Absent in imports from before this field. */
const Recorded = z.literal(true).optional()

/** A translated file of a branch, as it was imported last. */
export const TargetFileRecord = z.object({
  id: Id,
  project_id: Id,
  file_id: Id,
  locale: z.string(),
  branch: z.string(),
  path: z.string(),
  content: z.string(),
  sha256: Sha256,
  /** The plural categories that the file supports, if its format limits them. Stored because computing them means parsing the file. */
  categories: z.array(z.string()).optional(),
  imported_at: Instant.nullable(),
  recorded: Recorded,
  /** The file that was decided on before, while nobody decided about the present one; null if there was none. See `findReviewedFile` and `findDecided`. */
  reviewed: z
    .object({ content: z.string(), sha256: Sha256, imported_at: Instant.nullable(), recorded: Recorded })
    .nullable()
    .optional(),
})

export type TargetFileRecord = z.infer<typeof TargetFileRecord>
