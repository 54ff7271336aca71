import { markupTokens } from '../../message/markup-tokens.ts'
import type { Block, MarkdownFile } from './blocks.ts'
import type { Slot } from './paragraph.ts'

/** Places of a block of the source, and of the block of the target file that translates it. */
export type Pair = readonly [source: number, target: number]

/**
 * Aligns two files by structure. Files with the same headings are aligned section by section, and sections with the same kinds of blocks block by block, unless
 * what a translation keeps contradicts it (code, addresses, links, components). Elsewhere, sections and blocks are aligned by what a translation keeps, if that is
 * unique in both files, and what stands between two of those if its structure is the same. Everything else is left out, because it could only be guessed.
 * @param translate returns the known translation of a text of the source, or the text; a block that has it in the target file is aligned with it
 */
export function alignBlocks(
  source: MarkdownFile,
  target: MarkdownFile,
  translate: (slot: Slot) => string = ({ value }) => value,
): readonly Pair[] {
  const [ours, theirs] = [toSections(source, translate), toSections(target, ({ value }) => value)]
  return alignItems(ours, theirs).flatMap(([one, other]) => {
    const [section, translated] = [ours[one], theirs[other]]
    return section === undefined || translated === undefined
      ? []
      : alignSection(section, translated).map(([a, b]): Pair => [section.from + a, translated.from + b])
  })
}

interface Item {
  /** Items in the same order with equal shapes are aligned. */
  readonly shape: string
  /** What two items that are aligned have in common, the best evidence first. */
  readonly evidence: readonly string[]
}

interface Section extends Item {
  readonly from: number
  readonly blocks: readonly Item[]
}

/** Aligns the blocks of two sections. Both begin with their heading. */
function alignSection({ shape, blocks }: Section, { blocks: others }: Section): readonly Pair[] {
  if (shape === '') return alignItems(blocks, others)
  const rest = alignItems(blocks.slice(1), others.slice(1))
  return [[0, 0], ...rest.map(([a, b]): Pair => [a + 1, b + 1])]
}

/** Blocks of a section that prove what it is, without code or links. */
const MIN_BLOCKS = 6

function toSections({ text, blocks }: MarkdownFile, translate: (slot: Slot) => string): readonly Section[] {
  const sections: { shape: string; from: number; blocks: KnownItem[] }[] = [{ shape: '', from: 0, blocks: [] }]
  for (const [at, block] of blocks.entries()) {
    if (block.level !== undefined) sections.push({ shape: String(block.level), from: at, blocks: [] })
    const kept = findKept(text, block)
    const evidence = [findWhole(text, block, translate), ...(kept === '' ? [] : [kept])]
    sections.at(-1)?.blocks.push({ shape: block.kind, evidence, kept })
  }
  return sections.map(section => ({ ...section, evidence: findSectionEvidence(section) }))
}

interface KnownItem extends Item {
  /** What a translation keeps; empty if that is nothing. */
  readonly kept: string
}

/** The heading, then the structure with what a translation keeps, if that is enough. */
function findSectionEvidence({ shape, blocks }: { shape: string; blocks: readonly KnownItem[] }): readonly string[] {
  const heading = shape === '' ? [] : (blocks[0]?.evidence.slice(0, 1) ?? [])
  const isKnown = blocks.length >= MIN_BLOCKS || blocks.some(({ kept }) => kept !== '')
  return isKnown ? [...heading, JSON.stringify([shape, blocks.map(block => [block.shape, block.kept])])] : heading
}

/** The texts of a block in the target language, or a block without texts. */
const findWhole = (text: string, { kind, start, end, slots }: Block, translate: (slot: Slot) => string): string =>
  JSON.stringify([
    kind,
    slots.length > 0 ? slots.map(translate) : text.slice(start, end).trim().replaceAll('\r\n', '\n'),
  ])

/** Code, addresses and the number of links in the texts of a block; of a block without texts, all but comments and strings, which people translate. */
function findKept(text: string, { kind, start, end, slots }: Block): string {
  if (slots.length === 0) {
    const code = text.slice(start, end).trim().replaceAll('\r\n', '\n').replace(TRANSLATED, '')
    return JSON.stringify([kind, 'keeps', code])
  }
  const kept: string[] = []
  for (const { value } of slots) {
    for (const token of markupTokens(value)) kept.push(token.kind === 'link' ? 'link' : `${token.kind} ${token.raw}`)
  }
  return kept.length === 0 ? '' : JSON.stringify([kind, 'keeps', kept.toSorted()])
}

/** Strings, and comments of most languages. */
const TRANSLATED = /"[^"\n]*"|'[^'\n]*'|(?:\/\/|#|<!--|--|\/\*).*/g

/** Rounds in which what stands between two aligned items is aligned by evidence that is unique there. */
const MAX_ROUNDS = 3

function alignItems(ours: readonly Item[], theirs: readonly Item[], round = 0): readonly Pair[] {
  if (ours.length === 0 || theirs.length === 0) return []
  const anchors = findAnchors(ours, theirs)
  const isParallel = anchors.every(([one, other]) => one === other)
  if (isParallel && ours.length === theirs.length && ours.every(({ shape }, at) => shape === theirs[at]?.shape)) {
    return ours.map((_, at): Pair => [at, at])
  }
  if (round === MAX_ROUNDS || anchors.length === 0) return []
  const pairs: Pair[] = []
  let [a, b] = [0, 0]
  for (const [one, other] of [...anchors, [ours.length, theirs.length] as const]) {
    for (const [x, y] of alignItems(ours.slice(a, one), theirs.slice(b, other), round + 1)) pairs.push([a + x, b + y])
    if (one < ours.length) pairs.push([one, other])
    ;[a, b] = [one + 1, other + 1]
  }
  return pairs
}

/** Finds the pairs with evidence that is unique on both sides, in an order that both sides have: the longest such list. */
function findAnchors(ours: readonly Item[], theirs: readonly Item[]): readonly Pair[] {
  const places = uniquePlaces(theirs)
  const owners = uniquePlaces(ours)
  const pairs: Pair[] = []
  for (const [at, { shape, evidence }] of ours.entries()) {
    for (const proof of evidence) {
      const other = places.get(proof)
      if (other === undefined || owners.get(proof) !== at || theirs[other]?.shape !== shape) continue
      pairs.push([at, other])
      break
    }
  }
  return longestRise(pairs)
}

/** Places of items by evidence; undefined if several have it. */
function uniquePlaces(items: readonly Item[]): ReadonlyMap<string, number | undefined> {
  const places = new Map<string, number | undefined>()
  for (const [at, { evidence }] of items.entries()) {
    for (const proof of evidence) places.set(proof, places.has(proof) ? undefined : at)
  }
  return places
}

/** Returns the longest part of the pairs, in the order of the source, whose targets rise, too. */
function longestRise(pairs: readonly Pair[]): readonly Pair[] {
  const tails: Link[] = []
  for (const pair of pairs) {
    let [low, high] = [0, tails.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((tails[middle]?.pair[1] ?? 0) < pair[1]) low = middle + 1
      else high = middle
    }
    tails[low] = { pair, before: tails[low - 1] }
  }
  const rise: Pair[] = []
  for (let link: Link | undefined = tails.at(-1); link !== undefined; link = link.before) rise.push(link.pair)
  return rise.toReversed()
}

interface Link {
  readonly pair: Pair
  readonly before: Link | undefined
}
