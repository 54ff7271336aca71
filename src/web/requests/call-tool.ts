import { z } from 'zod'
import { sessionPrincipal } from '../../auth/users/sessions.ts'
import type { Tool } from '../../tools/pipeline/tool.ts'
import type { SignedInRequest } from './page-request.ts'

/**
 * Runs a tool for the signed-in user. `shape` is the part of the output that the page reads.
 * @throws AppError with the codes of the tool.
 */
export async function callTool<S extends z.ZodType>(
  { services, requestId, incoming, signedIn }: SignedInRequest,
  { tool, input, shape }: { readonly tool: Tool; readonly input: unknown; readonly shape: S },
): Promise<z.output<S>> {
  const principal = sessionPrincipal(signedIn)
  const client = incoming.headers['user-agent']?.slice(0, 100)
  return shape.parse(await tool.invoke(input, { services, principal, surface: 'web', requestId, client }))
}

interface ListCall<V extends z.ZodType> {
  readonly tool: Tool
  /** The name of the list in the output, and the shape of its items. */
  readonly list: string
  readonly item: V
  readonly input?: object
}

/**
 * Reads the items of a list that the page of the URL shows, and the cursor of the next page.
 * @throws AppError with the codes of the tool.
 */
export async function listPage<V extends z.ZodType>(
  request: SignedInRequest,
  { tool, list, item, input = {} }: ListCall<V>,
): Promise<{ readonly items: readonly z.output<V>[]; readonly next: string | undefined }> {
  const shape = z.object({ items: z.array(item), next: z.string().optional() })
  const cursor = request.query.get('cursor') ?? undefined
  const output = await callTool(request, { tool, input: { ...input, cursor }, shape: z.looseObject({}) })
  const { items, next } = shape.parse({ items: output[list], next: output['next_cursor'] })
  return { items, next }
}
