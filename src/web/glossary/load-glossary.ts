import { z } from 'zod'
import { type SignedIn, sessionPrincipal } from '../../auth/users/sessions.ts'
import { getGlossary } from '../../tools/glossary/get-glossary.ts'
import { PolicyView, TermView } from '../../tools/glossary/term-schemas.ts'
import { VersionView } from '../../tools/guidance/versions.ts'
import { findWithheldReason } from '../../tools/guidance/withheld.ts'
import { t } from '../i18n/t.ts'
import { type LoadedProject, loadProject } from '../layout/load-project.ts'
import { PageError } from '../layout/page-error.ts'
import { projectTabPath } from '../layout/project-place.ts'
import { callTool } from '../requests/call-tool.ts'
import type { PageRequest } from '../requests/page-request.ts'

/** The glossary of a page: that of the project, or of its account. */
export interface GlossaryPlace {
  readonly project: LoadedProject
  /** `acme` or `acme/app`. */
  readonly target: string
  readonly isOfAccount: boolean
  /** ID of the account or the project. */
  readonly ownerId: string
  /** Why the user may not change terms; undefined if they may. */
  readonly withheld: string | undefined
  /** Whether the user may restore versions. */
  readonly mayRestore: boolean
}

/**
 * Finds the glossary that the URL names.
 * @throws PageError `forbidden` for readers of a public project.
 */
export async function loadGlossaryPlace(request: PageRequest, signedIn: SignedIn): Promise<GlossaryPlace> {
  const project = await loadProject(request, signedIn, 'glossary')
  const isOfAccount = request.query.get('of') === 'account'
  const { account, record, name, place } = project
  if (!place.hasGlossary) {
    throw new PageError('forbidden', t('glossary.may_not_read', { name }), {
      nextLink: { href: projectTabPath(place, 'overview'), text: t('glossary.project', { name }) },
      project: place,
    })
  }
  const caller = { principal: sessionPrincipal(signedIn), read: request.services.store.read }
  const target = { kind: 'account', account, name } as const
  return {
    project,
    target: isOfAccount ? account.handle : name,
    isOfAccount,
    ownerId: isOfAccount ? account.id : record.id,
    withheld: await findWithheldReason('glossary:write', target, caller),
    mayRestore: (await findWithheldReason('glossary:admin', target, caller)) === undefined,
  }
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

/** Lists terms by name. */
export function listTermRows(
  request: PageRequest,
  signedIn: SignedIn,
  { target }: GlossaryPlace,
  query: TermQuery,
): Promise<FoundTerms> {
  const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
  const input = { target, max_bytes: 24_000, ...given }
  return callTool(request, signedIn, { tool: getGlossary, input, shape: Found })
}
