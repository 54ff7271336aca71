import { z } from 'zod'
import { CONTROL_CHARACTER, HIDDEN_CHARACTER } from '../../text/invisible-characters.ts'

/** A handle in any case. ASCII only: some other letters have a to z as their lower case (U+212A becomes k). */
export const Handle = z
  .string()
  .min(1)
  .max(60)
  .refine(handle => /^[ -~]*$/.test(handle), 'a handle: letters (a to z), digits and single hyphens')
  .describe('Handle, such as acme')

/** A project's full name: `account/project`. */
export const ProjectName = z.string().regex(/^[^/\s]+\/[^/\s]+$/, 'account/project, such as acme/app')

/** One line of visible text, 1 to 100 characters: a name, a title. */
export const Line = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .refine(
    text => !HIDDEN_CHARACTER.test(text) && !CONTROL_CHARACTER.test(text),
    'one line without control or invisible characters',
  )

/** Visible text with line breaks. Callers set its length. */
export const VisibleText = z
  .string()
  .trim()
  .refine(
    text => !HIDDEN_CHARACTER.test(text) && !CONTROL_CHARACTER.test(text.replaceAll(/[\n\t]/g, '')),
    'text without control or invisible characters; line breaks are fine',
  )

/** Visible text with line breaks, at most 1,000 characters: a description, a note. */
export const Lines = VisibleText.max(1000)

/** The input fields of a paged listing. `cursor`: the `next_cursor` of the previous page. */
export const pageInput = {
  limit: z.number().int().min(1).max(200).default(50),
  cursor: z.string().min(1).optional(),
}

/** The output field of a paged listing; absent on the last page. */
export const pageOutput = { next_cursor: z.string().optional() }
