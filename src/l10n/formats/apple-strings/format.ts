import { groupMissing } from '../../groups.ts'
import { detectSyntax } from '../../message/detect-syntax.ts'
import { detectEol } from '../eol.ts'
import { findGoneKeys, splitFile } from '../flat/text-file.ts'
import type { Format, Values, WriteRequest } from '../format.ts'
import { type FormerKeys, findFormerEntries } from '../former-keys.ts'
import { mergeRepeated, toTranslations } from '../repeated-keys.ts'
import { type Edit, type Span, splice } from '../splice.ts'
import { getText, parseStrings, readNote, type StringsEntry, type StringsFile } from './file.ts'
import { encodeText, STRINGS_ESCAPE } from './text.ts'

/**
 * Apple's `.strings` files: `"key" = "value";` pairs with comments. The note of an entry has the comments directly above it and behind it on its line;
 * a comment with a blank line below it belongs to no entry.
 */
export const appleStrings: Format = {
  id: 'apple-strings',
  isApple: true,
  extensions: '.strings',
  escape: STRINGS_ESCAPE,
  about: {
    name: 'Apple strings files',
    example: 'App/en.lproj/Localizable.strings',
    placeholders: 'printf with `%@`',
    plurals: 'none: use a `.stringsdict` file or a string catalog',
    notes: 'Comments directly above a pair, and behind it on its line',
    unsupported:
      'Files in UTF-16 (convert them to UTF-8), XML and binary property lists, and values that are not strings.',
  },
  matches: path => /\.strings$/i.test(path),
  read(text) {
    const file = parseStrings(text)
    return {
      entries: listEntries(file),
      options: {
        syntax: detectSyntax(file.entries.map(getText)),
        eol: detectEol(file.text),
        final_newline: file.text.endsWith('\n'),
      },
    }
  },
  readTarget: text => toTranslations(listEntries(parseStrings(text))),
  write: writeStrings,
}

function listEntries({ text, entries }: StringsFile) {
  const listed = entries.map(entry => {
    const { key, attached, trailing } = entry
    const description = readNote(text, trailing === undefined ? attached : [...attached, trailing])
    return [key.start, { key: key.value, value: getText(entry), ...(description !== '' && { description }) }] as const
  })
  return mergeRepeated(text, listed)
}

/**
 * Writes values into a file: a changed value in its place, a missing pair after the closest one that precedes it in the source. New pairs have the comments
 * of the source if most pairs of the file, or of the sibling of a new file, have comments.
 */
function writeStrings(request: WriteRequest): string {
  const { source: of, base: to, sibling: like, values, withdrawn } = request
  const source = parseStrings(of)
  const model = like === undefined ? source : parseStrings(like)
  const own = detectStyle(source)
  const modelStyle = like === undefined ? { ...own, hasNotes: false } : detectStyle(model, own)
  const isNew = to === undefined || to.trim() === ''
  const base = isNew
    ? { ...parseStrings(''), bom: to === undefined ? model.bom : splitFile(to).bom }
    : renameKeys(parseStrings(to), source, request.former)
  const style = detectStyle(base, modelStyle)
  const isGone = findGoneKeys(request, () => source.entries.map(({ key }) => key.value))
  const gone = isGone === undefined ? [] : base.entries.filter(({ key }) => isGone(key.value))
  const kept = isGone === undefined ? base.entries : base.entries.filter(({ key }) => !isGone(key.value))
  const isFinal = !isNew || model.text === '' || model.text.endsWith('\n')
  const edits = [
    ...changeValues(base, kept, values),
    ...insertPairs({ source, base, style, isFinal }, kept, values, withdrawn),
  ]
  // Insertions precede removals that start at the same offset.
  return base.bom + splice(base.text, [...edits, ...removeBlocks(base.text, gone)])
}

