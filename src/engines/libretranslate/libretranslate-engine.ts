import { type Engine, EngineError, NO_USAGE, type Usage } from '../../l10n/engines/engine.ts'
import type { LibreTranslateConfig } from '../config.ts'
import { addWords, findKept, type Part, type Segment } from '../template/segments.ts'
import { listSegments, translateItems } from '../template/translate-items.ts'
import { createClient } from './client.ts'
import { findPair } from './languages.ts'

/**
 * Writes a segment as HTML: kept parts are elements that are not translated. A service that loses the element still returns its unusual text, or is found to
 * have lost it.
 */
const toHtml = (segment: Segment): string =>
  segment
    .map(part => (part.kind === 'words' ? escapeHtml(part.text) : `<span translate="no">⟦${part.index}⟧</span>`))
    .join('')

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** A kept part with or without its element, another tag, an entity, or words. */
const PIECE = /(?:<span[^>]*>\s*)?⟦\s*(\d+)\s*⟧(?:\s*<\/span\s*>)?|<[^>]*>|&(#?\w+);|[^<&⟦]+|[<&⟦]/giu

/** Reads the answer for a segment. Tags of the service's own are left out. */
function fromHtml(source: Segment, html: string): Segment {
  const parts: Part[] = []
  for (const { 0: raw, 1: index, 2: entity } of html.matchAll(PIECE)) {
    if (index !== undefined) parts.push(findKept(source, index) ?? { kind: 'kept', raw, index: UNKNOWN })
    else if (entity !== undefined) addWords(parts, decodeEntity(entity) ?? raw)
    else if (!raw.startsWith('<') || raw === '<') addWords(parts, raw)
  }
  return parts
}

/** The index of a part that the source does not have. */
const UNKNOWN = -1

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00A0' }

function decodeEntity(name: string): string | undefined {
  const [, hexadecimal, decimal] = /^#(?:x([\da-f]{1,6})|(\d{1,7}))$/i.exec(name) ?? []
  const code = hexadecimal === undefined ? Number(decimal ?? Number.NaN) : Number.parseInt(hexadecimal, 16)
  if (code > 0 && code <= 0x10ffff) return String.fromCodePoint(code)
  return NAMED[name.toLowerCase()]
}

interface LibreTranslateOptions extends Omit<LibreTranslateConfig, 'type'> {
  readonly now: () => Date
}

type Languages = ReadonlyMap<string, readonly string[]>

/** Time that the list of languages is kept. */
const LANGUAGES_MS = 3_600_000

/** Machine translation with any service that has the HTTP API of LibreTranslate. */
export function createLibreTranslateEngine(options: LibreTranslateOptions): Engine {
  const { id, url, isPaid, now } = options
  const client = createClient(options)
  let known: { readonly languages: Languages; readonly until: number } | undefined
  const readLanguages = async (signal: AbortSignal): Promise<Languages> => {
    if (known !== undefined && now().getTime() < known.until) return known.languages
    const languages = await client.languages(signal)
    known = { languages, until: now().getTime() + LANGUAGES_MS }
    return languages
  }
  const describeMissing = (sourceLocale: string, locale: string): string =>
    `Engine ${id} does not translate from ${sourceLocale} to ${locale}. Its languages: ${url.replace(/\/+$/, '')}/languages.`
  const findPairFor = async (sourceLocale: string, locale: string, signal: AbortSignal) => {
    const pair = findPair(await readLanguages(signal), sourceLocale, locale)
    if (pair === undefined) throw new EngineError('rejected', describeMissing(sourceLocale, locale))
    return pair
  }
  return {
    id,
    kind: 'mt',
    isPaid,
    prices: { input: 0, output: 0, characters: options.prices.characters },
    concurrency: options.concurrency,
    batchSize: options.batchSize,
    canRevise: false,
    // The languages are unknown until the first request.
    findUnsupported: (sourceLocale, locale) =>
      known === undefined || findPair(known.languages, sourceLocale, locale) !== undefined
        ? undefined
        : describeMissing(sourceLocale, locale),
    estimate: batch => countUsage(listSegments(batch).map(toHtml)),
    translate: async (batch, signal) => {
      const pair = await findPairFor(batch.sourceLocale, batch.locale, signal)
      let usage = NO_USAGE
      const translate = async (segments: readonly Segment[]): Promise<readonly Segment[]> => {
        if (segments.length === 0) return []
        const texts = segments.map(toHtml)
        const answers = await client.translate({ ...pair, texts }, signal)
        usage = countUsage(texts)
        return segments.map((segment, at) => fromHtml(segment, answers[at] ?? ''))
      }
      const answers = await translateItems(batch, translate)
      const isComplete = answers.length === batch.items.length
      return {
        answers,
        usage,
        ...(!isComplete && { problem: `Engine ${id} lost placeholders or left strings empty.` }),
      }
    },
    test: async signal => {
      const languages = await readLanguages(signal)
      const [source, targets = []] = [...languages].find(([, found]) => found.length > 1) ?? []
      const target = targets.find(code => code !== source)
      if (source === undefined || target === undefined) {
        throw new EngineError('rejected', `Engine ${id} has no pair of languages.`)
      }
      await client.translate({ source, target, texts: ['OK'] }, signal)
      return `${url} answers. Languages: ${languages.size}.`
    },
  }
}

const countUsage = (texts: readonly string[]): Usage => ({
  ...NO_USAGE,
  requests: 1,
  characters: texts.reduce((sum, text) => sum + text.length, 0),
})
