import { createHash } from 'node:crypto'
import { markupTokens } from '../../message/markup-tokens.ts'
import type { Span } from '../splice.ts'

/** Expressions of MDX, shortcodes of Hugo and tags of Markdoc. */
const EXPRESSIONS = /\{[^{}]*\}/g
const ENTITIES = /&(?:#\w+|\w+);/g
const MAX_PATH_UNITS = 100

/** The name of a file or folder, as trees of files have them. */
const PATH = /^[*_]*(?:[\w@.-]*\/|(?:[\w@.-]*\/){0,9}[\w@-]+(?:\.[a-z][a-z0-9]{0,5})+|\.{0,2}\/[\w@./-]+)[*_]*$/

/** Returns whether a text has a letter outside code, tags, link targets, addresses, expressions and entities, and is not a path. */
export function hasWords(text: string): boolean {
  if (!/\p{L}/u.test(text) || (text.length <= MAX_PATH_UNITS && PATH.test(text))) return false
  let rest = ''
  let from = 0
  for (const { start, end } of markupTokens(text)) {
    if (start > from) rest += text.slice(from, start)
    from = Math.max(from, end)
  }
  rest += text.slice(from)
  return /\p{L}/u.test(rest.replace(EXPRESSIONS, ' ').replace(ENTITIES, ' '))
}

const MAX_SLUG_WORDS = 4
const MAX_SLUG_UNITS = 40
const MAX_SLUG_SOURCE = 400

/** Returns the key of a text: its first words, and eight hexadecimal digits of its SHA-256. */
export function keyOfText(text: string): string {
  const words = text
    .slice(0, MAX_SLUG_SOURCE)
    .replace(/\]\([^()\s]*\)/g, ' ')
    .toLowerCase()
    .match(/[\p{L}\p{N}\p{M}]+/gu)
  const slug = (words ?? [])
    .slice(0, MAX_SLUG_WORDS)
    .join('-')
    .slice(0, MAX_SLUG_UNITS)
    .replace(/(?:[\uD800-\uDBFF]|-+)$/, '')
  return `${slug}-${createHash('sha256').update(text).digest('hex').slice(0, 8)}`
}

/** The content of a line, without the prefix of its containers and without trailing blanks. */
export interface Line extends Span {
  /** Whether the line ends with a hard break: a backslash, or two spaces that are not part of the content. */
  readonly breaks?: 'backslash' | 'spaces'
}

/** How a text stands in the file: as lines, as one line, in a table, or in quotation marks. */
export type SlotKind = 'lines' | 'line' | 'cell' | 'attribute'

/** A place with a text. */
export interface Slot extends Span {
  readonly kind: SlotKind
  readonly lines: readonly Line[]
  /** The Markdown source of the text, on one line unless it has hard breaks. */
  readonly value: string
  /** Whether it is an entry: it has words. */
  readonly isText: boolean
}

/**
 * The fence of an aside (`:::note[Title]`), the kind of an alert (`[!NOTE]`), a shortcode of Hugo, a tag of Markdoc or Liquid, or a line of Python-Markdown, kramdown
 * or VitePress (`!!! note "Title"`, `=== "Tab"`, `{: .lead }`, `[TOC]`, `--8<-- "file"`, `<<< @/file`): a line that is not text.
 */
