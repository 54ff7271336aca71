import { z } from 'zod'
import { CONTROL_CHARACTER, HIDDEN_CHARACTER } from '../../text/invisible-characters.ts'

/** Input and output pieces that several tools share. */
/** Some letters of other alphabets become a to z in lower case (U+212A becomes k): they name nobody. */
export const Handle = z
  .string()
  .min(1)
  .max(60)
  .refine(handle => /^[ -~]*$/.test(handle), 'give a handle: it has letters (a to z), digits and single hyphens')
  .describe('Account handle, such as acme')
export const ProjectName = z.string().regex(/^[^/\s]+\/[^/\s]+$/, 'give account/project, such as acme/app')

/** One line that people read: a name, a title. */
export const Line = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .refine(
    text => !HIDDEN_CHARACTER.test(text) && !CONTROL_CHARACTER.test(text),
    'give one line without control or invisible characters',
  )

/** Lines that people read; whoever takes them sets a limit. */
export const VisibleText = z
  .string()
  .trim()
  .refine(
    text => !HIDDEN_CHARACTER.test(text) && !CONTROL_CHARACTER.test(text.replaceAll(/[\n\t]/g, '')),
    'give text without control or invisible characters; line breaks are fine',
  )

/** Some lines that people read: a description, a note. */
export const Lines = VisibleText.max(1000)

export const pageInput = {
  limit: z.number().int().min(1).max(200).default(50),
  cursor: z.string().optional().describe('next_cursor'),
}

export const pageOutput = { next_cursor: z.string().optional() }
