import { AppError } from '../../errors.ts'

/** The result of one check. */
export interface Finding {
  /** The checked part of the server, in one or two words. */
  readonly check: string
  readonly state: 'works' | 'note' | 'warning' | 'fault'
  readonly message: string
  /** What the message is about, one a line. */
  readonly details?: readonly string[]
  /** The next step for the user; absent for `works`. A note needs none. */
  readonly fix?: string
}

export const works = (check: string, message: string): Finding => ({ check, state: 'works', message })
export const warning = (check: string, message: string, fix: string): Finding => ({
  check,
  state: 'warning',
  message,
  fix,
})
export const fault = (check: string, message: string, fix: string): Finding => ({ check, state: 'fault', message, fix })

/** Handles a rejection: returns the fault of an AppError, with a fix for those without one, and throws other errors. */
export const toFault =
  (check: string, fix: string) =>
  (error: unknown): Finding => {
    if (error instanceof AppError) return fault(check, error.message, error.fix ?? fix)
    throw error
  }
