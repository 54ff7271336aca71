import { z } from 'zod'
import { LEVELS } from '../../../l10n/checks/check.ts'
import { TermBook } from '../../../l10n/glossary/term-book.ts'
import { SYNTAXES } from '../../../l10n/message/message.ts'
import type { ToolCaller } from '../../backends/tool-caller.ts'
import { listTerms } from '../../glossary/list-terms.ts'
import type { ProjectRules } from '../project-rules.ts'

const Project = z.looseObject({
  settings: z.looseObject({
    levels: z.record(z.string(), z.enum([...LEVELS, 'off'])).default({}),
    /** `auto` if each file is detected. */
    syntax: z.string(),
  }),
})

const DEFAULT_LEVELS = { do_not_translate: 'error', forbidden_term: 'error' } as const

/** The rules of a repository with the levels, the syntax and the glossary of its project on the server. */
export async function readServerRules(caller: ToolCaller, project: string, rules: ProjectRules): Promise<ProjectRules> {
  const { settings } = await caller.call('get_project', { project }, Project)
  const { terms, policy } = await listTerms(caller, project)
  const levels = policy ?? DEFAULT_LEVELS
  const syntax = SYNTAXES.find(one => one === settings.syntax)
  return {
    ...rules,
    levels: settings.levels,
    ...(syntax !== undefined && { syntax }),
    terms:
      terms.length === 0
        ? undefined
        : new TermBook(
            terms.map(term => ({ ...term, levels })),
            { sourceLocale: rules.sourceLocale },
          ),
  }
}
