import { distance } from 'fastest-levenshtein'
import type { Tool } from '../pipeline/tool.ts'
import { ASKS } from './asks.ts'
import { isDecisive, isUndoing } from './meanings.ts'
import { findMeanings, isForeign, isQuestion, type NeedWord, readNeed, toStems } from './words.ts'

type Described = Pick<Tool, 'name' | 'title' | 'hints'>

/**
 * Ranks tools by how well a phrase that asks for them matches a need in plain words. Word endings do not count, and other words for the same thing match,
 * too. A word that few tools have counts more than `create` or `list`. Equal matches stay in their order. Leaves out tools that match much less than the best
 * one, and returns none where no tool serves the need: its words are unknown, or no phrase has most of them. A tool that deletes, ends or replaces something
 * must have the verb of the need that says so.
 */
export function rankTools<T extends Described>(tools: readonly T[], need: string): readonly T[] {
  const described = tools.map(tool => ({ tool, ...describeOnce(tool) }))
  const vocabulary = new Set(described.flatMap(({ all }) => [...all]))
  const words = readNeed(need).map(word => weigh(word, described, vocabulary))
  const known = words.filter(({ isKnown }) => isKnown)
  const unknown = words.filter(({ isKnown, weight }) => !isKnown && weight > 0)
  const major = known.filter(({ isMinor }) => !isMinor)
  const knownWeight = sumWeights(major)
  const leastCount = Math.max(
    1,
    KNOWN_PER_UNKNOWN * unknown.length * (unknown.some(({ stem }) => isForeign(stem)) ? 2 : 1),
  )
  const isAsking = isQuestion(need)
  const decisive = findDecisive(need, known)
  const scored = described.map(({ tool, phrases, all }) => {
    const matches = phrases.map(phrase => matchPhrase(known, phrase))
    const best = matches.reduce((one, other) => (other.score > one.score ? other : one), NO_MATCH)
    const everywhere = matchPhrase(known, all)
    return {
      tool,
      all,
      count: everywhere.count,
      together: Math.max(...matches.map(({ count }) => count)),
      matched: Math.max(best.matched, everywhere.matched * SCATTERED),
      score: (best.score + everywhere.matched * ELSEWHERE) * (isAsking && !tool.hints.readOnly ? WRITES : 1),
    }
  })
  const fitting = scored.filter(
    ({ tool, all, count, together, matched }) =>
      (!tool.hints.destructive || decisive.some(word => fitOf(word, all) > 0)) &&
      count >= leastCount &&
      (major.length !== PAIR || together >= PAIR) &&
      matched >= LEAST_KNOWN * knownWeight &&
      matched >= LEAST_UNKNOWN * unknown.length,
  )
  const least = Math.max(0, ...fitting.map(({ score }) => score)) * LEAST_OF_BEST
  return fitting
    .filter(({ score }) => score >= least)
    .sort((a, b) => b.score - a.score)
    .map(({ tool }) => tool)
}

/** How much a name counts that a phrase has, too. */
const MINOR = 0.25
/** How well another word for the same thing fits. */
const ALIKE = 0.75
/** How much counts what a tool has of a need in several phrases. */
const SCATTERED = 0.8
const ELSEWHERE = 0.25
/** How much of the weight of the known words a match must have, and what it must have for each unknown word. */
const LEAST_KNOWN = 0.66
const LEAST_UNKNOWN = 0.5
const KNOWN_PER_UNKNOWN = 2
const LEAST_OF_BEST = 0.8
/** A verb and its object, which a phrase must have both. */
const PAIR = 2
/** How well a tool that writes fits a question. */
const WRITES = 0.8

type Phrase = ReadonlySet<string>

interface Match {
  /** The weight of the words of the need that the phrase has. */
  readonly matched: number
  readonly count: number
  readonly score: number
}

const NO_MATCH: Match = { matched: 0, count: 0, score: 0 }

