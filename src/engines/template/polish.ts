import { joinParts, type Part, type Segment } from './segments.ts'

const LETTER = /\p{L}/u
const WORD_END = /[\p{L}\p{M}\p{N}]$/u
const WORD_START = /^[\p{L}\p{M}\p{N}]/u

/**
 * Renders the translation of a segment with white space and capital letters as in its source. Returns undefined if a kept part is lost, doubled or new.
 */
export function polishSegment(source: Segment, translation: Segment, locale: string): string | undefined {
  if (!hasSameKept(source, translation)) return undefined
  const spaced = fixSpaces(source, translation)
  const text = joinParts(
    isShouted(source) ? spaced.map(part => shout(part, locale)) : capitalize(source, spaced, locale),
  )
  return LETTER.test(wordsOf(translation)) ? text : undefined
}

const wordsOf = (segment: Segment): string => segment.map(part => (part.kind === 'words' ? part.text : ' ')).join('')

function hasSameKept(one: Segment, other: Segment): boolean {
  const list = (segment: Segment): string =>
    segment
      .flatMap(part => (part.kind === 'kept' ? [part.index] : []))
      .sort((a, b) => a - b)
      .join()
  return list(one) === list(other)
}

/** Gives kept parts a space, or none, as in the source. */
function fixSpaces(source: Segment, translation: Segment): Segment {
  const isSpaced = source.some(part => part.kind === 'words' && /\s{2}/.test(part.text))
  const parts = translation.map(part =>
    part.kind === 'words' && !isSpaced ? { ...part, text: part.text.replaceAll(/ {2,}/g, ' ') } : part,
  )
  return trimEnds(
    parts.map((part, at) => {
      if (part.kind === 'kept') return part
      const afterKept = findNeighbour(source, parts[at - 1], 1)
      const beforeKept = findNeighbour(source, parts[at + 1], -1)
      let { text } = part
      if (afterKept !== undefined) text = fixStart(text, afterKept)
      if (beforeKept !== undefined) text = fixEnd(text, beforeKept)
      return { ...part, text }
    }),
  )
}

/** The words before (-1) or after (1) a kept part in the source. */
function findNeighbour(source: Segment, kept: Part | undefined, step: 1 | -1): string | undefined {
  if (kept?.kind !== 'kept') return undefined
  const at = source.findIndex(part => part.kind === 'kept' && part.index === kept.index)
  const neighbour = source[at + step]
  return neighbour?.kind === 'words' ? neighbour.text : undefined
}

function fixStart(text: string, source: string): string {
  if (/^\s/.test(source)) return WORD_START.test(text) ? ` ${text}` : text
  return text.trimStart().startsWith(source.charAt(0)) && !WORD_START.test(source) ? text.trimStart() : text
}

function fixEnd(text: string, source: string): string {
  if (/\s$/.test(source)) return WORD_END.test(text) ? `${text} ` : text
  return text.trimEnd().endsWith(source.slice(-1)) && !WORD_END.test(source) ? text.trimEnd() : text
}

const trimEnds = (parts: readonly Part[]): Segment =>
  parts.map((part, at) => {
    if (part.kind === 'kept') return part
    const start = at === 0 ? part.text.trimStart() : part.text
    return { ...part, text: at === parts.length - 1 ? start.trimEnd() : start }
  })

/** Fewer capital letters may be an abbreviation. */
const MIN_SHOUTED = 5

function isShouted(source: Segment): boolean {
  const letters = wordsOf(source).replaceAll(/\P{L}/gu, '')
  return letters.length >= MIN_SHOUTED && letters === letters.toUpperCase() && letters !== letters.toLowerCase()
}

const shout = (part: Part, locale: string): Part =>
  part.kind === 'words' ? { ...part, text: part.text.toLocaleUpperCase(locale) } : part

/** Begins with a capital letter if the source does. */
function capitalize(source: Segment, translation: Segment, locale: string): Segment {
  const [first, ...others] = translation
  const begins = source[0]?.kind === 'words' ? LETTER.exec(source[0].text)?.[0] : undefined
  if (first?.kind !== 'words' || begins === undefined || begins === begins.toLowerCase()) return translation
  return [{ ...first, text: first.text.replace(LETTER, letter => letter.toLocaleUpperCase(locale)) }, ...others]
}
