import { AppError, type ErrorCode, type ErrorOptions } from '../errors.ts'
import type { WayOn } from './pages/error.tsx'

/** An error whose page also leads to where a person goes on. */
export class PageError extends AppError {
  readonly wayOn: WayOn

  constructor(code: ErrorCode, message: string, { wayOn, ...options }: ErrorOptions & { readonly wayOn: WayOn }) {
    super(code, message, options)
    this.wayOn = wayOn
  }
}
