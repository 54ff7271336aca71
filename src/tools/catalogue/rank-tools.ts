import type { Tool } from '../pipeline/tool.ts'

type Described = Pick<Tool, 'name' | 'title' | 'description'>

/**
 * Ranks tools by how well their names, titles and descriptions match a need in plain words. Word endings do not count, and other words for the same thing
 * match, too. A word that few tools have counts more than `create` or `list`. Equal matches stay in their order; tools that match less than half as well as
 * the best one are left out.
 */
export function rankTools<T extends Described>(tools: readonly T[], need: string): readonly T[] {
  const wanted = weighByRarity(expandWords(toStems(need)), tools)
  const scored = tools.map(tool => ({ tool, score: scoreTool(tool, wanted) })).sort((a, b) => b.score - a.score)
  const least = (scored[0]?.score ?? 0) / 2
  return scored.filter(({ score }) => score > 0 && score >= least).map(({ tool }) => tool)
}

function weighByRarity(shares: ReadonlyMap<string, number>, tools: readonly Described[]): ReadonlyMap<string, number> {
  const named = tools.map(({ name, title }) => toStems(`${name} ${title}`))
  const count = (stem: string) => named.filter(stems => stems.has(stem)).length
  return new Map([...shares].map(([stem, share]) => [stem, share / Math.sqrt(Math.max(1, count(stem)))]))
}

const NAME_WEIGHT = 6
const TITLE_WEIGHT = 3
const DESCRIPTION_WEIGHT = 1

function scoreTool({ name, title, description }: Described, wanted: ReadonlyMap<string, number>): number {
  const places = [
    [toStems(name), NAME_WEIGHT],
    [toStems(title), TITLE_WEIGHT],
    [toStems(description), DESCRIPTION_WEIGHT],
  ] as const
  let score = 0
  for (const [stem, share] of wanted) {
    for (const [stems, weight] of places) if (stems.has(stem)) score += weight * share
  }
  return score
}

/** Adds the other words for each word, at half its weight. */
function expandWords(stems: ReadonlySet<string>): ReadonlyMap<string, number> {
  const words = new Map([...stems].map(stem => [stem, 1]))
  for (const stem of stems) {
    for (const group of SAME_MEANING) {
      if (group.has(stem)) for (const other of group) if (!words.has(other)) words.set(other, 0.5)
    }
  }
  return words
}

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
