/** The IDs of all checks, as in findings. */
export const CHECK_IDS = [
  'empty',
  'icu_syntax',
  'placeholders',
  'plural_forms',
  'extra_plural_forms',
  'markup',
  'max_length',
  'control_characters',
  'do_not_translate',
  'forbidden_term',
] as const

/** Checks whose findings break files or applications; no project can lower them. */
export const FIXED_CHECKS: readonly string[] = ['empty', 'icu_syntax']