interface Description {
  readonly phrases: readonly Phrase[]
  /** The words of all phrases. */
  readonly all: Phrase
}

const descriptions = new WeakMap<Described, Description>()

function describeOnce(tool: Described): Description {
  const known = descriptions.get(tool)
  if (known !== undefined) return known
  const description = describe(tool)
  descriptions.set(tool, description)
  return description
}

/** The verbs that may end something: none in a question, and in `get back the deleted project` only `get back`. */
function findDecisive(need: string, words: readonly WeighedWord[]): readonly string[] {
  if (isQuestion(need)) return []
  const stems = words.filter(({ isDone }) => !isDone).map(({ stem }) => stem)
  const undoing = stems.filter(stem => findMeanings(stem).some(isUndoing))
  return undoing.length > 0 ? undoing : stems.filter(stem => findMeanings(stem).some(isDecisive))
}

const describe = ({ name, title }: Described): Description => {
  const phrases = [name.replaceAll('_', ' '), title, ...(ASKS[name] ?? '').split(',')].map(toStems)
  return { phrases, all: new Set(phrases.flatMap(phrase => [...phrase])) }
}

interface WeighedWord extends NeedWord {
  readonly weight: number
  readonly isKnown: boolean
}

/** A minor word that no tool has weighs nothing; another unknown word says that something else is needed. */
function weigh(
  { stem, isMinor, isDone }: NeedWord,
  described: readonly Description[],
  vocabulary: Phrase,
): WeighedWord {
  const meant = vocabulary.has(stem) || isMinor ? stem : (findSlip(stem, vocabulary) ?? stem)
  const count = described.filter(({ all }) => fitOf(meant, all) > 0).length
  return { stem: meant, isMinor, isDone, isKnown: count > 0, weight: toWeight(count, isMinor) }
}

function toWeight(count: number, isMinor: boolean): number {
  if (count === 0) return isMinor ? 0 : 1
  return (isMinor ? MINOR : 1) / Math.sqrt(count)
}

/** The shortest words in which a missing letter, and a wrong one, is a slip, and not another word. */
const MIN_SLIP_LENGTH = 4
const MIN_WRONG_LETTER_LENGTH = 6

const findSlip = (stem: string, vocabulary: Phrase): string | undefined =>
  stem.length < MIN_SLIP_LENGTH
    ? undefined
    : [...vocabulary].find(
        word =>
          word[0] === stem[0] &&
          word.length >= MIN_SLIP_LENGTH &&
          (word.length !== stem.length || stem.length >= MIN_WRONG_LETTER_LENGTH) &&
          distance(word, stem) === 1,
      )

const sumWeights = (words: readonly WeighedWord[]): number => words.reduce((sum, { weight }) => sum + weight, 0)

/** Prefers phrases of few other words. */
function matchPhrase(words: readonly WeighedWord[], phrase: Phrase): Match {
  const fits = words.map(({ stem, weight }) => ({ weight, found: findFit(stem, phrase) }))
  const matched = fits.reduce((sum, { weight, found }) => sum + weight * (found?.fit ?? 0), 0)
  const count = new Set(fits.flatMap(({ found }) => found?.word ?? [])).size
  return { matched, count, score: matched * (0.7 + 0.3 * Math.min(1, count / Math.max(1, phrase.size))) }
}

const fitOf = (stem: string, phrase: Phrase): number => findFit(stem, phrase)?.fit ?? 0

/** The word of a phrase that a stem means. */
function findFit(stem: string, phrase: Phrase): { readonly word: string; readonly fit: number } | undefined {
  if (phrase.has(stem)) return { word: stem, fit: 1 }
  const meanings = findMeanings(stem)
  if (meanings.length === 0) return undefined
  const word = [...phrase].find(other => findMeanings(other).some(group => meanings.includes(group)))
  return word === undefined ? undefined : { word, fit: ALIKE }
}
