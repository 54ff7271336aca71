import { assertKey, assertLength, assertWhole, showKey, truncateNote } from '../faults.ts'
import type { SourceEntry } from '../format.ts'
import { childKey } from '../json/keys.ts'
import { type Conflict, findLines, indexConflicts, RepeatedKeys } from '../repeated-keys.ts'
import { nextToken, phpFault } from './lex.ts'
import { type PhpArray, type PhpElement, PhpParser, type PhpText } from './tree.ts'

/** A parsed file; offsets count from the start of `text`, after the byte order mark. */
export interface PhpFile {
  readonly bom: string
  /** Without the byte order mark. */
  readonly text: string
  readonly root: PhpArray
  /** Whether the array contains arrays, which decides how keys are written. */
  readonly isNested: boolean
}

const FIX = "Only files that return an array are supported: <?php return ['key' => 'text'];"

/**
 * Parses a file that returns an array, with positions.
 * @throws AppError `invalid_input` with line and column.
 */
export function parsePhp(file: string): PhpFile {
  const bom = file.startsWith('\uFEFF') ? '\uFEFF' : ''
  const text = bom === '' ? file : file.slice(1)
  const parser = new PhpParser(text, findReturn(text))
  const { start } = parser.token
  const root = parser.parseArray()
  const { kind } = parser.token
  if (root === undefined || (kind !== 'semicolon' && kind !== 'end')) {
    const shown = JSON.stringify(text.slice(start, start + 20).split(/[\r\n]/)[0])
    throw phpFault(text, start, `the file returns ${shown}, which is not an array of literals`, FIX)
  }
  return { bom, text, root, isNested: root.elements.some(({ value }) => value.kind === 'array') }
}

/** Returns the offset after the first `return` outside of functions and conditions. */
function findReturn(text: string): number {
  const opening = text.search(/<\?php(?![A-Za-z0-9_])/i)
  if (opening === -1) throw phpFault(text, 0, 'the file has no <?php', FIX)
  let depth = 0
  let first: number | undefined
  let startsStatement = true
  for (let token = nextToken(text, opening + 5); ; token = nextToken(text, token.end)) {
    const { kind, start, end } = token
    if (kind === 'comment') continue
    if (kind === 'end') {
      if (end === start) throw phpFault(text, first ?? opening, 'the file does not return an array', FIX)
      const next = text.indexOf('<?php', end)
      if (next === -1) throw phpFault(text, first ?? opening, 'the file does not return an array', FIX)
      token = { kind: 'semicolon', start, end: next + 5 }
      startsStatement = true
      continue
    }
    first ??= start
    if (startsStatement && depth === 0 && kind === 'word' && /^return$/i.test(text.slice(start, end))) return end
    if (kind === 'open') depth += 1
    else if (kind === 'close') depth -= 1
    startsStatement = depth === 0 && (kind === 'semicolon' || text[start] === '}')
  }
}

export type PhpEntry = SourceEntry & { readonly value: string }

/**
 * Lists the strings of a file, each key once. Without `isNested`, only those at the root.
 * @throws AppError `invalid_input` with line and column above the limits
 */
export function listEntries({ text, root }: PhpFile, isNested: boolean): PhpEntry[] {
  const entries = new Map<string, PhpEntry>()
  const repeated = new RepeatedKeys()
  const conflicts: Conflict[] = []
  const starts = new Map<string, number>()
  const visit = (array: PhpArray, parent: string | undefined): void => {
    const seen = new Map<string, PhpElement>()
    for (const element of array.elements) {
      const { name, value } = element
      if (name === undefined) continue
      const key = childKey(parent, name, isNested)
      const first = seen.get(name)
      if (first === undefined) seen.set(name, element)
      else {
        const findBoth = () => findLines(text, first.start, element.start)
        if (isSameValue(text, first, element)) repeated.add(key, true, findBoth)
        else {
          const spans = [first, element].map(({ start, value: { end } }) => ({ start, end }))
          conflicts.push({ spans, findLines: findBoth })
        }
      }
      if (value.kind === 'array' && isNested) visit(value, key)
      if (value.kind !== 'text') continue
      if (starts.has(key)) continue
      starts.set(key, value.start)
      assertLimits(text, key, element, value, entries.size)
      const description = readNote(text, element)
      entries.set(key, { key, value: value.value, ...(description !== '' && { description }) })
    }
  }
  visit(root, undefined)
  const findConflict = indexConflicts(conflicts)
  return [...entries.values()].map(entry => {
    const conflict = findConflict(starts.get(entry.key) ?? 0)
    if (conflict !== undefined) repeated.add(entry.key, false, conflict.findLines)
    return { ...entry, ...repeated.get(entry.key) }
  })
}

/** Returns the offset of an element with the comments directly above it. */
export function getBlockStart(text: string, element: PhpElement): number {
  let { start } = element
  for (const comment of element.comments.toReversed()) {
    if (countLineBreaks(text, comment.end, start) > 1) break
    start = comment.start
  }
  return start
}

/** Returns the note of an element: the comments directly above it and behind it, without their signs. */
function readNote(text: string, element: PhpElement): string {
  if (element.comments.length + element.tailComments.length === 0) return ''
  const from = getBlockStart(text, element)
  const comments = [...element.comments.filter(({ start }) => start >= from), ...element.tailComments]
  const lines = comments.flatMap(({ start, end }) => cleanComment(text.slice(start, end)))
  return truncateNote(lines.join('\n'))
}

function cleanComment(comment: string): string[] {
  const body = comment.startsWith('/*') ? comment.slice(2, -2) : comment.replace(/^(?:\/\/|#)+/, '')
  return body
    .split(/\r\n|\n|\r/)
    .map(line => line.replace(/^\s*(?:[*|]+(?: |$))?/, '').trim())
    .filter(line => /[^*|=\-_#/\s]/.test(line))
}

export function countLineBreaks(text: string, from: number, to: number): number {
  let count = 0
  for (let at = from; at < to; at += 1) {
    if (text[at] === '\n' || (text[at] === '\r' && text[at + 1] !== '\n')) count += 1
  }
  return count
}

/** Whether two elements with the same key have the same value, so that programs read either. */
const isSameValue = (text: string, { value: first }: PhpElement, { value: again }: PhpElement): boolean =>
  first.kind === 'text' && again.kind === 'text'
    ? first.value === again.value
    : text.slice(first.start, first.end) === text.slice(again.start, again.end)

function assertLimits(text: string, key: string, { start }: PhpElement, { value }: PhpText, count: number): void {
  const fault = (what: string, fix: string) => phpFault(text, start, what, fix)
  assertKey(key, count, fault)
  assertLength(`the string ${showKey(key)}`, value, fault)
  assertWhole(showKey(key), key + value, fault)
}
