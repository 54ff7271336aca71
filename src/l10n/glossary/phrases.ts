/** Words to look for in texts. */
export interface Phrase {
  readonly text: string
  readonly caseSensitive: boolean
  /** Whether letters may follow at once: case endings and compounds, as in `GitHubs`, `GitHubissa`. */
  readonly open?: boolean
}

export interface Match<P extends Phrase> {
  readonly phrase: P
  /** Offsets in UTF-16 units. */
  readonly start: number
  readonly end: number
}

/** Finds phrases in texts; what a search costs does not grow with the number of phrases, only with how many lengths they have. */
export class PhraseIndex<P extends Phrase> {
  readonly #phrases = new Map<string, P[]>()
  /** First two units of a phrase → the lengths of phrases that begin so. */
  readonly #lengths = new Map<string, number[]>()

  constructor(phrases: Iterable<P>) {
    for (const phrase of phrases) {
      const folded = foldCase(phrase.text)
      if (folded === '') continue
      const same = this.#phrases.get(folded)
      if (same === undefined) this.#phrases.set(folded, [phrase])
      else same.push(phrase)
      const lengths = this.#lengths.get(folded.slice(0, 2))
      if (lengths === undefined) this.#lengths.set(folded.slice(0, 2), [folded.length])
      else if (!lengths.includes(folded.length)) lengths.push(folded.length)
    }
    for (const lengths of this.#lengths.values()) lengths.sort((a, b) => b - a)
  }

  /** The places where a phrase stands as a word, the longest few at each; matches may overlap. */
  find(text: string): Match<P>[] {
    if (this.#phrases.size === 0) return []
    const folded = foldCase(text)
    const matches: Match<P>[] = []
    for (let start = 0; start < folded.length; start += 1) {
      const lengths = this.#lengthsAt(folded, start)
      // Most places are within a word, so that is asked before any phrase is looked up.
      if (lengths.length === 0 || !isEdge(text, start)) continue
      const known = matches.length
      for (const length of lengths) {
        this.#take({ text, folded, start, end: start + length }, matches)
        if (matches.length - known >= MOST_AT_A_PLACE) break
      }
    }
    return matches
  }

  #lengthsAt(folded: string, start: number): readonly number[] {
    const one = this.#lengths.get(folded.charAt(start)) ?? NONE
    const two = start + 1 < folded.length ? (this.#lengths.get(folded.slice(start, start + 2)) ?? NONE) : NONE
    return one.length === 0 ? two : [...two, ...one]
  }

  #take({ text, folded, start, end }: Place, matches: Match<P>[]): void {
    for (const phrase of this.#phrases.get(folded.slice(start, end)) ?? []) {
      if (phrase.caseSensitive && plain(text.slice(start, end)) !== plain(phrase.text)) continue
      if (phrase.open === true || isEnd(text, end)) matches.push({ phrase, start, end })
    }
  }
}

const NONE: readonly number[] = []
/** The longest wins, and a shorter one only where a neighbour is longer still; phrases nested by the hundred are no glossary. */
const MOST_AT_A_PLACE = 4

interface Place {
  readonly text: string
  readonly folded: string
  readonly start: number
  readonly end: number
}

/** Of matches that overlap only the longest stays; the rest in the order of the text. Of several on one place all stay. */
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

const WORD = /[\p{L}\p{M}\p{N}\p{Pc}]/u
const LETTER = /\p{L}/u
const LATIN = /\p{Script=Latin}/u
/** Scripts that write words without blanks between them. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const HANGUL = /\p{Script=Hangul}/u

/** Korean writes particles at the end of a word. */
const isEnd = (text: string, at: number): boolean => isEdge(text, at) || HANGUL.test(before(text, at))

/**
 * Whether a word may begin or end here: beside a blank or a mark, in a script without blanks, and where Latin letters meet others (`GitHub에서`, `בGitHub`).
 */
function isEdge(text: string, at: number): boolean {
  const left = before(text, at)
  const right = String.fromCodePoint(text.codePointAt(at) ?? 0x20)
  if (!WORD.test(left) || !WORD.test(right)) return true
  if (UNSPACED.test(left) || UNSPACED.test(right)) return true
  return LETTER.test(left) && LETTER.test(right) && LATIN.test(left) !== LATIN.test(right)
}

function before(text: string, at: number): string {
  if (at === 0) return ' '
  const isPair = at > 1 && /[\uDC00-\uDFFF]/.test(text.charAt(at - 1))
  return isPair ? text.slice(at - 2, at) : text.charAt(at - 1)
}

/** One blank and one apostrophe are as good as another; the length stays. */
const plain = (text: string): string => text.replaceAll(/\s/g, ' ').replaceAll('\u2019', "'")

/** In small letters, of the same length, so that offsets hold (`İ` would become two units). */
function foldCase(text: string): string {
  const same = plain(text)
  const lower = same.toLowerCase()
  if (lower.length === same.length) return lower
  return Array.from(same, char => (char.toLowerCase().length === char.length ? char.toLowerCase() : char)).join('')
}
