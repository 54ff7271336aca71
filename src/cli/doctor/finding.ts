/** The result of one check. */
export interface Finding {
  /** One or two words: what was checked. */
  readonly check: string
  readonly state: 'works' | 'warning' | 'fault'
  readonly message: string
  /** What to do; absent for `works`. */
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
