import { z } from 'zod'
import { ERROR_CODES } from '../../errors.ts'

/** The error body in an answer of a server, as far as it has the form of one: an older server has fewer fields, and another one anything. */
export const ErrorAnswer = z
  .object({
    code: z.enum(ERROR_CODES).optional().catch(undefined),
    message: z.string().optional().catch(undefined),
    fix: z.string().optional().catch(undefined),
    retry_after: z.number().optional().catch(undefined),
  })
  .catch({})