const FENCE =
  /^(?::{3,}|\[![\w-]+\][-+]?$|\{\{[<%].*[>%]\}\}$|\{%.*%\}$|(?:!{3}|\?{3}\+?)[ \t]+[a-z]|={3}[+!]?[ \t]+"|\{:.*\}$|\[\[?toc\]\]?$|-{1,3}8<-|<{3}[ \t]*@)/i
/** The start of a fence with a title: `:::note[Title]`, `::: note Title` or `!!! note "Title"`. */
const TITLE = /^(?::{3,}[ \t]*[\w-]+(?:\[|[ \t]+(?=[^\s{[]))|[!?=]{3}[+!]?[ \t]+[^"]*")/
const DEFINITION = /^\[(?!\^)[^\]]+\]:[ \t]*\S/

/**
 * Splits the lines of a paragraph into texts and lines that are kept. `pattern` is the order of texts (`t`), fences (`f`), titles (`n`) and link definitions
 * (`d`); empty for a single text.
 */
export function splitParagraph(text: string, lines: readonly Line[], kind: SlotKind) {
  const slots: Slot[] = []
  let pattern = ''
  let open: Line[] = []
  const close = (): void => {
    if (open.length === 0) return
    slots.push(toSlot(text, open, kind))
    pattern += 't'
    open = []
  }
  for (const line of lines) {
    const content = kind === 'lines' ? text.slice(line.start, line.end) : ''
    if (FENCE.test(content)) {
      close()
      const title = findTitle(content, line)
      if (title !== undefined) slots.push(toSlot(text, [title], 'line'))
      pattern += title === undefined ? 'f' : 'n'
    } else if (open.length === 0 && DEFINITION.test(content)) pattern += 'd'
    else open.push(line)
  }
  close()
  return { slots, pattern: pattern === 't' ? '' : pattern }
}

function toSlot(text: string, lines: readonly Line[], kind: SlotKind): Slot {
  const start = lines[0]?.start ?? 0
  const end = lines.at(-1)?.end ?? start
  // The box of a task is not text.
  const box = kind === 'lines' ? (/^\[[ xX]\][ \t]+/.exec(text.slice(start, start + BOX_UNITS))?.[0].length ?? 0) : 0
  const boxed = lines.map((line, at) => (at === 0 ? { ...line, start: Math.min(start + box, line.end) } : line))
  const content =
    text.startsWith('{/*', boxed[0]?.start) || text.endsWith('*/}', end) ? withoutComments(text, boxed) : boxed
  const joined = joinLines(text, content)
  const value = kind === 'cell' ? unescapePipes(joined) : joined
  return {
    kind,
    start: content[0]?.start ?? start,
    end: content.at(-1)?.end ?? end,
    lines: content,
    value,
    isText: hasWords(value),
  }
}

const BOX_UNITS = 20

/** Leaves out the comments of MDX at both ends of a text, with the lines that have nothing else. */
function withoutComments(text: string, lines: readonly Line[]): readonly Line[] {
  let from = 0
  let to = lines.length
  const kept = lines.map(line => ({ ...line }))
  for (let line = kept[to - 1]; line !== undefined; line = kept[to - 1]) {
    line.end = line.start + endBeforeComments(text.slice(line.start, line.end))
    if (line.end > line.start || to === 1) break
    to -= 1
  }
  for (let line = kept[from]; line !== undefined; line = kept[from]) {
    line.start += startAfterComments(text.slice(line.start, line.end))
    if (line.start < line.end || from === to - 1) break
    from += 1
  }
  return kept.slice(from, to)
}

function endBeforeComments(line: string): number {
  let end = line.length
  while (line.endsWith('*/}', end)) {
    const open = line.lastIndexOf('{/*', end - 5)
    if (open === -1 || line.indexOf('*/}', open) !== end - 3) break
    end = open
    while (BLANK.test(line[end - 1] ?? '')) end -= 1
  }
  return end
}

function startAfterComments(line: string): number {
  let start = 0
  while (line.startsWith('{/*', start)) {
    const close = line.indexOf('*/}', start + 3)
    if (close === -1) break
    start = close + 3
    while (BLANK.test(line[start] ?? '')) start += 1
  }
  return start
}

const BLANK = /[ \t]/

function findTitle(content: string, { start, end }: Line): Line | undefined {
  const open = TITLE.exec(content)?.[0]
  if (open === undefined) return undefined
  const last = { '[': ']', '"': '"' }[open.slice(-1)]
  const close = last === undefined ? end - start : content.lastIndexOf(last)
  return close > open.length ? { start: start + open.length, end: start + close } : undefined
}

/** Escapes pipes in a table cell. The space keeps a backslash away from the pipe behind the cell. */
export const escapePipes = (value: string): string => value.replaceAll('|', '\\|').replace(/\\$/, '\\ ')

/** Reads escaped pipes in a table cell. */
export const unescapePipes = (raw: string): string =>
  raw.replace(/\\[\\|]/g, escaped => (escaped === '\\|' ? '|' : escaped))

/**
 * Lists the lines of a paragraph. Its containers begin each line but the first with blanks and the marks of its `quotes` block quotes, which a lazy line lacks.
 */
export function listLines(text: string, start: number, end: number, quotes: number): Line[] {
  const lines: Line[] = []
  let from = start
  for (;;) {
    const eol = text.indexOf('\n', from)
    const stop = eol === -1 || eol > end ? end : eol
    const content = trimEnd(text, from, stop)
    const isLast = stop === end
    const breaks = isLast ? undefined : findBreak(text, from, content, stop)
    lines.push({ start: from, end: content, ...(breaks !== undefined && { breaks }) })
    if (isLast) return lines
    from = skipPrefix(text, stop + 1, end, quotes)
  }
}

function skipPrefix(text: string, start: number, end: number, quotes: number): number {
  let at = skipBlanks(text, start, end)
  for (let left = quotes; left > 0 && text[at] === '>' && at < end; left -= 1) at = skipBlanks(text, at + 1, end)
  return at
}

function skipBlanks(text: string, start: number, end: number): number {
  let at = start
  while (at < end && (text[at] === ' ' || text[at] === '\t')) at += 1
  return at
}

function trimEnd(text: string, start: number, end: number): number {
  let at = end
  while (at > start && /[ \t\r]/.test(text[at - 1] ?? '')) at -= 1
  return at
}

function findBreak(text: string, start: number, content: number, stop: number): Line['breaks'] {
  const blanks = text.slice(content, stop).replace(/\r$/, '')
  if (blanks.endsWith('  ')) return 'spaces'
  let slashes = 0
  while (content - slashes > start && text[content - slashes - 1] === '\\') slashes += 1
  return blanks === '' && slashes % 2 === 1 ? 'backslash' : undefined
}

/** Joins lines by a space. A hard break is a backslash with a line break. */
function joinLines(text: string, lines: readonly Line[]): string {
  return lines
    .map(({ start, end, breaks }, at) => {
      const content = text.slice(start, end)
      if (breaks === undefined || at === lines.length - 1) return at === lines.length - 1 ? content : `${content} `
      return breaks === 'spaces' ? `${content}\\\n` : `${content}\n`
    })
    .join('')
}
