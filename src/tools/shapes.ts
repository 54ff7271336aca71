import { z } from 'zod'

/** Input and output pieces that several tools share. */
export const Handle = z.string().min(1).max(60).describe('Account handle, such as acme')
export const ProjectName = z
  .string()
  .regex(/^[^/\s]+\/[^/\s]+$/, 'give account/project, such as acme/app')
  .describe('Project, as account/project')

/** Characters that reorder, hide or break what stands around them on a terminal or a page; half surrogates are no text at all. */
const HIDDEN =
  /[\p{Cs}\p{Cn}\u00AD\u115F\u1160\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\u2800\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/u
const CONTROL = /\p{Cc}/u

/** One line that people read: a name, a title. */
export const Line = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .refine(text => !HIDDEN.test(text) && !CONTROL.test(text), 'give one line without control or invisible characters')

/** Some lines that people read: a description, a note. */
export const Lines = z
  .string()
  .trim()
  .max(1000)
  .refine(
    text => !HIDDEN.test(text) && !CONTROL.test(text.replaceAll(/[\n\t]/g, '')),
    'give text without control or invisible characters; line breaks are fine',
  )

export const pageInput = {
  limit: z.number().int().min(1).max(200).default(50).describe('How many, 1 to 200'),
  cursor: z.string().optional().describe('next_cursor of the answer before'),
}

export const pageOutput = { next_cursor: z.string().optional() }
