import type { CallToolResult } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { parseAnswer } from '../files/tool-result.ts'

/** The fields of a response of `get_context` that commands read. */
export const Context = z.object({
  user: z.object({ handle: z.string() }),
  scopes: z.array(z.string()),
  via: z.object({ kind: z.string(), id: z.string().optional(), expires_at: z.string().optional() }),
})

/** The user, scopes and credential of a call, as the server sees them. */
export type ServerContext = z.output<typeof Context>

/** Parses the response of `get_context`. @throws AppError */
export const parseContext = (result: CallToolResult, server?: string): ServerContext =>
  parseAnswer(result, Context, server)
