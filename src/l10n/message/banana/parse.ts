import type { Span } from '../token.ts'
import type { BananaBranch, BananaChoice, BananaPart } from './parts.ts'

/** Most braces and brackets within each other. */
const MAX_DEPTH = 20

/** What opens, separates and closes. An address in brackets needs a label behind it: `[https://example.com label]`. */
const MARK = /\{\{|\}\}|\[\[|\]\]|\[(?:(?:https?:)?\/\/|mailto:)[^\s[\]{}|]+[ \t]+(?=[^\s\]])|\]|\||\$\d+/g

/** Names whose texts are ordinary words, in the order in which they are written. */
const FREE = /^(?:grammar|#formal|bidi|formatnum|formatdate|lc|uc|lcfirst|ucfirst)$/

type Kind = 'function' | 'link' | 'address'

/** An opening mark, with what separates its arguments. */
interface Frame {
  readonly kind: Kind
  /** Where the first argument begins. */
  readonly from: number
  readonly pipes: number[]
  /** What closes it; absent if nothing does. */
  close?: Span
}

interface Mark extends Span {
  readonly text: string
  frame?: Frame
}

interface Argument extends Span {
  readonly parts: readonly BananaPart[]
}

/** Parses a MediaWiki message in linear time. Any text is valid: what nothing closes is a value of its own, which no source has. */
export function parseBanana(text: string): readonly BananaPart[] {
  const marks = findMarks(text)
  let next = 0
  const read = (from: number, to: number): readonly BananaPart[] => {
    const parts: BananaPart[] = []
    let at = from
    const addWords = (end: number): void => {
      if (end > at) parts.push({ kind: 'words', start: at, end })
    }
    const add = (part: BananaPart): void => {
      addWords(part.start)
      parts.push(part)
      at = part.end
    }
    for (let mark = marks[next]; mark !== undefined && mark.start < to; mark = marks[next]) {
      next += 1
      const { start, end, frame } = mark
      if (start < at) continue
      if (frame?.close !== undefined) {
        const args = readArguments(frame, frame.close.start)
        add(toPart(text, frame.kind, { start, end: frame.close.end }, args))
      } else if (frame !== undefined) {
        const opened = start + (frame.kind === 'address' ? 1 : 2)
        add({ kind: 'value', start, end: opened, key: `${text.slice(start, opened)} ` })
      } else if (mark.text.startsWith('$')) add({ kind: 'value', start, end, key: mark.text })
    }
    addWords(to)
    return parts
  }
  const readArguments = ({ from, pipes }: Frame, to: number): readonly Argument[] =>
    [from, ...pipes.map(pipe => pipe + 1)].map((start, at) => {
      const end = pipes[at] ?? to
      return { start, end, parts: read(start, end) }
    })
  return read(0, text.length)
}

/** Finds the marks of a text, and which of them belong together. */
function findMarks(text: string): readonly Mark[] {
  const open: Frame[] = []
  const close = (kind: Kind, start: number, end: number): boolean => {
    const index = open.findLastIndex(frame => frame.kind === kind)
    const [frame] = index === -1 ? [] : open.splice(index)
    if (frame !== undefined) frame.close = { start, end }
    return frame !== undefined
  }
  return [...text.matchAll(MARK)].map(({ 0: mark, index: start }) => {
    const end = start + mark.length
    const place: Mark = { text: mark, start, end }
    const top = open.at(-1)
    if (mark === '|') {
      if (top?.kind === 'function' || top?.kind === 'link') top.pipes.push(start)
    } else if (mark === '}}') close('function', start, end)
    else if (mark === ']') close('address', start, end)
    // The first bracket of `]]` may close an address.
    else if (mark === ']]') {
      if (!close('link', start, end)) close('address', start, start + 1)
    } else if (!mark.startsWith('$') && open.length < MAX_DEPTH) {
      place.frame = { kind: mark === '{{' ? 'function' : mark === '[[' ? 'link' : 'address', from: end, pipes: [] }
      open.push(place.frame)
    }
    return place
  })
}

function toPart(text: string, kind: Kind, { start, end }: Span, args: readonly Argument[]): BananaPart {
  const [head, ...branches] = args
  const place = { kind: 'choice', start, end } as const
  if (head === undefined || kind === 'address') {
    const argument = text.slice(start + 1, head?.start).trim()
    return { ...place, type: 'address', argument, values: [], branches: args }
  }
  const whole = text.slice(head.start, head.end)
  if (kind === 'link') {
    const values = head.parts.filter(part => part.kind === 'value')
    // Of several arguments, as of an image, the last one is the label.
    return { ...place, type: 'link', argument: whole.trim(), values, branches: branches.slice(-1) }
  }
  const colon = whole.indexOf(':')
  const name = whole.slice(0, colon).trim().toLowerCase()
  const argument = whole.slice(colon + 1).trim()
  if (colon > 0 && (name === 'plural' || name === 'gender')) {
    const type: BananaChoice['type'] = name
    return { ...place, type, argument, values: [], branches: branches.map(branch => readExact(text, branch, type)) }
  }
  if (colon > 0 && FREE.test(name)) {
    const first = skip(head, head.start + colon + 1)
    const texts = name === 'grammar' ? branches : [first, ...branches]
    return { ...place, type: 'free', argument: '', values: [], branches: texts }
  }
  return { kind: 'value', start, end, key: text.slice(start, end).replace(/\s+/g, ' ') }
}

/** The most digits of the number of a form. */
const EXACT = /^\s{0,5}(\d{1,9})=/

/** Reads the number before a plural form: `0=no files`. */
function readExact(text: string, branch: Argument, type: BananaChoice['type']): BananaBranch {
  const found = type === 'plural' ? EXACT.exec(text.slice(branch.start, Math.min(branch.end, branch.start + 16))) : null
  if (found === null) return branch
  return { ...skip(branch, branch.start + found[0].length), exact: Number(found[1]) }
}

/** An argument from an offset on. */
const skip = ({ end, parts }: Argument, start: number): Argument => ({
  start,
  end,
  parts: parts.flatMap(part => {
    if (part.end <= start) return []
    return part.start >= start ? [part] : part.kind === 'words' ? [{ ...part, start }] : []
  }),
})
