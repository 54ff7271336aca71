import type { Tool } from '../pipeline/tool.ts'
import { ASKS } from './asks.ts'

type Described = Pick<Tool, 'name' | 'title' | 'description'>

/**
 * Ranks tools by how well their names, titles and descriptions match a need in plain words. Word endings do not count, and other words for the same thing
 * match, too. A word that few tools have counts more than `create` or `list`. Equal matches stay in their order; tools that match less than half as well as
 * the best one are left out.
 */
export function rankTools<T extends Described>(tools: readonly T[], need: string): readonly T[] {
  const described = tools.map(tool => ({ tool, places: listPlaces(tool) }))
  const wanted = [...toStems(need)].map(stem => {
    const alike = new Set(SAME_MEANING.filter(group => group.has(stem)).flatMap(group => [...group]))
    const fitOf = (stems: ReadonlySet<string>): number =>
      stems.has(stem) ? 1 : [...alike].some(other => stems.has(other)) ? ALIKE : 0
    const named = described.filter(({ places: { name, title, asks } }) =>
      [name, title, asks].some(({ stems }) => fitOf(stems) > 0),
    )
    return { fitOf, rarity: 1 / Math.sqrt(Math.max(1, named.length)) }
  })
  const scored = described.map(({ tool, places }) => {
    const fits = wanted.map(({ fitOf, rarity }) => {
      const inPlaces = Object.values(places).map(({ stems, weight }) => weight * fitOf(stems))
      const best = Math.max(...inPlaces)
      return rarity * (best + REPEATED * (inPlaces.reduce((sum, fit) => sum + fit, 0) - best))
    })
    return { tool, score: fits.reduce((sum, fit) => sum + fit, 0) }
  })
  const least = Math.max(...scored.map(({ score }) => score)) / 2
  return scored
    .filter(({ score }) => score > 0 && score >= least)
    .sort((a, b) => b.score - a.score)
    .map(({ tool }) => tool)
}

/** How well another word for the same thing fits. */
const ALIKE = 0.5
/** How much the further places of a word count: a tool that has one word everywhere fits less than one that has two words. */
const REPEATED = 0.1

const listPlaces = ({ name, title, description }: Described) => ({
  name: { stems: toStems(name), weight: 6 },
  title: { stems: toStems(title), weight: 3 },
  asks: { stems: toStems(ASKS[name] ?? ''), weight: 5 },
  description: { stems: toStems(description), weight: 1 },
})

/** Words without an effect on the ranking. */
const STOP_WORDS = new Set(
  'a an and as at by do for from how i in into is it its me my of on or our the to want with'.split(' '),
)

function toStems(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return new Set(words.filter(word => !STOP_WORDS.has(word)).map(toStem))
}

/** Removes common English endings: `translations` and `translation`, `removing` and `remove` are equal. */
const toStem = (word: string): string =>
  word.length <= 3
    ? word
    : word
        .replace(/(?:ies)$/, 'y')
        .replace(/(?:ing|ed|es|s)$/, '')
        .replace(/e$/, '')

const SAME_MEANING: readonly ReadonlySet<string>[] = [
  'delete remove drop erase destroy discard',
  'create add new make',
  'update change edit set rename modify configure settings',
  'list show see read get view',
  'member user person people colleague teammate coworker account profile',
  'invite invitation add member',
  'organization team company group workspace',
  'restore undo undelete recover revert',
  'review approve reject accept',
  'push upload import send',
  'pull download export fetch',
  'policy setting rule permission level',
  'check validate test lint verify try',
  'token key secret credential',
  'grant app client connection connected access',
  'hand transfer owner ownership',
  'leave quit exit',
  'audit log event history activity',
  'public private visibility visible',
  'branch feature merge',
  'voice tone style formality',
  'glossary term terminology dictionary',
  'role administrator admin promote demote',
  'finding error warning issue problem quality',
].map(line => new Set(line.split(' ').map(toStem)))
