import type { z } from 'zod'
import { type SignedIn, sessionPrincipal } from '../../auth/users/sessions.ts'
import type { Tool } from '../../tools/pipeline/tool.ts'
import type { PageRequest } from './page-request.ts'

/**
 * Runs a tool for the signed-in user. `shape` is the part of the output that the page reads.
 * @throws AppError with the codes of the tool.
 */
export async function callTool<S extends z.ZodType>(
  { services, requestId, incoming }: PageRequest,
  signedIn: SignedIn,
  { tool, input, shape }: { readonly tool: Tool; readonly input: unknown; readonly shape: S },
): Promise<z.output<S>> {
  const principal = sessionPrincipal(signedIn)
  const client = incoming.headers['user-agent']?.slice(0, 100)
  return shape.parse(await tool.invoke(input, { services, principal, surface: 'web', requestId, client }))
}
