import { AppError } from '../errors.ts'
import { listAuditEvents } from './audit/list-audit-events.ts'
import { listOrganizationAuditEvents } from './audit/list-organization-audit-events.ts'
import { getContext } from './context/get-context.ts'
import { annotateEntry } from './entries/annotate-entry.ts'
import { getEntries } from './entries/get-entries.ts'
import { pullTranslations } from './files/pull-translations.ts'
import { pushSource } from './files/push-source.ts'
import { pushTranslations } from './files/push-translations.ts'
import { listGrants } from './grants/list-grants.ts'
import { revokeGrant } from './grants/revoke-grant.ts'
import { getGlossary } from './guidance/get-glossary.ts'
import { getProjectContext } from './guidance/get-project-context.ts'
import { getVoice } from './guidance/get-voice.ts'
import { restoreGlossary } from './guidance/restore-glossary.ts'
import { restoreVoice } from './guidance/restore-voice.ts'
import { saveGlossary } from './guidance/save-glossary.ts'
import { saveVoice } from './guidance/save-voice.ts'
import { updateGlossaryPolicy } from './guidance/update-glossary-policy.ts'
import { listChanges } from './history/list-changes.ts'
import { revertChanges } from './history/revert-changes.ts'
import { findClosestName } from './nearest.ts'
import { answerInvitation } from './organizations/answer-invitation.ts'
import { createOrganization } from './organizations/create-organization.ts'
import { deleteOrganization } from './organizations/delete-organization.ts'
import { getOrganization } from './organizations/get-organization.ts'
import { handOverOrganization } from './organizations/hand-over-organization.ts'
import { inviteMember } from './organizations/invite-member.ts'
import { leaveOrganization } from './organizations/leave-organization.ts'
import { listInvitations } from './organizations/list-invitations.ts'
import { listMembers } from './organizations/list-members.ts'
import { listMyInvitations } from './organizations/list-my-invitations.ts'
import { listOrganizationTokens } from './organizations/list-organization-tokens.ts'
import { listOrganizations } from './organizations/list-organizations.ts'
import { removeMember } from './organizations/remove-member.ts'
import { restoreOrganization } from './organizations/restore-organization.ts'
import { revokeInvitation } from './organizations/revoke-invitation.ts'
import { revokeOrganizationToken } from './organizations/revoke-organization-token.ts'
import { setOrganizationVisibility } from './organizations/set-organization-visibility.ts'
import { updateMember } from './organizations/update-member.ts'
import { updateOrganization } from './organizations/update-organization.ts'
import { getAccount } from './people/get-account.ts'
import { getUser } from './people/get-user.ts'
import { listAccounts } from './people/list-accounts.ts'
import { updateUser } from './people/update-user.ts'
import { createProject } from './projects/create-project.ts'
import { deleteBranch } from './projects/delete-branch.ts'
import { deleteProject } from './projects/delete-project.ts'
import { getProject } from './projects/get-project.ts'
import { listProjects } from './projects/list-projects.ts'
import { restoreProject } from './projects/restore-project.ts'
import { updateProject } from './projects/update-project.ts'
import { updateProjectPolicy } from './projects/update-project-policy.ts'
import { reviewTranslations } from './review/review-translations.ts'
import { createToken } from './tokens/create-token.ts'
import { listTokens } from './tokens/list-tokens.ts'
import { revokeToken } from './tokens/revoke-token.ts'
import { updateToken } from './tokens/update-token.ts'
import type { Tool } from './tool.ts'
import { checkTexts } from './work/check-text.ts'
import { getStatus } from './work/get-status.ts'
import { getWork } from './work/get-work.ts'
import { reserveWork } from './work/reserve-work.ts'
import { submitTranslations } from './work/submit-translations.ts'

/** Every tool, in the order in which clients list them: `get_context` first, then the work, guidance, tokens, people. */
export const TOOLS: readonly Tool[] = [
  getContext,
  listAccounts,
  listProjects,
  createProject,
  getProject,
  getProjectContext,
  updateProject,
  updateProjectPolicy,
  deleteBranch,
  deleteProject,
  restoreProject,
  pushSource,
  pushTranslations,
  getStatus,
  getWork,
  reserveWork,
  submitTranslations,
  checkTexts,
  getEntries,
  reviewTranslations,
  annotateEntry,
  pullTranslations,
  listChanges,
  revertChanges,
  getVoice,
  saveVoice,
  restoreVoice,
  getGlossary,
  saveGlossary,
  updateGlossaryPolicy,
  restoreGlossary,
  listTokens,
  createToken,
  updateToken,
  revokeToken,
  listOrganizationTokens,
  revokeOrganizationToken,
  listGrants,
  revokeGrant,
  getAccount,
  getUser,
  updateUser,
  listOrganizations,
  getOrganization,
  createOrganization,
  updateOrganization,
  setOrganizationVisibility,
  handOverOrganization,
  deleteOrganization,
  restoreOrganization,
  leaveOrganization,
  listMembers,
  updateMember,
  removeMember,
  listInvitations,
  inviteMember,
  revokeInvitation,
  listMyInvitations,
  answerInvitation,
  listAuditEvents,
  listOrganizationAuditEvents,
]

const byName = new Map(TOOLS.map(tool => [tool.name, tool]))

export const hasTool = (name: string): boolean => byName.has(name)

/** @throws AppError `unknown_tool` with the nearest name. */
export function findTool(name: string): Tool {
  const tool = byName.get(name)
  if (tool !== undefined) return tool
  const close = findClosestName(name, [...byName.keys()])
  throw new AppError('unknown_tool', `There is no tool ${JSON.stringify(name.slice(0, 80))}.`, {
    fix:
      close === undefined
        ? 'tools/list has the names; on a command line, the command tools.'
        : `Did you mean ${close}?`,
  })
}
