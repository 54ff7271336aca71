import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { SCOPE_DESCRIPTIONS } from '../../../src/auth/policy/scope-groups.ts'
import { ALL_SCOPES } from '../../../src/auth/policy/scopes.ts'
import { TOOLS } from '../../../src/tools/registry.ts'

/** What each tool opens, in the words that the sentence of its scope must have. A tool without a row fails. */
const OPENS: Readonly<Record<string, readonly string[]>> = {
  list_accounts: ['personal account', 'organizations', 'role'],
  get_account: ['public accounts', 'role', 'limits'],
  list_projects: ['See your projects', 'public projects'],
  get_project: ['settings'],
  get_project_context: ['settings'],
  get_status: ['progress'],
  get_runs: ['runs'],
  get_review: ['reviews'],
  get_work: ['source strings'],
  check_text: ['Run checks'],
  compare_translations: ['translations'],
  find_checks: ['Run checks'],
  get_entries: ['source strings', 'translations', 'comments', 'authors'],
  pull_translations: ['pull translations'],
  list_changes: ['history', 'authors'],
  search_memory: ['search and export the translation memory'],
  export_memory: ['search and export the translation memory'],
  import_memory: ['import translation memories'],
  delete_memory: ['import translation memories'],
  create_project: ['Create projects'],
  update_project: ['change their settings'],
  delete_branch: ['delete branches'],
  push_source: ['Push source files'],
  push_translations: ['Push source files and translations'],
  submit_translations: ['submit'],
  review_translations: ['review'],
  annotate_entry: ['annotate'],
  start_run: ['start', 'cancel runs'],
  cancel_run: ['cancel runs'],
  create_review: ['create and decide reviews'],
  decide_review: ['create and decide reviews'],
  revert_changes: ['revert'],
  list_webhooks: ['manage webhooks'],
  save_webhook: ['manage webhooks'],
  delete_webhook: ['manage webhooks'],
  list_deliveries: ['manage webhooks'],
  repeat_delivery: ['manage webhooks'],
  ping_webhook: ['manage webhooks'],
  update_project_policy: ['Change project policy', 'file paths'],
  delete_project: ['Delete projects'],
  restore_project: ['restore deleted projects'],
  get_voice: ['voice', 'versions', 'public projects'],
  save_voice: ['Replace the voice'],
  restore_voice: ['Restore earlier versions of a voice'],
  get_glossary: ['glossary terms', 'versions'],
  save_glossary: ['Add, change and remove glossary terms'],
  update_glossary_policy: ['agents may change', 'how strictly terms are checked'],
  restore_glossary: ['Restore earlier versions of a glossary'],
  list_tokens: ['account tokens', 'names', 'scopes'],
  create_token: ['Manage your account tokens'],
  update_token: ['Manage your account tokens'],
  revoke_token: ['Manage your account tokens'],
  list_organization_tokens: ['See the audit log', 'their account tokens'],
  revoke_organization_token: ['Revoke these tokens'],
  list_grants: ['connected apps', 'names', 'scopes'],
  revoke_grant: ['Manage your', 'connected apps'],
  get_user: ['your profile', 'members of your organizations'],
  update_user: ['Change your profile', 'personal account public'],
  list_organizations: ['organizations', 'role', 'deleted organizations that you can restore'],
  get_organization: ['owner', 'visibility', 'number of members and projects'],
  create_organization: ['Create organizations'],
  update_organization: ['change their display names'],
  set_organization_visibility: ['make organizations public or private'],
  hand_over_organization: ['new owner'],
  delete_organization: ['Delete organizations', 'projects'],
  restore_organization: ['restore deleted organizations'],
  leave_organization: ['leave organizations'],
  list_members: ['members', 'roles'],
  update_member: ['Change the roles of members'],
  remove_member: ['remove members'],
  list_invitations: ['open invitations'],
  invite_member: ['Invite users'],
  revoke_invitation: ['revoke invitations'],
  list_my_invitations: ['your invitations'],
  answer_invitation: ['Manage your', 'invitations'],
  list_audit_events: ['your audit log'],
  list_organization_audit_events: ['audit log of your organizations'],
}

/** Fields of an answer that the name of its scope does not suggest. */
const REVEALS: Readonly<Record<string, string>> = { address: 'IP addresses', user_agent: 'user agents' }

const fieldsOf = (schema: z.ZodType): readonly string[] => {
  const names: string[] = []
  JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'output' }), (name, value: unknown) => {
    if (name === 'properties') names.push(...Object.keys(value as object))
    return value
  })
  return names
}

describe('the description of a scope', () => {
  it.each(TOOLS.flatMap(tool => (tool.scope === null ? [] : [{ ...tool, scope: tool.scope }])))(
    'says what $name allows: $scope',
    ({ name, scope, output }) => {
      const revealed = fieldsOf(output).flatMap(field => REVEALS[field] ?? [])
      for (const words of [...(OPENS[name] ?? ['a row in OPENS']), ...revealed]) {
        expect(SCOPE_DESCRIPTIONS[scope]).toContain(words)
      }
    },
  )

  it('mentions no tool that was removed', () => {
    const names = TOOLS.map(({ name }) => name)
    expect(Object.keys(OPENS).filter(name => !names.includes(name))).toEqual([])
  })

  it('has one or two sentences for each of the 19', () => {
    for (const scope of ALL_SCOPES) expect(SCOPE_DESCRIPTIONS[scope].split('. ').length, scope).toBeLessThanOrEqual(2)
  })
})
