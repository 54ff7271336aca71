import type { EngineAnswer, EngineBatch, EngineItem } from '../../l10n/engines/engine.ts'
import type { Message, Syntax } from '../../l10n/message/message.ts'
import { polishSegment } from './polish.ts'
import { joinParts, mapWords, renderTemplate, type Segment } from './segments.ts'
import { readTemplate, type Template } from './template.ts'

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
  const { read, asked } = readBatch(batch)
  const translations = await translate([...asked.values()])
  const known = new Map([...asked.keys()].map((key, at) => [key, translations[at]]))
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
export const listSegments = (batch: SourceBatch): readonly Segment[] => [...readBatch(batch).asked.values()]

function readBatch({ items, locale, terms = [] }: SourceBatch): ReadBatch {
  const kept = terms.filter(({ kind }) => kind === 'do_not_translate').map(({ term }) => term)
  const read = items.map(item => readItem(item, locale, kept))
  const asked = new Map<string, Segment>()
  for (const { render } of read) {
    render(segment => {
      asked.set(toKey(segment), segment)
      return joinParts(segment)
    })
  }
  return { read, asked }
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
  readonly asked: ReadonlyMap<string, Segment>
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
