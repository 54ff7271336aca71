import { AppError, type ErrorCode } from '../../errors.ts'
import { escapeInvisible } from '../../text/escape.ts'
import { pageFix } from '../format/page-fix.ts'
import { PageError, toPageCode } from '../layout/page-error.ts'
import type { PageRequest } from '../requests/page-request.ts'
import { validateLine } from './text-validation.ts'

/** The reason why a form is shown again, with its submitted values. */
export interface FormFailure {
  readonly status: number
  /** The field to change; undefined if no other value would help. */
  readonly field: string | undefined
  readonly message: string
  readonly fix?: string | undefined
  /** Whether the message is that of a tool, which is English. */
  readonly isFromTool?: boolean
}

/** Errors that the user can correct in the form. */
const FORM_ERROR_STATUS: Partial<Record<ErrorCode, number>> = { invalid_input: 400, already_exists: 409, conflict: 409 }

/** Fields whose errors have their own message on pages. */
const LINE_FIELDS = ['name', 'note']

/**
 * Runs the action of a form; undefined if it succeeded. An error belongs to the field that it names, else to the first of `fields`.
 * @throws AppError that no other value would fix; it gets its own page.
 */
export async function attempt(
  { form, noteError }: Pick<PageRequest, 'form' | 'noteError'>,
  fields: readonly [string, ...string[]],
  work: () => Promise<unknown>,
): Promise<FormFailure | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    const status = error instanceof AppError ? FORM_ERROR_STATUS[error.code] : undefined
    if (!(error instanceof AppError) || status === undefined) throw error
    noteError(toPageCode(error))
    const fix = pageFix(error)
    // The message may contain input with characters that reverse the text after it.
    const message = error instanceof PageError ? error.message : escapeInvisible(error.message)
    const named = fields.find(name => name === error.field)
    const fault = named !== undefined && LINE_FIELDS.includes(named) ? validateLine(form.get(named) ?? '') : undefined
    const field = error.code === 'conflict' ? undefined : (named ?? fields[0])
    const isFromTool = fault === undefined && !(error instanceof PageError)
    return { status, field, message: fault ?? message, isFromTool, ...(fix !== undefined && { fix }) }
  }
}
