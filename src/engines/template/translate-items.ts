import type { EngineAnswer, EngineBatch, EngineItem } from '../../l10n/engines/engine.ts'
import type { Message, Syntax } from '../../l10n/message/message.ts'
import { joinParts, mapWords, type Part, renderTemplate, type Segment } from './segments.ts'
import { readTemplate, type Template } from './template.ts'

const LETTER = /\p{L}/u
const WORD_END = /[\p{L}\p{M}\p{N}]$/u
const WORD_START = /^[\p{L}\p{M}\p{N}]/u

/**
 * Renders the translation of a segment with white space and capital letters as in its source. Returns undefined if a kept part is lost, doubled or new.
 */
function polishSegment(source: Segment, translation: Segment, locale: string): string | undefined {
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

type SourceBatch = Pick<EngineBatch, 'items' | 'locale' | 'terms'>

/** Translates segments, in order. Kept parts are named by their index. A segment without a translation is undefined. */
export type TranslateSegments = (segments: readonly Segment[]) => Promise<readonly (Segment | undefined)[]>

/**
 * Translates the strings of a batch segment by segment, each different one once. Strings with a segment that has no translation, or whose translation lost what
 * must be kept, have no answer.
 */
export async function translateItems(
  batch: SourceBatch,
  translate: TranslateSegments,
): Promise<readonly EngineAnswer[]> {
  const { read, requested } = readBatch(batch)
  const translations = await translate([...requested.values()])
  const known = new Map([...requested.keys()].map((key, at) => [key, translations[at]]))
  return read.flatMap(({ item, render }) => {
    let isComplete = true
    const value = render(segment => {
      const found = known.get(toKey(segment))
      const text = found && polishSegment(segment, withSourceRaw(segment, found, item), batch.locale)
      isComplete &&= text !== undefined
      return text ?? ''
    })
    return isComplete ? [{ id: item.id, value }] : []
  })
}

/** The different segments of a batch, as `translateItems` asks for them. */
export const listSegments = (batch: SourceBatch): readonly Segment[] => [...readBatch(batch).requested.values()]

function readBatch({ items, locale, terms = [] }: SourceBatch): ReadBatch {
  const kept = terms.filter(({ kind }) => kind === 'do_not_translate').map(({ term }) => term)
  const read = items.map(item => readItem(item, locale, kept))
  const requested = new Map<string, Segment>()
  for (const { render } of read) {
    render(segment => {
      requested.set(toKey(segment), segment)
      return joinParts(segment)
    })
  }
  return { read, requested }
}

/** Equal for segments with the same words, whatever stands between them. */
const toKey = (segment: Segment): string =>
  JSON.stringify(segment.map(part => (part.kind === 'words' ? part.text : part.index)))

/** The same words may stand around other placeholders. In ICU and Java messages, a straight apostrophe could quote one. */
function withSourceRaw(source: Segment, translation: Segment, { syntax }: EngineItem): Segment {
  const raws = new Map(source.flatMap(part => (part.kind === 'kept' ? [[part.index, part.raw] as const] : [])))
  const words = curlApostrophes(translation, syntax)
  return words.map(part => (part.kind === 'kept' ? { ...part, raw: raws.get(part.index) ?? part.raw } : part))
}

/** Apostrophes of the syntaxes that use them as quotes: one or two print one, and four in a choice of Java. */
const APOSTROPHES: Partial<Record<Syntax, RegExp>> = { icu: /''?/g, java: /'{4}|''?/g }

/** Writes apostrophes as typographic ones, which quote nothing. */
function curlApostrophes(segment: Segment, syntax: Syntax): Segment {
  const pattern = APOSTROPHES[syntax]
  return pattern === undefined ? segment : mapWords(segment, text => text.replaceAll(pattern, '’'))
}

interface ReadBatch {
  readonly read: readonly ReadItem[]
  /** By key. */
  readonly requested: ReadonlyMap<string, Segment>
}

interface ReadItem {
  readonly item: EngineItem
  /** Renders it in the forms of the target, with each segment as `translate` returns it. */
  readonly render: (translate: (segment: Segment) => string) => Message
}

function readItem(item: EngineItem, locale: string, kept: readonly string[]): ReadItem {
  const { syntax, families } = item
  const read = (text: string): Template => readTemplate(text, { syntax, families, locale, kept })
  const source = toTargetForms(item)
  if (typeof source === 'string') {
    const template = read(source)
    return { item, render: translate => renderTemplate(template, inSyntax(item, translate)) }
  }
  const templates = Object.entries(source).map(([name, text]) => [name, read(text)] as const)
  return {
    item,
    render: translate =>
      Object.fromEntries(
        templates.map(([name, template]) => [name, renderTemplate(template, inSyntax(item, translate))]),
      ),
  }
}

function inSyntax({ syntax }: EngineItem, translate: (segment: Segment) => string): (segment: Segment) => string {
  return segment => translate(curlApostrophes(segment, syntax))
}

/** The source with the plural forms of the target: the same form, else `other`. */
function toTargetForms({ source, plurals }: EngineItem): Message {
  if (typeof source === 'string' || plurals === undefined) return source
  const nearest = source['other'] ?? Object.values(source).at(-1) ?? ''
  return Object.fromEntries(plurals.required.map(name => [name, source[name] ?? nearest]))
}
