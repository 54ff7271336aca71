import { z } from 'zod'

/** Every peer serves this many tools, as the default listing of a grown service has. */
export const TOOL_COUNT = 40

const token = (n: number) => ({
  id: `0000000000000000000${n}`,
  name: `token ${n}`,
  scopes: ['user:read', 'project:read'],
  account: 'ada',
  expires_at: null,
  last_used_at: null,
  created_at: '2027-01-01T00:00:00.000Z',
  created_by: 'stdio',
  prefix: `svca_000${n}`,
})

/** What list_tokens answers at the peers: five tokens, as at the service. */
export const TOKENS = { tokens: [1, 2, 3, 4, 5].map(token) }

/** The same result as a server of MCP 2026-07-28 sends it. */
export const RESULT = {
  content: [{ type: 'text', text: JSON.stringify(TOKENS) }],
  structuredContent: TOKENS,
  resultType: 'complete',
}

export const inputShape = {
  limit: z.number().int().min(1).max(200).default(50).describe('How many, 1 to 200'),
  cursor: z.string().optional().describe('next_cursor of the answer before'),
}

export const outputShape = {
  tokens: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      scopes: z.array(z.string()),
      account: z.string(),
      expires_at: z.string().nullable(),
      last_used_at: z.string().nullable(),
      created_at: z.string(),
      created_by: z.string(),
      prefix: z.string(),
    }),
  ),
}
