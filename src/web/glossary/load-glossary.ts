import { z } from 'zod'
import { getGlossary } from '../../tools/glossary/get-glossary.ts'
import { saveGlossary } from '../../tools/glossary/save-glossary.ts'
import { PolicyView, TermView } from '../../tools/glossary/term-schemas.ts'
import { VersionView } from '../../tools/guidance/versions.ts'
import { type GuidancePlace, loadPlace } from '../guidance/place.ts'
import { t } from '../i18n/t.ts'
import { PageError } from '../layout/page-error.ts'
import { projectTabPath } from '../layout/project-place.ts'
import { callTool, type SignedInRequest } from '../requests/page-request.ts'

/**
 * Finds the glossary that the URL names.
 * @throws PageError `forbidden` for readers of a public project.
 */
export async function loadGlossaryPlace(request: SignedInRequest): Promise<GuidancePlace> {
  const found = await loadPlace(request, 'glossary')
  const { name, place } = found.project
  if (place.hasGlossary) return found
  throw new PageError('forbidden', t('glossary.may_not_read', { name }), {
    nextLink: { href: projectTabPath(place, 'overview'), text: t('glossary.project', { name }) },
    project: place,
  })
}

const Found = z.object({
  version: z.number(),
  total: z.number(),
  terms: z.array(TermView),
  policy: PolicyView.optional(),
  versions: z.array(VersionView).default([]),
  next_cursor: z.string().optional(),
})

export type FoundTerms = z.output<typeof Found>
export type TermRow = FoundTerms['terms'][number]

interface TermQuery {
  readonly q?: string | undefined
  readonly locale?: string | undefined
  readonly cursor?: string | undefined
  readonly limit: number
}

export function listTermRows(
  request: SignedInRequest,
  { target }: GuidancePlace,
  query: TermQuery,
): Promise<FoundTerms> {
  const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
  const input = { target, max_bytes: 24_000, ...given }
  return callTool(request, { tool: getGlossary, input, shape: Found })
}

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
  request: SignedInRequest,
  { target }: GuidancePlace,
  change: TermChange,
  { isDry }: { readonly isDry: boolean },
): Promise<SavedTerms> =>
  callTool(request, {
    tool: saveGlossary,
    input: { target, ...change, ...(isDry && { dry_run: true }) },
    shape: Saved,
  })

/** Whether a change concerns strings that exist. */
export const hasImpact = ({ revise, breaks }: SavedTerms): boolean =>
  (revise?.entries ?? 0) > 0 || revise?.more === true || (breaks?.count ?? 0) > 0
