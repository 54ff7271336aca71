import { z } from 'zod'

const Context = z.object({
  user: z.object({ handle: z.string() }),
  scopes: z.array(z.string()),
  via: z.object({ kind: z.string(), id: z.string().optional(), expires_at: z.string().optional() }),
})

/** The user, scopes and credential of a call, as the server sees them. */
export type ServerContext = z.output<typeof Context>

/** Parses the response of `get_context`. */
export const parseContext = (answer: unknown): ServerContext => Context.parse(answer)