/** Gives the pairs whose keys changed in the source their new keys: their comments and places stay. */
function renameKeys(base: StringsFile, source: StringsFile, former: FormerKeys = []): StringsFile {
  if (former.length === 0) return base
  const keys = new Map(source.entries.map(({ key }) => [key.value, key]))
  const known = new Map(base.entries.map(entry => [entry.key.value, entry]))
  const edits: Edit[] = []
  for (const [name, { key, value }] of findFormerEntries(known, keys, former)) {
    const wanted = keys.get(name)
    if (wanted === undefined || value === undefined) continue
    edits.push({ start: key.start, end: key.end, text: source.text.slice(wanted.start, wanted.end) })
  }
  return edits.length === 0 ? base : parseStrings(base.bom + splice(base.text, edits))
}

function changeValues({ text }: StringsFile, entries: readonly StringsEntry[], values: Values): Edit[] {
  const edits: Edit[] = []
  for (const entry of entries) {
    const wanted = values.get(entry.key.value)
    if (typeof wanted !== 'string' || wanted === getText(entry)) continue
    const { key, value } = entry
    if (value === undefined) edits.push({ start: key.end, end: key.end, text: ` = "${encodeText(wanted)}"` })
    else {
      const raw = text.slice(value.start, value.end)
      const isMultiline = raw.includes('\n') && !raw.includes('\\n')
      edits.push({ start: value.start, end: value.end, text: `"${encodeText(wanted, isMultiline)}"` })
    }
  }
  return edits
}

interface Insertion {
  readonly source: StringsFile
  readonly base: StringsFile
  readonly style: StringsStyle
  /** Whether the file ends with a line break. */
  readonly isFinal: boolean
}

/** Inserts the pairs of the source that the file lacks. */
function insertPairs(
  { source, base, style, isFinal }: Insertion,
  kept: readonly StringsEntry[],
  values: Values,
  withdrawn: ReadonlySet<string> | undefined,
): Edit[] {
  const { text } = base
  const { eol, isSpaced } = style
  const known = new Map(kept.map(entry => [entry.key.value, entry]))
  const [first] = kept
  const wanted = source.entries.map(entry => [entry.key.value, entry] as const)
  const groups = groupMissing(wanted, known, (key, entry) => {
    const value = withdrawn?.has(key) === true ? undefined : values.get(key)
    return typeof value === 'string' ? [renderPair(source.text, entry, value, style)] : []
  })
  const gap = isSpaced ? eol + eol : eol
  return [...groups].map(([after, blocks]): Edit => {
    const body = blocks.join(gap)
    if (after !== undefined) {
      const end = findLineEnd(text, after.end)
      return { start: end, end, text: gap + body }
    }
    if (first !== undefined) return { start: first.start, end: first.start, text: body + gap }
    const end = text.length
    const lead = text === '' ? '' : text.endsWith('\n') ? eol : eol + eol
    return { start: end, end, text: lead + body + (isFinal ? eol : '') }
  })
}

/** Finds the end of a line, before its line break; the offset itself if another pair is behind it. */
function findLineEnd(text: string, offset: number): number {
  let end = offset
  while (text[end] === ' ' || text[end] === '\t') end += 1
  const next = text[end]
  return next === undefined || next === '\n' || (next === '\r' && text[end + 1] === '\n') ? end : offset
}

/** Renders a pair with its key, and its comments if the file has comments, as they are in the source. */
function renderPair(text: string, { start, key }: StringsEntry, value: string, style: StringsStyle): string {
  const { eol, separator, hasNotes } = style
  const head = hasNotes ? text.slice(start, key.end).replace(/\r?\n/g, eol) : text.slice(key.start, key.end)
  return `${head}${separator}"${encodeText(value)}";`
}

/** The style of a `.strings` file, so that new pairs match it. */
interface StringsStyle {
  readonly eol: '\n' | '\r\n'
  /** Between a key and its value: ` = `. */
  readonly separator: string
  /** Whether a blank line separates most pairs. */
  readonly isSpaced: boolean
  /** Whether most pairs have a comment above them. */
  readonly hasNotes: boolean
}

