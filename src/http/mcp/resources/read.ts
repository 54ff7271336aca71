import { ProtocolError, ResourceNotFoundError } from '@modelcontextprotocol/server'
import type { ErrorBody } from '../../../errors.ts'
import { echo } from '../../../text/escape.ts'
import type { ToolBackend, ToolCallContext } from '../tool-backend.ts'
import { callTool } from './call-tool.ts'
import { parseResourceUri, VIEW_NAMES, viewScope, viewTitle, viewUri } from './uri.ts'

/** Limits a page to a size that clients can handle: each project has four resources. */
const PROJECTS_PER_PAGE = 100

/** Lists the resources of every project that the caller can access, limited by its scopes. Files are found by their template. */
export async function listResources(backend: ToolBackend, cursor: string | undefined, context: ToolCallContext) {
  const { scopes } = (await callTool(backend, 'get_context', {}, context)) as { scopes: readonly string[] }
  const views = VIEW_NAMES.filter(view => scopes.includes(viewScope(view)))
  if (!scopes.includes('project:read')) return { resources: [] }
  const page = { limit: PROJECTS_PER_PAGE, ...(cursor !== undefined && { cursor }) }
  const { projects, next_cursor } = (await callTool(backend, 'list_projects', page, context)) as {
    projects: readonly { project: string }[]
    next_cursor?: string
  }
  const resources = projects.flatMap(({ project }) =>
    views.map(view => ({
      uri: viewUri(project, view),
      name: `${project} ${view}`,
      title: viewTitle(view),
      mimeType: 'application/json',
    })),
  )
  return { resources, ...(next_cursor !== undefined && { nextCursor: next_cursor }) }
}

/**
 * Reads a resource through its tool, whose scopes, policy and limits apply.
 * @throws ResourceNotFoundError, ProtocolError.
 */
export async function readResource(backend: ToolBackend, uri: string, context: ToolCallContext) {
  if (backend.readResource !== undefined) return backend.readResource(uri, context)
  const call = parseResourceUri(uri)
  if (call === undefined)
    throw new ResourceNotFoundError(echo(uri), `Resource ${JSON.stringify(echo(uri))} does not exist.`)
  try {
    const answer = await callTool(backend, call.tool, call.args, { ...context, inlineFiles: call.isFile })
    return {
      contents: [
        call.isFile ? toFileContents(uri, answer) : { uri, mimeType: JSON_TYPE, text: JSON.stringify(answer) },
      ],
    }
  } catch (error) {
    if (ProtocolError.isInstance(error) && (error.data as ErrorBody | undefined)?.code === 'not_found') {
      throw new ResourceNotFoundError(echo(uri), error.message)
    }
    throw error
  }
}

const JSON_TYPE = 'application/json'

function toFileContents(uri: string, answer: unknown) {
  const { files } = answer as { files: readonly { path: string; content?: string }[] }
  const [file] = files
  if (file?.content === undefined) throw new ResourceNotFoundError(echo(uri))
  const mimeType = /\.(json|arb)$/i.test(file.path) ? JSON_TYPE : 'text/plain'
  return { uri, mimeType, text: file.content }
}
