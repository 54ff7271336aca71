import { z } from 'zod'
import type { SignedIn } from '../../auth/users/sessions.ts'
import { saveGlossary } from '../../tools/glossary/save-glossary.ts'
import { callTool } from '../requests/call-tool.ts'
import type { PageRequest } from '../requests/page-request.ts'
import type { GlossaryPlace } from './load-glossary.ts'

const Saved = z.object({
  version: z.number(),
  added: z.number().default(0),
  changed: z.number().default(0),
  removed: z.number().default(0),
  unchanged: z.boolean().default(false),
  revise: z.object({ entries: z.number(), more: z.boolean().default(false) }).optional(),
  breaks: z
    .object({
      count: z.number(),
      first: z.array(
        z.object({
          project: z.string().optional(),
          id: z.string(),
          key: z.string(),
          locale: z.string(),
          why: z.string(),
        }),
      ),
      more: z.boolean().default(false),
    })
    .optional(),
})

/** What a change of terms does, or would do. */
export type SavedTerms = z.output<typeof Saved>

interface TermChange {
  readonly upsert?: readonly object[]
  readonly remove?: readonly string[]
  readonly base_version?: number
  readonly note?: string
}

/** Changes terms. With `isDry`, only finds what the change would affect. */
export const saveTerms = (
  request: PageRequest,
  signedIn: SignedIn,
  { target }: GlossaryPlace,
  change: TermChange,
  { isDry }: { readonly isDry: boolean },
): Promise<SavedTerms> =>
  callTool(request, signedIn, {
    tool: saveGlossary,
    input: { target, ...change, ...(isDry && { dry_run: true }) },
    shape: Saved,
  })

/** Whether a change concerns strings that exist. */
export const hasImpact = ({ revise, breaks }: SavedTerms): boolean =>
  (revise?.entries ?? 0) > 0 || revise?.more === true || (breaks?.count ?? 0) > 0
