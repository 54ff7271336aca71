import { z } from 'zod'
import { diffFields } from '../../auth/audit/events.ts'
import { guidanceTarget, TargetName } from '../guidance/target.ts'
import { ofTarget, writeTool } from '../pipeline/define-tool.ts'
import { requestRecheck } from '../recheck/requests.ts'
import { omitUndefined } from '../schemas/omit-undefined.ts'
import { loadGlossary } from './load.ts'
import { PolicyView } from './term-schemas.ts'

const Level = z.enum(['error', 'warning']).optional()

/** Changes how strict a glossary is, and whether agents may save terms. */
export const updateGlossaryPolicy = writeTool({
  name: 'update_glossary_policy',
  title: 'Update glossary policy',
  pastTense: 'Updated glossary policy',
  description:
    'Set whether agents may save terms, and whether a translation that breaks a do_not_translate or forbidden term is refused (error) or reported (warning).',
  scope: 'glossary:admin',
  toolset: 'advanced',
  hints: { destructive: false, idempotent: true },
  changes: {
    fields: ['agents_save', 'do_not_translate', 'forbidden_term'],
    fix: 'Give agents_save, do_not_translate or forbidden_term.',
  },
  grows: false,
  rest: ofTarget('PATCH', '/glossary/policy'),
  input: z.object({
    target: TargetName,
    agents_save: z.boolean().optional(),
    do_not_translate: Level,
    forbidden_term: Level,
  }),
  output: z.object({ target: z.string(), policy: PolicyView, next: z.string() }),
  resource: ({ target }, call) => guidanceTarget(target, call),
  handler: async (input, { tx, services, resource: { ownerId, account, project, name }, audit, skipAudit }) => {
    const { agents_save, do_not_translate, forbidden_term } = input
    const own = await tx.glossaries.get(ownerId)
    const { version, policy: before } = await loadGlossary(ownerId, account.id, tx)
    const policy = { ...before, ...omitUndefined({ agents_save, do_not_translate, forbidden_term }) }
    const record = { id: ownerId, version, ...own, policy, updated_at: services.now().toISOString() }
    const changes = diffFields(before, policy, ['agents_save', 'do_not_translate', 'forbidden_term'])
    const isRechecked =
      policy.do_not_translate !== before.do_not_translate || policy.forbidden_term !== before.forbidden_term
    // The first call is a change even if the values equal the account's: from then on the project no longer follows the account.
    if (own !== undefined && changes === undefined) skipAudit()
    else {
      if (own !== undefined) await tx.glossaries.put(record)
      else await tx.glossaries.insert(record)
      const owner = project === undefined ? 'account' : 'project'
      if (isRechecked) await requestRecheck({ owner, owner_id: ownerId }, { kind: 'all' }, tx, services)
      audit(name, undefined, changes)
    }
    const next = isRechecked
      ? 'Translations are checked again; get_status counts their findings.'
      : 'get_glossary lists the terms.'
    return { target: name, policy, next }
  },
})
