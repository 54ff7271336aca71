import { z } from 'zod'
import { checkPath } from '../../../l10n/files/paths.ts'
import { writeTool } from '../../pipeline/define-tool.ts'
import { projectTarget } from '../../pipeline/resources.ts'
import { BranchName } from '../../projects/branches.ts'
import { ProjectName } from '../../schemas/fields.ts'
import { stageUpload } from './staged-files.ts'

/**
 * Stores the upload of a transfer link. It runs through the pipeline like every tool but is not listed; the caller has the permissions of the credential
 * that requested the link.
 */
export const stageFile = writeTool({
  name: 'stage_file',
  title: 'Stage uploaded file',
  pastTense: 'Staged uploaded file',
  description: 'Store an uploaded file until the call that requested it is repeated.',
  scope: 'project:write',
  toolset: 'advanced',
  hints: { destructive: false, idempotent: true },
  grows: true,
  rest: [],
  input: z.object({
    project: ProjectName,
    branch: BranchName,
    purpose: z.string(),
    path: z.string(),
    content: z.string(),
  }),
  output: z.object({ received: z.number().int(), sha256: z.string(), path: z.string() }),
  resource: ({ project }, call) => projectTarget(project, call),
  handler: async ({ branch, purpose, path, content }, context) => {
    const { project } = context.resource
    checkPath(path)
    const file = await stageUpload({ projectId: project.id, purpose, branch, path }, content, context)
    // The event of the call that requested the upload names it.
    context.skipAudit()
    return { received: file.size, sha256: file.sha256, path }
  },
})
