import { AppError, type ErrorCode } from '../../errors.ts'
import { escapeInvisible } from '../../text/escape.ts'
import { pageFix } from '../format/page-fix.ts'
import { PageError, toPageCode } from '../layout/page-error.ts'
import { type PageRequest, type Route, redirect, type SignedInRequest } from '../requests/page-request.ts'
import type { SensitiveAction } from '../sessions/pending-action.ts'
import { requireSession, withSession } from '../sessions/require.ts'
import { validateLine } from './text-validation.ts'

type Fields = readonly [string, ...string[]]

/** A form that is shown again with its fault. */
export interface RefusedForm<S> {
  readonly sent: S
  readonly failure: FormFailure
}

type NextStep = string | undefined | void | Promise<void>

interface SubmittedForm<S> {
  readonly request: SignedInRequest
  readonly sent: S
}

/** A page with a form. `S` is what the form sends, `D` is the result of its action. */
interface FormPage<S, D> {
  readonly path: string
  /** Sends the page. */
  readonly show: (request: SignedInRequest, refused?: RefusedForm<S>) => Promise<void> | void
  /** The button, if its action needs a recent sign-in. Rejects users before they sign in again in vain. */
  readonly sensitive?: (request: PageRequest) => Promise<SensitiveAction | undefined> | SensitiveAction | undefined
  /**
   * Reads the form.
   * @throws AppError that gets its own page.
   */
  readonly read: (request: SignedInRequest) => Promise<S> | S
  /** The fields that can have errors. The first gets the errors that name no field. */
  readonly fields: Fields | ((sent: S) => Fields)
  readonly submit: (request: SignedInRequest, sent: S) => Promise<D>
  /** Returns the path to open after success, or sends a page that only this response can be. */
  readonly next: (done: D, form: SubmittedForm<S>) => NextStep
}

/** Serves a page whose form is shown again after an error that the user can correct, and redirects after success. */
export const formRoute = <S, D>({ path, show, sensitive, read, fields, submit, next }: FormPage<S, D>): Route => ({
  path,
  get: withSession(async request => show(request)),
  post: async request => {
    const pressed = await sensitive?.(request)
    if (!requireSession(request, pressed)) return
    const sent = await read(request)
    let succeed: (() => NextStep) | undefined
    const failure = await attempt(request, typeof fields === 'function' ? fields(sent) : fields, async () => {
      const done = await submit(request, sent)
      succeed = () => next(done, { request, sent })
    })
    if (failure !== undefined) return show(request, { sent, failure })
    const to = await succeed?.()
    if (typeof to === 'string') redirect(request, to)
  },
})

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
