import { AppError } from '../errors.ts'
import { getAccount, listAccounts } from './accounts/read-accounts.ts'
import { listAuditEvents, listOrganizationAuditEvents } from './audit/list-audit-events.ts'
import { defineFindTools } from './catalogue/find-tools.ts'
import { defineUseTool, findInnerCall } from './catalogue/use-tool.ts'
import { findClosestName } from './closest-name.ts'
import { getContext } from './context/get-context.ts'
import { getProjectContext } from './context/get-project-context.ts'
import { reviewTranslations } from './decisions/review-translations.ts'
import { annotateEntry } from './entries/annotate-entry.ts'
import { getEntries } from './entries/get-entries.ts'
import { pushTranslations } from './files/import/push-translations.ts'
import { compareTranslations } from './files/pull/compare-translations.ts'
import { pullTranslations } from './files/pull/pull-translations.ts'
import { pushSource } from './files/push/push-source.ts'
import { getGlossary } from './glossary/get-glossary.ts'
import { restoreGlossary } from './glossary/restore-glossary.ts'
import { saveGlossary } from './glossary/save-glossary.ts'
import { updateGlossaryPolicy } from './glossary/update-glossary-policy.ts'
import { listGrants } from './grants/list-grants.ts'
import { revokeGrant } from './grants/revoke-grant.ts'
import { listChanges } from './history/list-changes.ts'
import { revertChanges } from './history/revert-changes.ts'
import { answerInvitation } from './invitations/answer-invitation.ts'
import { inviteMember, revokeInvitation } from './invitations/invite-member.ts'
import { listInvitations, listMyInvitations } from './invitations/list-invitations.ts'
import { leaveOrganization, removeMember } from './members/end-membership.ts'
import { listMembers } from './members/list-members.ts'
import { updateMember } from './members/update-member.ts'
import { deleteMemory, importMemory } from './memory/change-memory.ts'
import { exportMemory } from './memory/export-memory.ts'
import { searchMemory } from './memory/search-memory.ts'
import { createOrganization } from './organizations/create-organization.ts'
import { deleteOrganization, restoreOrganization } from './organizations/delete-organization.ts'
import { listOrganizationTokens, revokeOrganizationToken } from './organizations/organization-tokens.ts'
import { getOrganization, listOrganizations } from './organizations/read-organizations.ts'
import {
  handOverOrganization,
  setOrganizationVisibility,
  updateOrganization,
} from './organizations/update-organization.ts'
import type { Tool } from './pipeline/tool.ts'
import { createProject } from './projects/create-project.ts'
import { deleteBranch } from './projects/delete-branch.ts'
import { deleteProject, restoreProject } from './projects/delete-project.ts'
import { getProject } from './projects/get-project.ts'
import { listProjects } from './projects/list-projects.ts'
import { updateProject } from './projects/update-project.ts'
import { updateProjectPolicy } from './projects/update-project-policy.ts'
import { createReview } from './reviews/create-review.ts'
import { decideReview } from './reviews/decide-review.ts'
import { getReview } from './reviews/get-review.ts'
import { cancelRun } from './runs/end-run.ts'
import { getRuns } from './runs/get-runs.ts'
import { startRun } from './runs/start-run.ts'
import { createToken } from './tokens/create-token.ts'
import { listTokens } from './tokens/list-tokens.ts'
import { revokeToken } from './tokens/revoke-token.ts'
import { updateToken } from './tokens/update-token.ts'
import { getUser, updateUser } from './users/profile.ts'
import { getVoice } from './voice/get-voice.ts'
import { restoreVoice } from './voice/restore-voice.ts'
import { saveVoice } from './voice/save-voice.ts'
import { listDeliveries, listWebhooks } from './webhooks/list-webhooks.ts'
import { pingWebhook, repeatDelivery } from './webhooks/repeat-delivery.ts'
import { deleteWebhook, saveWebhook } from './webhooks/save-webhook.ts'
import { checkTexts } from './work/check-texts.ts'
import { findChecks } from './work/find-checks.ts'
import { getStatus } from './work/get-status.ts'
import { getWork } from './work/get-work.ts'
import { submitTranslations } from './work/submit-translations.ts'

/** Every tool, in listing order: those that the specification names, then projects and work, guidance, users and organizations. */
export const TOOLS: readonly Tool[] = [
  listTokens,
  createToken,
  revokeToken,
  getProjectContext,
  getContext,
  listAccounts,
  listProjects,
  createProject,
  getProject,
  updateProject,
  updateProjectPolicy,
  deleteBranch,
  deleteProject,
  restoreProject,
  pushSource,
  pushTranslations,
  getStatus,
  getWork,
  submitTranslations,
  checkTexts,
  findChecks,
  getEntries,
  reviewTranslations,
  annotateEntry,
  pullTranslations,
  compareTranslations,
  startRun,
  getRuns,
  cancelRun,
  createReview,
  getReview,
  decideReview,
  listChanges,
  revertChanges,
  getVoice,
  saveVoice,
  restoreVoice,
  getGlossary,
  saveGlossary,
  updateGlossaryPolicy,
  restoreGlossary,
  searchMemory,
  importMemory,
  deleteMemory,
  exportMemory,
  listWebhooks,
  saveWebhook,
  deleteWebhook,
  listDeliveries,
  repeatDelivery,
  pingWebhook,
  updateToken,
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

/** Tools of MCP clients alone, which see only the tools that they list. REST and the command line reach every tool by its own address. */
export const MCP_TOOLS: readonly Tool[] = [defineFindTools(() => TOOLS), defineUseTool(findTool, ['find_tools'])]

const byName = new Map(TOOLS.map(tool => [tool.name, tool]))

const mcpByName = new Map([...TOOLS, ...MCP_TOOLS].map(tool => [tool.name, tool]))

/** Whether MCP clients can call the tool. */
export const hasMcpTool = (name: string): boolean => mcpByName.has(name)

/** Finds a tool for MCP clients. @throws AppError `unknown_tool` with the closest name. */
export const findMcpTool = (name: string): Tool => mcpByName.get(name) ?? findTool(name)

/** The tool whose scope, rate limit and effect a call of an MCP client has: the one that `use_tool` runs. Undefined for an unknown tool. */
export const findEffectiveTool = (name: string, args: unknown): Tool | undefined => {
  const inner = findInnerCall(name, args)
  return (inner === undefined ? undefined : byName.get(inner.name)) ?? mcpByName.get(name)
}

/** Finds a tool by name. @throws AppError `unknown_tool` with the closest name. */
export function findTool(name: string): Tool {
  const tool = byName.get(name)
  if (tool !== undefined) return tool
  const close = findClosestName(name, [...byName.keys()])
  throw new AppError('unknown_tool', `Tool ${JSON.stringify(name.slice(0, 80))} does not exist.`, {
    fix: dragoman =>
      close === undefined
        ? `List the tools with tools/list and find_tools, or with \`${dragoman('tools')}\`.`
        : `Did you mean ${close}?`,
  })
}
