/** Every check by its id, as findings carry it. */
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

/** What these find breaks a file or an application for everyone, so no project can lower them. */
export const FIXED_CHECKS: readonly string[] = ['empty', 'icu_syntax']
