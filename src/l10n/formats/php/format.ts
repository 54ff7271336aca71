import { withoutRanges } from '../../message/choices/laravel.ts'
import { detectSyntax } from '../../message/detect-syntax.ts'
import type { Syntax } from '../../message/message.ts'
import type { Format, WriteRequest } from '../format.ts'
import { toTranslations } from '../repeated-keys.ts'
import { listPhpCode } from './code.ts'
import { listEntries, type PhpFile, parsePhp } from './file.ts'
import { mergeInto } from './merge.ts'
import { removeElements } from './remove.ts'
import { newFile, type Rendering } from './render.ts'
import { detectStyle, type PhpStyle } from './style.ts'

/**
 * PHP files that return an array, as those of Laravel and Symfony: every string literal is an entry. Keys of nested arrays are joined by `.`, elements without
 * a key are named by position. The note has the comments directly above an element, and behind it in its line.
 */
export const php: Format = {
  id: 'php',
  extensions: '.php',
  usualFamily: 'laravel',
  escape: /\0|\\(?:(0{1,3}(?![0-7])|x00?(?![0-9a-fA-F])|u\{0+\})|[^])/g,
  about: {
    name: 'PHP arrays (Laravel, Symfony)',
    example: 'lang/en/messages.php',
    placeholders: '`:name` (Laravel), ICU, printf and others, detected by file',
    plurals: 'Inside the message: `one apple|many apples` and `{0} none|[1,*] some` are one string',
    notes:
      'Comments (`//`, `#`, `/* … */`) directly above an element or behind it; a blank line separates the header of a section',
    unsupported:
      'Files that do not return an array literal, such as `$lang[…] = …`, are rejected. Constants, calls, concatenations and strings with variables are kept, ' +
      'and are not written to new files. A list without keys is written completely or not at all.',
  },
  matches: path => /\.php$/i.test(path),
  read(text) {
    const file = parsePhp(text)
    const entries = listEntries(file, file.isNested)
    const { indent, eol, quote } = detectStyle(file)
    return {
      entries,
      options: {
        syntax: detectPhpSyntax(entries.map(({ value }) => value)),
        separator: file.isNested ? '.' : '',
        indent,
        eol,
        quote,
        final_newline: text.endsWith('\n'),
      },
    }
  },
  readTarget(text, _locale, source) {
    const file = parsePhp(text)
    const isNested = source === undefined ? file.isNested : parsePhp(source).isNested
    return toTranslations(listEntries(file, isNested))
  },
  listCode: text => listPhpCode(parsePhp(text)),
  write(request) {
    const source = parsePhp(request.source)
    const sibling = request.sibling === undefined ? undefined : parsePhp(request.sibling)
    const own = detectStyle(source)
    const model = sibling === undefined ? own : detectStyle(sibling, own)
    const base = request.base === undefined || isBlank(request.base) ? undefined : parsePhp(request.base)
    if (base === undefined || base.root.elements.length === 0) {
      return newFile(toRendering(request, source, model, own), sibling, base)
    }
    const rendering = toRendering(request, source, detectStyle(base, model), own)
    return mergeInto(rendering, removeDropped(base, source, request))
  },
}

/** Laravel's `:name`. */
const LARAVEL = /(?<![\w:/\\&]):[A-Za-z]\w*(?![:(])/
const BRACES = /\{\s*[\w.-]+\s*[,}]/

/**
 * Detects the message syntax. Libraries of JavaScript are ruled out, and the ranges of Laravel's plural forms are no placeholders. A file with `:name` is plain
 * text; its placeholders are found by their family.
 */
function detectPhpSyntax(texts: readonly string[]): Syntax {
  const bare = texts.map(withoutRanges)
  const count = (pattern: RegExp): number => bare.filter(text => pattern.test(text)).length
  const syntax = detectSyntax(bare)
  if (syntax === 'i18next' || syntax === 'vue-i18n') return 'plain'
  return syntax === 'icu' && count(LARAVEL) > count(BRACES) ? 'plain' : syntax
}

/** Whether a file has no code yet. */
const isBlank = (text: string): boolean => /^\uFEFF?\s*(?:<\?php)?\s*$/i.test(text)

const toRendering = (request: WriteRequest, source: PhpFile, style: PhpStyle, own: PhpStyle): Rendering => ({
  source,
  values: request.values,
  style,
  own,
  hasNotes: false,
  hasGaps: false,
  lacking: new Map(),
})

function removeDropped(base: PhpFile, source: PhpFile, request: WriteRequest): PhpFile {
  const { removed = new Set(), withdrawn = new Set() } = request
  if (removed.size + withdrawn.size === 0) return base
  const current = new Set(listEntries(source, source.isNested).map(({ key }) => key))
  return removeElements(base, source.isNested || base.isNested, {
    isRemoved: key => removed.has(key) && !current.has(key),
    isWithdrawn: key => withdrawn.has(key),
  })
}
