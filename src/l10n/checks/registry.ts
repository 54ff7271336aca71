import { controlCharacters } from './characters/control-characters.ts'
import { htmlEntities } from './characters/html-entities.ts'
import { invisibleCharacters } from './characters/invisible-characters.ts'
import { mojibake } from './characters/mojibake.ts'
import { script } from './characters/script.ts'
import type { Check } from './define-check.ts'
import { markup } from './markup/markup.ts'
import { placeholders } from './placeholders/placeholders.ts'
import { endColon, endPunctuation, endQuestion } from './punctuation/end-marks.ts'
import { punctuationSpacing } from './punctuation/punctuation-spacing.ts'
import { empty } from './structure/empty.ts'
import { fluentSyntax } from './structure/fluent-syntax.ts'
import { formatPattern } from './structure/format-pattern.ts'
import { icuSyntax } from './structure/icu-syntax.ts'
import { javaSyntax } from './structure/java-syntax.ts'
import { maxLength } from './structure/max-length.ts'
import { extraPluralForms, pluralForms } from './structure/plural-forms.ts'
import { vueSyntax } from './structure/vue-syntax.ts'
import { bbcode } from './syntax/bbcode.ts'
import { markdown } from './syntax/markdown.ts'
import { unsafeHtml } from './syntax/unsafe-html.ts'
import { xml } from './syntax/xml.ts'
import { doNotTranslate, forbiddenTerm, glossary } from './terms/term-checks.ts'
import { accelerators } from './values/accelerators.ts'
import { numbers } from './values/numbers.ts'
import { urls } from './values/urls.ts'
import { escapedNewlines, newlines } from './whitespace/newlines.ts'
import { doubleSpace, edgeWhitespace } from './whitespace/spaces.ts'
import { assistantText } from './wording/assistant-text.ts'
import { letterCase } from './wording/case.ts'
import { duplicateTranslation, inconsistent } from './wording/duplicates.ts'
import { language } from './wording/language.ts'
import { lengthRatio, lengthShort } from './wording/lengths.ts'
import { repeatedWords } from './wording/repeated-words.ts'
import { sameAsSource } from './wording/same-as-source.ts'
import { samePlurals } from './wording/same-plurals.ts'

/** The checks of what applications read: placeholders, plural forms, tags, limits, characters that break texts. */
export const STRUCTURE_CHECKS: readonly Check[] = [
  empty,
  icuSyntax,
  fluentSyntax,
  javaSyntax,
  vueSyntax,
  formatPattern,
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

/** The checks of formats, which are no sentences: of dates, numbers and separators. */
export const PATTERN_CHECKS: readonly Check[] = [
  empty,
  formatPattern,
  markup,
  doNotTranslate,
  maxLength,
  controlCharacters,
  unsafeHtml,
  edgeWhitespace,
]

/** The checks of what people read, for texts whose syntax is valid. */
const WORDING_CHECKS: readonly Check[] = [
  unsafeHtml,
  invisibleCharacters,
  mojibake,
  script,
  language,
  sameAsSource,
  assistantText,
  duplicateTranslation,
  inconsistent,
  lengthRatio,
  lengthShort,
  samePlurals,
  numbers,
  urls,
  accelerators,
  htmlEntities,
  xml,
  bbcode,
  markdown,
  escapedNewlines,
  newlines,
  edgeWhitespace,
  doubleSpace,
  repeatedWords,
  endQuestion,
  endColon,
  endPunctuation,
  punctuationSpacing,
  letterCase,
]

/** All checks, in the order of their findings. */
export const CHECKS: readonly Check[] = [...STRUCTURE_CHECKS, ...WORDING_CHECKS]

export const CHECK_IDS: readonly string[] = CHECKS.map(({ id }) => id)

/** The checks of what breaks files or applications, or puts code into them, whatever a writer says. */
const CERTAIN_CHECKS: ReadonlySet<string> = new Set([
  'vue_syntax',
  'plural_forms',
  'extra_plural_forms',
  'control_characters',
  'unsafe_html',
])

/** The checks whose level no project can lower. */
export const FIXED_CHECKS: readonly string[] = CHECKS.filter(({ isFixed }) => isFixed === true).map(({ id }) => id)

/** The checks that no writer can override. */
export const FINAL_CHECKS: readonly string[] = CHECK_IDS.filter(
  id => FIXED_CHECKS.includes(id) || CERTAIN_CHECKS.has(id),
)

/** Whether a check can be wrong about a text, so that a writer can override its errors with a reason. */
export const isOverridable = (id: string): boolean => CHECK_IDS.includes(id) && !FINAL_CHECKS.includes(id)
