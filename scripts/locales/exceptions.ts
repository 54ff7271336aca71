/** Languages whose translation is under way: their missing messages are counted, and do not fail the check. */
export const INCOMPLETE: readonly string[] = ['de', 'es', 'ja', 'ar']

/** A finding that is right for the check, and wrong for this translation. */
export interface Exception {
  readonly locale: string
  readonly key: string
  /** The ID of the check. */
  readonly check: string
  readonly reason: string
}

export const EXCEPTIONS: readonly Exception[] = []
