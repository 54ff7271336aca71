import { withoutRanges } from '../../message/choices/laravel.ts'
import { detectSyntax } from '../../message/detect-syntax.ts'
import type { Syntax } from '../../message/message.ts'
import type { Format, WriteRequest } from '../format.ts'
import { childKey } from '../json/keys.ts'
import { leadBefore } from '../json/style.ts'
import { toTranslations } from '../repeated-keys.ts'
import { type Edit, splice } from '../splice.ts'
import type { FileRules } from '../tree/cut.ts'
import { listPhpCode } from './code.ts'
import { countLineBreaks, getBlockStart, listEntries, type PhpFile, parsePhp } from './file.ts'
import { mergeInto } from './merge.ts'
import { newFile, type Rendering } from './render.ts'
import { detectStyle, type PhpStyle } from './style.ts'
import type { PhpArray, PhpElement } from './tree.ts'

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

interface Removal extends FileRules {
  readonly text: string
  readonly isNested: boolean
  readonly gone: Set<PhpElement>
  readonly edits: Edit[]
}

/**
 * Removes the strings of removed keys, with their lines, comments and commas, and arrays that become empty. Only the last elements of a list can be removed,
 * because removing others would shift positions.
 */
function removeElements(file: PhpFile, isNested: boolean, rules: FileRules): PhpFile {
  const removal: Removal = { ...rules, text: file.text, isNested, gone: new Set(), edits: [] }
  findGone(removal, file.root, undefined)
  if (removal.gone.size + removal.edits.length === 0) return file
  cutIn(removal, file.root)
  return parsePhp(file.bom + splice(file.text, removal.edits))
}

/** Collects the elements that are removed completely. */
function findGone(removal: Removal, array: PhpArray, parent?: string): { areAllGone: boolean; isWithdrawn: boolean } {
  const { isNested, gone } = removal
  let isAnyWithdrawn = false
  for (const element of array.elements) {
    const { name, value } = element
    if (name === undefined) continue
    const key = childKey(parent, name, isNested)
    if (value.kind === 'text') {
      isAnyWithdrawn ||= removal.isWithdrawn(key)
      if (removal.isRemoved(key) || removal.isWithdrawn(key)) gone.add(element)
    } else if (value.kind === 'array' && isNested) {
      const below = findGone(removal, value, key)
      isAnyWithdrawn ||= below.isWithdrawn
      if (below.areAllGone || (value.isList && below.isWithdrawn)) gone.add(element)
    }
  }
  const areAllGone = array.elements.length > 0 && array.elements.every(element => gone.has(element))
  if (!areAllGone) keepPositions(removal, array, parent)
  return { areAllGone, isWithdrawn: isAnyWithdrawn }
}

/** Keeps elements whose removal would shift others that are named by position. Withdrawn ones are emptied. */
function keepPositions(removal: Removal, { elements, isList }: PhpArray, parent: string | undefined): void {
  const { gone, edits, isNested } = removal
  let isPositionKept = false
  for (const element of elements.toReversed()) {
    const { key, name, value } = element
    const isNumbered = key === undefined || (name !== undefined && /^\d+$/.test(name))
    const isKept = isPositionKept && isNumbered && gone.delete(element)
    if (isKept && !isList && name !== undefined && value.kind === 'text') {
      const isWithdrawn = removal.isWithdrawn(childKey(parent, name, isNested))
      if (isWithdrawn) edits.push({ start: value.start, end: value.end, text: "''" })
    }
    isPositionKept ||= key === undefined && !gone.has(element)
  }
}

function cutIn(removal: Removal, { elements, open, close }: PhpArray): void {
  const { text, gone, edits } = removal
  let kept: PhpElement | undefined
  for (const [index, element] of elements.entries()) {
    if (!gone.has(element)) {
      kept = element
      if (element.value.kind === 'array') cutIn(removal, element.value)
      continue
    }
    const next = elements[index + 1]
    const below =
      next === undefined ? findTokenStart(text, element.tailEnd, close) : (next.comments[0]?.start ?? next.start)
    edits.push(cut(text, elements[index - 1]?.tailEnd ?? open, element, below, next === undefined))
    // The last element has no comma if it had none before.
    if (next === undefined && element.comma === undefined && kept?.comma !== undefined) {
      edits.push({ start: kept.comma, end: kept.comma + 1, text: '' })
    }
  }
}

/** Returns the offset of the first character that is not white space. */
function findTokenStart(text: string, from: number, to: number): number {
  let at = from
  while (at < to && /\s/.test(text[at] ?? '')) at += 1
  return at
}

/** Removes an element with its comments. Between blank lines, those above it go, too. `below` is the start of what follows. */
function cut(text: string, from: number, element: PhpElement, below: number, isLast: boolean): Edit {
  const block = getBlockStart(text, element)
  const lead = leadBefore(text, block)
  const { tailEnd } = element
  const breaks = countLineBreaks(text, tailEnd, below)
  // What follows in the same line takes its place: the line above can end with a comment.
  if (breaks === 0 && (lead.includes('\n') || (lead === '' && !isLast))) return { start: block, end: below, text: '' }
  let start = Math.max(from, block - lead.length)
  if (lead.includes('\n') && (breaks > 1 || isLast)) while (start > from && /\s/.test(text[start - 1] ?? '')) start -= 1
  return { start, end: tailEnd, text: '' }
}
