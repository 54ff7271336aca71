import { z } from 'zod'

/** Input and output pieces that several tools share. */
export const Handle = z.string().min(1).max(60).describe('Account handle, such as acme')
export const ProjectName = z
  .string()
  .regex(/^[^/\s]+\/[^/\s]+$/, 'give account/project, such as acme/app')
  .describe('Project, as account/project')

export const pageInput = {
  limit: z.number().int().min(1).max(200).default(50).describe('How many, 1 to 200'),
  cursor: z.string().optional().describe('next_cursor of the answer before'),
}

export const pageOutput = { next_cursor: z.string().optional() }
