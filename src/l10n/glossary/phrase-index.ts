/** Words to find in strings. */
export interface Phrase {
  readonly text: string
  readonly caseSensitive: boolean
  /** Whether letters may follow directly, as in case endings and compounds: `GitHubs`, `GitHubissa`. */
  readonly open?: boolean
}

export interface Match<P extends Phrase> {
  readonly phrase: P
  /** Offsets in UTF-16 units. */
  readonly start: number
  readonly end: number
}

/** A phrase prepared for the search. */
interface Known<P> {
  readonly phrase: P
  /** Its text with normalized spaces and apostrophes. */
  readonly plain: string
}

/** A common part of phrases, and their continuations. */
interface Branch<P> {
  label: string
  /** Continuations by first UTF-16 unit. */
  next: Map<number, Branch<P>>
  /** Phrases that end here. */
  ends: Known<P>[]
}

/**
 * Finds phrases in strings. The cost of a position is limited by the longest phrase that starts there, regardless of the number of phrases: they are stored in
 * a prefix tree.
 */
export class PhraseIndex<P extends Phrase> {
  readonly #root: Branch<P> = { label: '', next: new Map(), ends: [] }

  constructor(phrases: Iterable<P> = []) {
    for (const phrase of phrases) this.add(phrase)
  }

  add(phrase: P): void {
    const plain = plainText(phrase.text)
    const folded = foldCase(plain)
    if (folded === '') return
    const { ends } = findOrAddBranch(this.#root, folded)
    if (ends.length < MAX_ALIKE) ends.push({ phrase, plain })
  }

  /** Positions where a phrase occurs as a word, with the longest few at each; matches can overlap. */
  find(text: string): Match<P>[] {
    if (this.#root.next.size === 0) return []
    const plain = plainText(text)
    const folded = foldCase(plain)
    const matches: Match<P>[] = []
    for (let start = 0; start < folded.length; start += 1) {
      const first = this.#root.next.get(folded.charCodeAt(start))
      // Most positions are within a word.
      if (first === undefined || !isEdge(text, start)) continue
      takeLongest(text, plain, start, endsFrom(first, folded, start), matches)
    }
    return matches
  }
}

interface End<P> {
  readonly end: number
  readonly ends: readonly Known<P>[]
}

/** The ends of phrases that match at a position, shortest first. */
function endsFrom<P>(first: Branch<P>, folded: string, start: number): End<P>[] {
  const found: End<P>[] = []
  let end = start
  let branch: Branch<P> | undefined = first
  while (branch !== undefined && folded.startsWith(branch.label, end)) {
    end += branch.label.length
    if (branch.ends.length > 0) found.push({ end, ends: branch.ends })
    branch = end < folded.length ? branch.next.get(folded.charCodeAt(end)) : undefined
  }
  return found
}

/** Most matches kept per position, longest first: a shorter one only matters if a neighbor is longer still. */
const MAX_AT_A_PLACE = 4
/** Most phrases that differ only in case and apostrophes. */
const MAX_ALIKE = 50

function takeLongest<P extends Phrase>(
  text: string,
  plain: string,
  start: number,
  ends: readonly End<P>[],
  matches: Match<P>[],
) {
  const before = matches.length
  for (const { end, ends: known } of ends.toReversed()) {
    const isWhole = isEnd(text, end)
    for (const { phrase, plain: own } of known) {
      if (phrase.caseSensitive && !plain.startsWith(own, start)) continue
      if (phrase.open === true || isWhole) matches.push({ phrase, start, end })
    }
    if (matches.length - before >= MAX_AT_A_PLACE) return
  }
}

/** The branch where a phrase ends; created if missing. */
function findOrAddBranch<P>(root: Branch<P>, folded: string): Branch<P> {
  let branch = root
  let at = 0
  while (at < folded.length) {
    const unit = folded.charCodeAt(at)
    const next = branch.next.get(unit)
    if (next === undefined) {
      const added: Branch<P> = { label: folded.slice(at), next: new Map(), ends: [] }
      branch.next.set(unit, added)
      return added
    }
    const shared = sharedLength(next.label, folded, at)
    if (shared < next.label.length) {
      const rest: Branch<P> = { label: next.label.slice(shared), next: next.next, ends: next.ends }
      next.label = next.label.slice(0, shared)
      next.next = new Map([[rest.label.charCodeAt(0), rest]])
      next.ends = []
    }
    branch = next
    at += shared
  }
  return branch
}

function sharedLength(label: string, folded: string, at: number): number {
  let shared = 1
  while (shared < label.length && label.charCodeAt(shared) === folded.charCodeAt(at + shared)) shared += 1
  return shared
}

/** Keeps only the longest of overlapping matches, in text order; keeps all matches of the same span. */
export function longestMatches<M extends Pick<Match<Phrase>, 'start' | 'end'>>(matches: readonly M[]): M[] {
  const taken = new Uint8Array(matches.reduce((most, { end }) => Math.max(most, end), 0))
  const ends = new Map<number, number>()
  const kept: M[] = []
  for (const match of matches.toSorted((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start)) {
    const { start, end } = match
    if (ends.get(start) !== end && taken.subarray(start, end).includes(1)) continue
    taken.fill(1, start, end)
    ends.set(start, end)
    kept.push(match)
  }
  return kept.sort((a, b) => a.start - b.start)
}

/** Kinds of characters, as bits. */
const WORD = 1
const LETTER = 2
const LATIN = 4
const UNSPACED = 8
const HANGUL = 16

const KINDS: readonly (readonly [bit: number, pattern: RegExp])[] = [
  [WORD, /[\p{L}\p{M}\p{N}\p{Pc}]/u],
  [LETTER, /\p{L}/u],
  [LATIN, /\p{Script=Latin}/u],
  // Scripts that write words without blanks between them.
  [
    UNSPACED,
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u,
  ],
  [HANGUL, /\p{Script=Hangul}/u],
]

/** Cached kinds of characters up to U+FFFF, each with the highest bit set. */
const kinds = new Uint8Array(0x1_0000)
const KNOWN = 128

function classifyCode(code: number): number {
  const known = kinds[code] ?? 0
  if (known !== 0) return known
  const char = String.fromCodePoint(code)
  const kind = KINDS.reduce((bits, [bit, pattern]) => (pattern.test(char) ? bits | bit : bits), KNOWN)
  if (code < kinds.length) kinds[code] = kind
  return kind
}

/** Korean writes particles at the end of a word. */
const isEnd = (text: string, at: number): boolean =>
  isEdge(text, at) || (classifyCode(codeBefore(text, at)) & HANGUL) !== 0

/**
 * Whether a word may begin or end here: beside a blank or a mark, in a script without blanks, and where Latin letters meet others (`GitHub에서`, `בGitHub`).
 */
function isEdge(text: string, at: number): boolean {
  const left = classifyCode(codeBefore(text, at))
  const right = classifyCode(text.codePointAt(at) ?? 0x20)
  if ((left & WORD) === 0 || (right & WORD) === 0) return true
  if (((left | right) & UNSPACED) !== 0) return true
  return (left & right & LETTER) !== 0 && (left & LATIN) !== (right & LATIN)
}

/** The character before an offset; a space at the start. */
function codeBefore(text: string, at: number): number {
  if (at === 0) return 0x20
  const code = text.charCodeAt(at - 1)
  const isLow = code >= 0xdc00 && code <= 0xdfff && at > 1
  return isLow ? (text.codePointAt(at - 2) ?? code) : code
}

/** Normalizes spaces and apostrophes; keeps the length. */
const plainText = (text: string): string => text.replaceAll(/\s/g, ' ').replaceAll('\u2019', "'")

/** Lowercases a text without changing its length, so that offsets stay valid (`İ` would become two units). */
function foldCase(plain: string): string {
  const lower = plain.toLowerCase()
  if (lower.length === plain.length) return lower
  return Array.from(plain, char => (char.toLowerCase().length === char.length ? char.toLowerCase() : char)).join('')
}
