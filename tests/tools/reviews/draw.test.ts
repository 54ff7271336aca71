import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import type { getReview } from '../../../src/tools/reviews/get-review.ts'
import type { ReviewItemView } from '../../../src/tools/reviews/view.ts'
import type { AnswerOf } from '../answer.ts'
import { found } from '../loop.ts'
import { readPages } from '../read-pages.ts'
import { openReviewScene, type ReviewScene } from './scene.ts'

let scene: ReviewScene

const FILES = ['locales/en.json', 'site/über/en.json']
const WORDS = [
  'short',
  'zorva mipsel dolta kamet',
  'zorva mipsel dolta kamet brinu selfar konta mirel vasto plina, torga ruma',
  'x '.repeat(99),
]

/** Strings of all lengths, with one prefix for each file. */
const strings = (prefix: string, count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`${prefix}${at}`, `${WORDS[at % WORDS.length]} ${prefix} ${at}`]),
  )

it('the sample of a review can be drawn again from what readers see', async () => {
  const [one, other] = [strings('a', 60), strings('b', 40)]
  scene = await openReviewScene(one, ['de', 'pt-BR'])
  const files = [one, other].map((content, at) => ({ path: FILES[at], content: JSON.stringify(content) }))
  await scene.push({}, { files })
  const { project } = scene
  const { store } = scene.world.services
  const { id } = await scene.record()
  for (const locale of ['de', 'pt-BR']) {
    const items = await Promise.all(
      Object.entries({ ...one, ...other }).map(async ([key, text]) => {
        const [entry] = await store.read.entries.list('key', `${id}\u0000${key}`)
        return { key, src: found(entry).src.slice(0, 8), text: `${text} ${locale}` }
      }),
    )
    await scene.ada.call('submit_translations', { project, locale, items: items.slice(0, 50) })
    await scene.ada.call('submit_translations', { project, locale, items: items.slice(50) })
  }
  const review = await scene.create({ person: 'ada' })
  const items = (await readItems(review.id)).filter(({ part }) => part !== 'must_see')
  expect(items.length).toBeGreaterThan(150)
  expect(new Set(items.map(strataOf)).size).toBe(16)
  const sorted = items.toSorted((a, b) => (`${a.locale} ${a.id}` < `${b.locale} ${b.id}` ? -1 : 1))
  expect(draw(sorted, review.seed).map(nameOf)).toEqual(items.map(nameOf))
  expect(draw(sorted, 'another seed').map(nameOf)).not.toEqual(items.map(nameOf))
})

const nameOf = ({ locale, key }: ReviewItemView): string => `${locale} ${key}`

async function readItems(review: string): Promise<readonly ReviewItemView[]> {
  const wanted = { review, part: 'all', limit: 200 }
  const pages = await readPages(at => scene.call<AnswerOf<typeof getReview>>('get_review', { ...wanted, ...at }))
  return pages.flatMap(({ items = [] }) => items)
}

const lengthOf = ({ source }: ReviewItemView): number =>
  typeof source === 'string' ? source.length : Object.values(source).join('').length

function strataOf(item: ReviewItemView): string {
  const length = lengthOf(item)
  const band = length <= 20 ? 'label' : length <= 60 ? 'phrase' : length <= 160 ? 'sentence' : 'paragraph'
  return JSON.stringify([item.locale, item.file, band])
}

/** The draw as docs/review-statistics.md describes it, without code of the product. */
function draw(population: readonly ReviewItemView[], seed: string): readonly ReviewItemView[] {
  const groups = new Map<string, ReviewItemView[]>()
  for (const item of population) groups.set(strataOf(item), [...(groups.get(strataOf(item)) ?? []), item])
  const places: { item: ReviewItemView; place: number; tie: number }[] = []
  for (const group of groups.values()) {
    group.sort((a, b) => (a.id < b.id ? -1 : 1))
    const first = found(group[0])
    const next = numbers(`${seed} ${first.locale} ${first.id}`)
    const shift = next()
    for (let at = group.length - 1; at > 0; at -= 1) {
      const to = Math.floor(next() * (at + 1))
      const [here, there] = [found(group[at]), found(group[to])]
      group[at] = there
      group[to] = here
    }
    for (const [rank, item] of group.entries()) {
      places.push({ item, place: (rank + shift) / group.length, tie: next() })
    }
  }
  return places.sort((a, b) => a.place - b.place || a.tie - b.tie).map(({ item }) => item)
}

/** The generator sfc32 in whole numbers of any size. */
function numbers(seed: string): () => number {
  const digest = createHash('sha256').update(seed).digest()
  const word = (at: number) => BigInt(digest.readUInt32LE(at * 4))
  const cut = (value: bigint) => value & 0xffffffffn
  let [a, b, c, counter] = [word(0), word(1), word(2), word(3)]
  const next = () => {
    const sum = cut(a + b + counter)
    counter = cut(counter + 1n)
    a = b ^ (b >> 9n)
    b = cut(c + (c << 3n))
    c = cut(((c << 21n) | (c >> 11n)) + sum)
    return Number(sum) / 2 ** 32
  }
  for (let thrown = 0; thrown < 15; thrown += 1) next()
  return next
}
