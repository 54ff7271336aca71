import { z } from 'zod'
import type { Term } from '../../l10n/glossary/term.ts'
import { PolicyView, TermView } from '../../tools/glossary/term-schemas.ts'
import { callPages, type ToolCaller } from '../backends/tool-caller.ts'

const PAGE = 200

const Found = z.looseObject({
  terms: z.array(TermView),
  policy: PolicyView.optional(),
  next_cursor: z.string().optional(),
})

/** The terms that apply to a project or an account, and the levels of findings about them. */
export interface ListedTerms {
  /** `from` names the account that a project inherits a term from. */
  readonly terms: readonly (Term & { readonly from?: string | undefined })[]
  readonly policy: z.output<typeof PolicyView> | undefined
}

/** Reads all terms of a glossary on the server. */
export async function listTerms(caller: ToolCaller, target: string): Promise<ListedTerms> {
  const terms: ListedTerms['terms'][number][] = []
  let policy: ListedTerms['policy']
  for await (const found of callPages(caller, 'get_glossary', { target, limit: PAGE, max_bytes: 60_000 }, Found)) {
    terms.push(
      ...found.terms.map(({ kind = 'normal', case_sensitive = false, translations = {}, ...term }) => ({
        ...term,
        kind,
        case_sensitive,
        translations,
      })),
    )
    policy ??= found.policy
  }
  return { terms, policy }
}
