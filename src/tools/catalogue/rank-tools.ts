import { distance } from 'fastest-levenshtein'
import type { Tool } from '../pipeline/tool.ts'
import { ASKS } from './asks.ts'
import { findMeanings, type NeedWord, readNeed, toStems } from './words.ts'

type Described = Pick<Tool, 'name' | 'title' | 'description'>

/**
 * Ranks tools by how well a phrase that asks for them matches a need in plain words. Word endings do not count, and other words for the same thing match,
 * too. A word that few tools have counts more than `create` or `list`. Equal matches stay in their order. Leaves out tools that match much less than the best
 * one, and returns none where no tool serves the need: its words are unknown, or no phrase has most of them.
 */
export function rankTools<T extends Described>(tools: readonly T[], need: string): readonly T[] {
  const described = tools.map(tool => ({ tool, ...describe(tool) }))
  const vocabulary = new Set(described.flatMap(({ all }) => [...all]))
  const words = readNeed(need).map(word => weigh(word, described, vocabulary))
  const known = words.filter(({ isKnown }) => isKnown)
  const unknown = words.filter(({ isKnown, weight }) => !isKnown && weight > 0)
  const knownWeight = sumWeights(known.filter(({ isMinor }) => !isMinor))
  const scored = described.map(({ tool, phrases, all }) => {
    const matches = phrases.map(phrase => matchPhrase(known, phrase))
    const best = matches.reduce((one, other) => (other.score > one.score ? other : one), NO_MATCH)
    const everywhere = matchPhrase(known, all)
    return {
      tool,
      count: everywhere.count,
      matched: Math.max(best.matched, everywhere.matched * SCATTERED),
      score: best.score + everywhere.matched * ELSEWHERE,
    }
  })
  const fitting = scored.filter(
    ({ count, matched }) =>
      count > 0 &&
      count >= KNOWN_PER_UNKNOWN * unknown.length &&
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

const describe = ({ name, title }: Described): Description => {
  const phrases = [name.replaceAll('_', ' '), title, ...(ASKS[name] ?? '').split(',')].map(toStems)
  return { phrases, all: new Set(phrases.flatMap(phrase => [...phrase])) }
}

interface WeighedWord {
  readonly stem: string
  readonly weight: number
  readonly isKnown: boolean
  readonly isMinor: boolean
}

/** A minor word that no tool has weighs nothing; another unknown word says that something else is needed. */
function weigh({ stem, isMinor }: NeedWord, described: readonly Description[], vocabulary: Phrase): WeighedWord {
  const meant = vocabulary.has(stem) || isMinor ? stem : (findSlip(stem, vocabulary) ?? stem)
  const count = described.filter(({ all }) => fitOf(meant, all) > 0).length
  return { stem: meant, isMinor, isKnown: count > 0, weight: toWeight(count, isMinor) }
}

function toWeight(count: number, isMinor: boolean): number {
  if (count === 0) return isMinor ? 0 : 1
  return (isMinor ? MINOR : 1) / Math.sqrt(count)
}

/** The shortest word in which one wrong letter is a slip, and not another word. */
const MIN_SLIP_LENGTH = 4

const findSlip = (stem: string, vocabulary: Phrase): string | undefined =>
  stem.length < MIN_SLIP_LENGTH
    ? undefined
    : [...vocabulary].find(word => word[0] === stem[0] && distance(word, stem) === 1)

const sumWeights = (words: readonly WeighedWord[]): number => words.reduce((sum, { weight }) => sum + weight, 0)

/** Prefers phrases of few other words. */
function matchPhrase(words: readonly WeighedWord[], phrase: Phrase): Match {
  const fits = words.map(({ stem, weight }) => ({ weight, fit: fitOf(stem, phrase) }))
  const matched = fits.reduce((sum, { weight, fit }) => sum + weight * fit, 0)
  const count = fits.filter(({ fit }) => fit > 0).length
  return { matched, count, score: matched * (0.7 + 0.3 * Math.min(1, count / Math.max(1, phrase.size))) }
}

function fitOf(stem: string, phrase: Phrase): number {
  if (phrase.has(stem)) return 1
  const meanings = findMeanings(stem)
  if (meanings.length === 0) return 0
  return [...phrase].some(other => findMeanings(other).some(group => meanings.includes(group))) ? ALIKE : 0
}