/** Maximum pairs that are examined for the style. */
const MAX_SAMPLES = 1_000

/** Detects the style of a file. `fallback` is used for what a file without pairs does not show. */
function detectStyle({ text, entries: all }: StringsFile, fallback?: StringsStyle): StringsStyle {
  const entries = all.slice(0, MAX_SAMPLES)
  const eol = detectEol(text, fallback?.eol)
  if (entries.length === 0 && fallback !== undefined) return { ...fallback, eol }
  let spaced = 0
  let noted = 0
  let end: number | undefined
  for (const { start, attached, end: next } of entries) {
    if (attached.length > 0) noted += 1
    if (end !== undefined && /\n[ \t]*\r?\n/.test(text.slice(end, start))) spaced += 1
    end = next
  }
  return {
    eol,
    separator: detectSeparator(text, entries),
    isSpaced: entries.length === 1 ? noted === 1 : spaced * 2 > entries.length - 1,
    hasNotes: noted * 2 > entries.length,
  }
}

/** Returns the separator of the first pair that has one without padding: some files align their values. */
function detectSeparator(text: string, entries: StringsFile['entries']): string {
  for (const { key, value } of entries) {
    if (value === undefined) continue
    const separator = text.slice(key.end, value.start)
    if (/^[ \t]?=[ \t]?$/.test(separator)) return separator
  }
  return ' = '
}

/**
 * Removes blocks with their lines. Of the blank lines around a removed block, those below it go, too; at the end of the file, those above it.
 * @param blocks in the order of the file
 */
function removeBlocks(text: string, blocks: readonly Span[]): Edit[] {
  const edits: Edit[] = []
  for (const block of blocks) {
    const before = edits.at(-1)
    const { start, end } = toLines(text, block)
    if (before !== undefined && before.end >= start) {
      // The blank line above both is kept.
      const isBlank = isBlankAbove(text, before.start)
      edits[edits.length - 1] = { ...before, end: isBlank ? skipBlankLines(text, end) : end }
    } else edits.push({ start, end: isBlankAbove(text, start) ? skipBlankLines(text, end) : end, text: '' })
  }
  const last = edits.at(-1)
  if (last?.end === text.length) edits[edits.length - 1] = { ...last, start: findBlanksStart(text, last.start) }
  return edits
}

/** Extends a block to whole lines, if nothing else is in them. */
function toLines(text: string, { start, end }: Span): Span {
  let from = start
  while (isBlank(text[from - 1])) from -= 1
  let to = end
  while (isBlank(text[to])) to += 1
  if (text[to] === '\r' && text[to + 1] === '\n') to += 1
  const isWhole = (from === 0 || text[from - 1] === '\n') && (to >= text.length || text[to] === '\n')
  return isWhole ? { start: from, end: Math.min(to + 1, text.length) } : { start, end }
}

/** Whether the line above is blank, or there is none. */
function isBlankAbove(text: string, start: number): boolean {
  if (start === 0) return true
  if (text[start - 1] !== '\n') return false
  let at = start - 1
  while (isBlank(text[at - 1]) || text[at - 1] === '\r') at -= 1
  return at === 0 || text[at - 1] === '\n'
}

function skipBlankLines(text: string, start: number): number {
  let end = start
  for (let at = start; ; at += 1) {
    const char = text[at]
    if (char === undefined) return at
    if (char === '\n') end = at + 1
    else if (!isBlank(char) && char !== '\r') return end
  }
}

/** Finds the start of the blank lines above an offset. */
function findBlanksStart(text: string, offset: number): number {
  let start = offset
  while (start > 0 && (text[start - 1] === '\n' || text[start - 1] === '\r' || isBlank(text[start - 1]))) start -= 1
  const newline = text.indexOf('\n', start)
  return newline === -1 || newline >= offset ? offset : start === 0 ? 0 : newline + 1
}

const isBlank = (char: string | undefined): boolean => char === ' ' || char === '\t'
