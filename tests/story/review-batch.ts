import { checkText } from '../../src/l10n/checks/check-text.ts'
import { json } from '../../src/l10n/formats/json/format.ts'
import { createRandom, shuffle } from '../../src/l10n/reviews/sample-order.ts'
import { readCorpus } from '../l10n/corpus.ts'

const MASTODON = 'mastodon-formatjs-json/app/javascript/mastodon/locales'
const JABREF = 'jabref-properties/jablib/src/main/resources/l10n'

export interface ReviewBatch {
  readonly source: Readonly<Record<string, string>>
  /** German, by key. */
  readonly translations: Readonly<Record<string, string>>
  /** Keys whose translation means something else, which no check finds. */
  readonly wrong: ReadonlySet<string>
}

interface Pair {
  readonly source: string
  readonly target: string
}

/**
 * A batch of German translations as published by real projects, which pass all checks, in random order. `majors` of them are
 * exchanged with each other among those with the same placeholders. Needs the corpus.
 * @throws Error if the corpus has too few
 */
export function buildReviewBatch(options: {
  readonly size: number
  readonly majors: number
  readonly seed: string
}): ReviewBatch {
  const { size, majors, seed } = options
  const random = createRandom(seed)
  const pairs = order(readPairs(size), random).slice(0, size)
  if (pairs.length < size) throw new Error(`The corpus has ${pairs.length} German translations, not ${size}.`)
  const exchanged = exchange(pairs, majors, random)
  const keyOf = (index: number) => `app.text_${String(index + 1).padStart(5, '0')}`
  return {
    source: Object.fromEntries(pairs.map(({ source }, index) => [keyOf(index), source])),
    translations: Object.fromEntries(pairs.map(({ target }, index) => [keyOf(index), exchanged.get(index) ?? target])),
    wrong: new Set([...exchanged.keys()].map(keyOf)),
  }
}

/** The wrong translations by index: pairs that swapped theirs, or three that passed theirs on when the number is odd. */
function exchange(pairs: readonly Pair[], majors: number, random: () => number): ReadonlyMap<number, string> {
  const waiting = new Map<string, number[]>()
  const wrong = new Map<number, string>()
  for (const index of order(
    pairs.map((_, at) => at),
    random,
  )) {
    const want = majors - wrong.size
    if (want < 2) break
    const pair = pairs[index]
    if (pair === undefined) continue
    const group = waiting.get(shapeOf(pair)) ?? []
    waiting.set(shapeOf(pair), group)
    group.push(index)
    const ring = group.slice(-(want === 3 ? 3 : 2))
    if (ring.length < (want === 3 ? 3 : 2)) continue
    const passed = ring.map((at, place) => ({ at, target: pairs[ring[(place + 1) % ring.length] ?? at]?.target ?? '' }))
    if (!passed.every(({ at, target }) => passes({ source: pairs[at]?.source ?? '', target }))) continue
    for (const { at, target } of passed) wrong.set(at, target)
    group.splice(-ring.length)
  }
  if (wrong.size !== majors) throw new Error(`Only ${wrong.size} of ${majors} translations could be exchanged.`)
  return wrong
}

/** What exchanged translations must share: placeholders and tags, the last character, and about the length. */
function shapeOf({ source }: Pair): string {
  const names = source.match(/%\d|\{\w+\}|<\/?\w+>/g) ?? []
  return JSON.stringify([names.toSorted(), /[^\p{L}\p{N}]$/u.exec(source)?.[0], Math.round(Math.log2(source.length))])
}

/** Distinct pairs that pass all checks; two joined into one where the projects have too few. */
function readPairs(size: number): Pair[] {
  const seen = new Set<string>()
  const real = [...mastodon(), ...jabref()].filter(pair => {
    if (pair.source === pair.target || seen.has(pair.source) || seen.has(pair.target) || !passes(pair)) return false
    seen.add(pair.source).add(pair.target)
    return true
  })
  const sentences = real.filter(({ source, target }) => /^[^%{<]+\.$/.test(source) && target.endsWith('.'))
  const joined: Pair[] = []
  for (let step = 1; real.length + joined.length < size && step < sentences.length; step += 1) {
    for (const [index, one] of sentences.entries()) {
      const other = sentences[(index + step) % sentences.length]
      if (other === undefined || real.length + joined.length === size) break
      const pair = { source: `${one.source} ${other.source}`, target: `${one.target} ${other.target}` }
      if (passes(pair)) joined.push(pair)
    }
  }
  return [...real, ...joined]
}

/** Whether neither an error nor a warning is found. */
function passes({ source, target }: Pair): boolean {
  const { findings } = checkText({ source, target, sourceLocale: 'en', locale: 'de', syntax: 'icu' })
  return findings.every(({ level }) => level === 'info')
}

function mastodon(): Pair[] {
  const textsOf = (locale: string) =>
    new Map(json.read(readCorpus(`${MASTODON}/${locale}.json`)).entries.map(({ key, value }) => [key, value]))
  const german = textsOf('de')
  return [...textsOf('en')].flatMap(([key, source]) => {
    const target = german.get(key)
    // Plural messages have a grammar of their own, which swapping would break.
    const isPlain = typeof source === 'string' && typeof target === 'string' && !/[{<][^}>]*,/.test(source)
    return isPlain ? [{ source, target }] : []
  })
}

function jabref(): Pair[] {
  const textsOf = (locale: string) =>
    new Map(
      [...readCorpus(`${JABREF}/JabRef_${locale}.properties`).matchAll(/^((?:\\.|[^=\\#\n])+)=(.*)$/gm)].map(
        ([, key = '', value = '']) => [key.trim(), value.replaceAll(/\\([ :=#!'])/g, '$1').trim()],
      ),
    )
  const german = textsOf('de')
  return [...textsOf('en')].flatMap(([key, source]) => {
    const target = german.get(key)
    return target === undefined || target === '' || `${source}${target}`.includes('\\') ? [] : [{ source, target }]
  })
}

function order<Item>(items: readonly Item[], random: () => number): Item[] {
  const places = items.map((_, index) => index)
  shuffle(places, random)
  return places.flatMap(place => items.slice(place, place + 1))
}
