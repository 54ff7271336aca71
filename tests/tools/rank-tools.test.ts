import { describe, expect, it } from 'vitest'
import { ASKS } from '../../src/tools/catalogue/asks.ts'
import { rankTools } from '../../src/tools/catalogue/rank-tools.ts'
import { TOOLS } from '../../src/tools/registry.ts'

const NEEDS: readonly (readonly [need: string, tool: string])[] = [
  ['bring back a deleted project', 'restore_project'],
  ['who can access this project', 'list_members'],
  ['remove a locale', 'update_project'],
  ['revert a batch', 'revert_changes'],
  ['accept an invitation', 'answer_invitation'],
  ['cancel an invitation I sent', 'revoke_invitation'],
  ['decline an invite', 'answer_invitation'],
  ['make Anna an admin', 'update_member'],
  ['set syntax', 'update_project_policy'],
  ['change message format of files to ICU', 'update_project_policy'],
  ['who am I', 'get_context'],
  ['change my display name', 'update_user'],
  ['allow the AI to overwrite human translations', 'update_project_policy'],
  ['turn off the double space warning', 'update_project_policy'],
  ['make numbers an error', 'update_project_policy'],
  ['lock a string', 'annotate_entry'],
  ['voice is outdated', 'annotate_entry'],
  ['outdated_voice', 'annotate_entry'],
  ['clear outdated_voice of a translation', 'annotate_entry'],
  ['confirm a translation', 'annotate_entry'],
  ['confirm a stale translation', 'annotate_entry'],
  ['restore a deleted project', 'restore_project'],
  ['undelete the organization', 'restore_organization'],
  ['invite a member', 'invite_member'],
  ['invite a member to the organization', 'invite_member'],
  ['add a colleague', 'invite_member'],
  ['remove a user from the organization', 'remove_member'],
  ['list pending invitations', 'list_invitations'],
  ['leave the organization', 'leave_organization'],
  ['transfer ownership', 'hand_over_organization'],
  ['rename the organization', 'update_organization'],
  ['delete the organization', 'delete_organization'],
  ['make the account public', 'set_organization_visibility'],
  ['list my organizations', 'list_organizations'],
  ['revoke a token of a member', 'revoke_organization_token'],
  ['rename a token', 'update_token'],
  ['list tokens', 'list_tokens'],
  ['disconnect an app', 'revoke_grant'],
  ['which apps are connected', 'list_grants'],
  ['audit log', 'list_audit_events'],
  ['what did members of the organization do', 'list_organization_audit_events'],
  ['restore an earlier version of the glossary', 'restore_glossary'],
  ['go back to the old voice', 'restore_voice'],
  ['let agents save terms', 'update_glossary_policy'],
  ['glossary level of forbidden terms', 'update_glossary_policy'],
  ['check a translation without saving', 'check_text'],
  ['which checks exist', 'find_checks'],
  ['what does the check same_as_source mean', 'find_checks'],
  ['delete a branch', 'delete_branch'],
  ['delete a project', 'delete_project'],
  ['require approval before export', 'update_project_policy'],
  ['change target locales', 'update_project'],
]

describe('the tools for a need', () => {
  it.each(NEEDS)('to “%s” begin with %s', (need, tool) => expect(rankTools(TOOLS, need)[0]?.name).toBe(tool))

  it.each(['outdated_voice', 'clear outdated_voice findings', 'get rid of outdated voice', 'confirm voice'])(
    'to “%s” do not restore a voice',
    need => expect(rankTools(TOOLS, need).map(({ name }) => name)).not.toContain('restore_voice'),
  )

  it('are none without a common word', () => expect(rankTools(TOOLS, 'zzz')).toEqual([]))

  it('have no words for tools that do not exist', () => {
    const names = TOOLS.map(({ name }) => name)
    expect(Object.keys(ASKS).filter(name => !names.includes(name))).toEqual([])
  })
})
