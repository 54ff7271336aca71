import { controlCharacters } from './characters/control-characters.ts'
import type { Check } from './define-check.ts'
import { markup } from './markup/markup.ts'
import { empty } from './structure/empty.ts'
import { extraPluralForms } from './structure/extra-plural-forms.ts'
import { icuSyntax } from './structure/icu-syntax.ts'
import { maxLength } from './structure/max-length.ts'
import { placeholders } from './structure/placeholders.ts'
import { pluralForms } from './structure/plural-forms.ts'
import { vueSyntax } from './structure/vue-syntax.ts'
import { doNotTranslate } from './terms/do-not-translate.ts'
import { forbiddenTerm } from './terms/forbidden-term.ts'
import { glossary } from './terms/glossary.ts'

/** All checks, in the order of their findings. */
export const CHECKS: readonly Check[] = [
  empty,
  icuSyntax,
  vueSyntax,
  placeholders,
  pluralForms,
  extraPluralForms,
  markup,
  doNotTranslate,
  forbiddenTerm,
  glossary,
  maxLength,
  controlCharacters,
]

/** The IDs of all checks, as in findings. */
export const CHECK_IDS: readonly string[] = CHECKS.map(({ id }) => id)

/** The checks whose level no project can lower. */
export const FIXED_CHECKS: readonly string[] = CHECKS.filter(({ isFixed }) => isFixed === true).map(({ id }) => id)
