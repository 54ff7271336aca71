import { JavaFault } from './faults.ts'
import type { JavaBranch, JavaChoice, JavaPart, JavaQuote } from './parts.ts'

/** A message, or the text of a branch without the quotes of its choice. */
export interface Piece {
  readonly text: string
  /** The offset of a character in the whole message. */
  readonly toOffset: (index: number) => number
}

/** The offset behind the character before an index. */
export const toEnd = ({ toOffset }: Piece, index: number): number =>
  index === 0 ? toOffset(0) : toOffset(index - 1) + 1

/** A branch whose text is being read. */
interface OpenBranch {
  readonly limit: number
  readonly isAbove: boolean
  readonly start: number
  /** The text without quotes, and the offset of each of its characters. */
  readonly text: string[]
  readonly offsets: number[]
}

/**
 * Reads the style of a choice: limits with `#`, `≤` or `<`, each followed by a text. A text with arguments is a message of its own, which `read` parses; its
 * apostrophes are removed twice. `at` is the offset of the argument.
 */
export function readChoice(
  piece: Piece,
  at: number,
  read: (branch: Piece) => JavaPart[],
): Pick<JavaChoice, 'branches' | 'quotes'> {
  const { text, toOffset } = piece
  const branches: JavaBranch[] = []
  const quotes: JavaQuote[] = []
  let open: OpenBranch | undefined
  let limit = ''
  let quotedFrom: number | undefined
  const add = (index: number): void => {
    if (open === undefined) limit += text.charAt(index)
    else {
      open.text.push(text.charAt(index))
      open.offsets.push(toOffset(index))
    }
  }
  for (let index = 0; index < text.length; index += 1) {
    const mark = text.charAt(index)
    if (mark === "'") {
      if (text[index + 1] === mark) {
        add(index)
        index += 1
      } else if (quotedFrom === undefined) quotedFrom = index
      else {
        quotes.push(toQuote(piece, quotedFrom, index + 1))
        quotedFrom = undefined
      }
    } else if (quotedFrom !== undefined) add(index)
    else if (mark === '#' || mark === '<' || mark === '≤') {
      if (limit === '') throw new JavaFault('no_limit', toOffset(index))
      open = { ...readLimit(limit, mark, at), start: toOffset(index) + 1, text: [], offsets: [] }
      if (!isAscending(branches.at(-1), open)) throw new JavaFault('order', toOffset(index))
      limit = ''
    } else if (mark === '|') {
      if (open === undefined) throw new JavaFault('lost_branch', toOffset(index))
      branches.push(closeBranch(open, toOffset(index), read))
      open = undefined
    } else add(index)
  }
  if (open !== undefined) branches.push(closeBranch(open, toEnd(piece, text.length), read))
  else if (limit.trim() !== '') throw new JavaFault(branches.length === 0 ? 'no_branch' : 'lost_branch', at)
  if (branches.length === 0) throw new JavaFault('no_branch', at)
  return { branches, quotes }
}

const toQuote = (piece: Piece, start: number, end: number): JavaQuote => ({
  kind: 'quote',
  start: piece.toOffset(start),
  end: toEnd(piece, end),
  isNeeded: /[{}<#≤|]/.test(piece.text.slice(start, end)),
  escape: "''",
})

function closeBranch(branch: OpenBranch, end: number, read: (branch: Piece) => JavaPart[]): JavaBranch {
  const { limit, isAbove, start, offsets } = branch
  const text = branch.text.join('')
  const place = { limit, isAbove, start, end }
  if (!text.includes('{')) return { ...place, parts: end > start ? [{ kind: 'words', start, end }] : [] }
  return { ...place, parts: read({ text, toOffset: index => offsets[index] ?? end }) }
}

/** A number as Java reads it. */
const NUMBER = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?[fd]?\s*$/i

function readLimit(raw: string, mark: string, at: number): { limit: number; isAbove: boolean } {
  if (raw === '∞' || raw === '-∞') return { limit: raw === '∞' ? Infinity : -Infinity, isAbove: false }
  if (!NUMBER.test(raw)) throw new JavaFault('limit', at)
  return { limit: Number.parseFloat(raw), isAbove: mark === '<' }
}

type Limit = Pick<JavaBranch, 'limit' | 'isAbove'>

const isAscending = (before: Limit | undefined, next: Limit): boolean =>
  before === undefined || next.limit > before.limit || (next.limit === before.limit && next.isAbove && !before.isAbove)

/** Whether a branch is for at most one whole number, or for zero and one: the first of `0#none|1#one|1<many`, and the second. */
export function isExactBranch(branches: readonly JavaBranch[], index: number): boolean {
  const [own, next] = [branches[index], branches[index + 1]]
  if (own === undefined || next === undefined) return false
  const first = own.isAbove ? Math.floor(own.limit) + 1 : Math.ceil(own.limit)
  const last = next.isAbove ? Math.floor(next.limit) : Math.ceil(next.limit) - 1
  return last <= Math.max(first, 1)
}
