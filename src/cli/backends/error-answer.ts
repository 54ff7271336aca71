import { z } from 'zod'
import { ERROR_CODES } from '../../errors.ts'

/** The error body in a server's response. Invalid fields are dropped: older servers have fewer, and other servers send anything. */
export const ErrorAnswer = z
  .object({
    code: z.enum(ERROR_CODES).optional().catch(undefined),
    message: z.string().optional().catch(undefined),
    fix: z.string().optional().catch(undefined),
    scopes: z.array(z.string()).optional().catch(undefined),
    retry_after: z.number().optional().catch(undefined),
  })
  .catch({})
