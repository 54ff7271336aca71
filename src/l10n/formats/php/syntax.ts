import { withoutRanges } from '../../message/choices/laravel.ts'
import { detectSyntax } from '../../message/detect-syntax.ts'
import type { Syntax } from '../../message/message.ts'

/** Laravel's `:name`. */
const LARAVEL = /(?<![\w:/\\&]):[A-Za-z]\w*(?![:(])/
const BRACES = /\{\s*[\w.-]+\s*[,}]/

/**
 * Detects the message syntax. Libraries of JavaScript are ruled out, and the ranges of Laravel's plural forms are no placeholders. A file with `:name` is plain
 * text; its placeholders are found by their family.
 */
export function detectPhpSyntax(texts: readonly string[]): Syntax {
  const bare = texts.map(withoutRanges)
  const count = (pattern: RegExp): number => bare.filter(text => pattern.test(text)).length
  const syntax = detectSyntax(bare)
  if (syntax === 'i18next' || syntax === 'vue-i18n') return 'plain'
  return syntax === 'icu' && count(LARAVEL) > count(BRACES) ? 'plain' : syntax
}
