import type { PageRequest, Route, SignedInRequest } from '../requests/page-request.ts'
import { redirect } from '../requests/redirect.ts'
import type { SensitiveAction } from '../sessions/pending-action.ts'
import { requireSession, withSession } from '../sessions/require.ts'
import { attempt, type FormFailure } from './attempt.ts'

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
