import type { BananaBranch, BananaChoice, BananaPart } from './parts.ts'

/** Most braces and brackets within each other. */
const MAX_DEPTH = 20

/** What opens, separates and closes. An address in brackets needs a label behind it: `[https://example.com label]`. */
const MARK = /\{\{|\}\}|\[\[|\]\]|\[(?:(?:https?:)?\/\/|mailto:)[^\s[\]{}|]+[ \t]+(?=[^\s\]])|\]|\||\$\d+/g

/** Names whose texts are ordinary words, in the order in which they are written. */
const FREE = /^(?:grammar|#formal|bidi|formatnum|formatdate|lc|uc|lcfirst|ucfirst)$/

type Kind = 'function' | 'link' | 'address'

/** Something that is open. */
interface Frame {
  readonly kind: Kind | 'text'
  readonly start: number
  /** Where the current argument begins. */
  from: number
  /** The parts of the current argument. */
  parts: BananaPart[]
  readonly args: Argument[]
}

interface Argument {
  readonly start: number
  readonly end: number
  readonly parts: readonly BananaPart[]
}

/** Parses a MediaWiki message in linear time. Any text is valid: what nothing closes is a value of its own, which no source has. */
export function parseBanana(text: string): readonly BananaPart[] {
  const root: Frame = { kind: 'text', start: 0, from: 0, parts: [], args: [] }
  const stack: Frame[] = [root]
  let at = 0
  const top = (): Frame => stack.at(-1) ?? root
  const addWords = (end: number): void => {
    if (end > at) top().parts.push({ kind: 'words', start: at, end })
  }
  const endArgument = (end: number): void => {
    const frame = top()
    frame.args.push({ start: frame.from, end, parts: frame.parts })
    frame.parts = []
  }
  /** Turns what is open above a frame into text. */
  const dropTo = (count: number): void => {
    while (stack.length > count) {
      const frame = stack.pop()
      if (frame === undefined) break
      const { kind, start } = frame
      const end = start + (kind === 'address' ? 1 : 2)
      const { parts } = top()
      parts.push({ kind: 'value', start, end, key: `${text.slice(start, end)} ` })
      // What stands between the arguments is text again.
      const first = frame.args[0]?.start ?? frame.from
      if (first > end) parts.push({ kind: 'words', start: end, end: first })
      for (const [index, argument] of frame.args.entries()) {
        for (const part of argument.parts) parts.push(part)
        parts.push({ kind: 'words', start: argument.end, end: frame.args[index + 1]?.start ?? frame.from })
      }
      for (const part of frame.parts) parts.push(part)
    }
  }
  const close = (kind: Kind, start: number, end: number): boolean => {
    const index = stack.findLastIndex(frame => frame.kind === kind)
    if (index === -1) return false
    addWords(start)
    dropTo(index + 1)
    endArgument(start)
    const frame = stack.pop()
    if (frame !== undefined) top().parts.push(toPart(text, frame, end))
    return true
  }
  for (const { 0: mark, index } of text.matchAll(MARK)) {
    if (index < at) continue
    const end = index + mark.length
    if (mark === '}}' || mark === ']]' || mark === ']') {
      const kind = mark === '}}' ? 'function' : mark === ']]' ? 'link' : 'address'
      if (close(kind, index, end)) at = end
      // The first bracket of `]]` may close an address.
      else if (mark === ']]' && close('address', index, index + 1)) at = index + 1
    } else if (mark === '|') {
      if (top().kind !== 'function' && top().kind !== 'link') continue
      addWords(index)
      endArgument(index)
      top().from = end
      at = end
    } else if (mark.startsWith('$')) {
      addWords(index)
      top().parts.push({ kind: 'value', start: index, end, key: mark })
      at = end
    } else if (stack.length <= MAX_DEPTH) {
      addWords(index)
      const kind = mark === '{{' ? 'function' : mark === '[[' ? 'link' : 'address'
      stack.push({ kind, start: index, from: end, parts: [], args: [] })
      at = end
    }
  }
  addWords(text.length)
  dropTo(1)
  return root.parts
}

function toPart(text: string, { kind, start, args }: Frame, end: number): BananaPart {
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
