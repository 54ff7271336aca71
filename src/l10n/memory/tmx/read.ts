import type { AppError } from '../../../errors.ts'
import { quote } from '../../../text/quote.ts'
import { fileFault, MAX_KEY_UNITS, truncateNote } from '../../formats/faults.ts'
import { scanXmlParts } from '../../formats/xml/scan.ts'
import { decodeLeaf, readText } from '../../formats/xml/text.ts'
import {
  findAttribute,
  findElement,
  getAttribute,
  isElement,
  listElements,
  type XmlDocument,
  type XmlElement,
} from '../../formats/xml/tree.ts'
import { findLocale } from '../../locales/find-locale.ts'
import { MAX_TEXT_UNITS } from '../../message/message.ts'
import { type ReadTmxUnit, readTmxDate, type TmxUnit } from './unit.ts'

/** Elements that mark a part of the text without changing it. */
const TRANSPARENT = new Set(['hi', 'sub'])

/** Attributes that tell codes without content apart. */
const IDENTIFYING = ['i', 'x']

/**
 * Reads the text of a `<seg>`. The content of `bpt`, `ept`, `ph`, `it` and `ut` is code of the translated file, such as `<b>` or `{0}`: it is part of the text. A
 * code without content becomes a tag: `<ph x="1"/>`. What `hi` highlights is text.
 */
function readSegment(document: XmlDocument, segment: XmlElement): string {
  const parts: string[] = []
  addText(document, segment, parts)
  return parts.join('')
}

function addText(document: XmlDocument, { children }: XmlElement, parts: string[]): void {
  for (const node of children) {
    if (!isElement(node)) parts.push(decodeLeaf(document, node))
    else if (!TRANSPARENT.has(node.name) && !node.children.some(({ kind }) => kind !== 'comment')) {
      parts.push(toTag(node))
    } else addText(document, node, parts)
  }
}

function toTag(code: XmlElement): string {
  const attributes = IDENTIFYING.flatMap(name => {
    const value = getAttribute(code, name)
    return value === undefined ? [] : [` ${name}="${value.replaceAll('"', '&quot;')}"`]
  })
  return `<${code.name}${attributes.join('')}/>`
}

export interface TmxReadOptions {
  /** The source locale of units without one of their own (`srclang="*all*"`). Default: the first language of each unit. */
  readonly sourceLocale?: string
}

/**
 * Yields the units of a TMX file in its order, one per source and target locale, without empty texts: those of each `<tu>` together, and an empty list for
 * whatever has none, so that callers can pause. The source language of a unit is its own `srclang`, or
 * that of the header. A translation for a part of its language is used if the unit has no other: `en-US` for the source language `en`. Memory and steps are
 * limited by the size of one unit.
 * @throws AppError `invalid_input` with line and column
 */
export function* readTmx(file: string, options: TmxReadOptions = {}): Generator<readonly ReadTmxUnit[]> {
  const parts = scanXmlParts(file, 'TMX')
  let reader: Reader | undefined
  for (let next = parts.next(); ; next = parts.next()) {
    if (next.value !== undefined)
      reader ??= new Reader('document' in next.value ? next.value.document : next.value, options)
    if (next.done === true) return
    const { parent, element } = next.value ?? {}
    yield reader !== undefined && parent?.name === 'body' && element?.name === 'tu' ? [...reader.read(element)] : []
  }
}

/** A text of a unit in one language. */
interface Variant {
  readonly element: XmlElement
  readonly locale: string
  readonly text: string
}

class Reader {
  readonly #document: XmlDocument
  readonly #options: TmxReadOptions
  readonly #header: XmlElement | undefined
  /** Languages by their tags in the file: finding one takes longer than reading a unit. */
  readonly #locales = new Map<string, string | undefined>()
  /** The line of the unit that was read last. */
  #line = 1
  /** The end of that line, or -1: looking for it again would take long in a file of one line. */
  #lineEnd: number | undefined

  constructor(document: XmlDocument, options: TmxReadOptions) {
    const { root } = document
    this.#document = document
    this.#options = options
    this.#header = findElement(root, 'header')
    if (root.name === 'tmx') return
    throw this.#fault(root.start, `the root element is <${root.name.slice(0, 60)}>`, 'Send a TMX file.')
  }

  *read(unit: XmlElement): Generator<ReadTmxUnit> {
    const line = this.#countLines(unit.start)
    const variants = listElements(unit, 'tuv').flatMap(element => this.#readVariant(element))
    const source = this.#findSource(unit, variants)
    if (source === undefined) return
    const shared = this.#readProperties(unit)
    for (const target of variants) {
      if (target === source || target.locale === source.locale) continue
      yield {
        sourceLocale: source.locale,
        source: source.text,
        targetLocale: target.locale,
        target: target.text,
        ...shared,
        ...this.#readProperties(target.element),
        line,
      }
    }
  }

  #readVariant(element: XmlElement): Variant[] {
    const attribute = findAttribute(element, 'xml:lang') ?? findAttribute(element, 'lang')
    if (attribute === undefined) throw this.#fault(element.start, '<tuv> has no xml:lang', 'Add xml:lang="de".')
    const locale = this.#findLocale(attribute.value)
    if (locale === undefined) {
      const what = `the language ${quote(attribute.value)} is not a BCP 47 tag`
      throw this.#fault(attribute.start, what, 'Write a tag such as de or pt-BR.')
    }
    const segment = findElement(element, 'seg')
    if (segment === undefined) throw this.#fault(element.start, '<tuv> has no <seg>', 'Add <seg> with the text.')
    const text = readSegment(this.#document, segment)
    if (text.length > MAX_TEXT_UNITS) {
      const what = `the text has ${text.length} characters; the limit is ${MAX_TEXT_UNITS}`
      throw this.#fault(segment.start, what, 'Split it, or remove the unit.')
    }
    return text.trim() === '' ? [] : [{ element, locale, text }]
  }

  #findSource(unit: XmlElement, variants: readonly Variant[]): Variant | undefined {
    const header = this.#header
    const declared = getAttribute(unit, 'srclang') ?? (header && getAttribute(header, 'srclang')) ?? '*all*'
    const isAny = declared.toLowerCase() === '*all*'
    if (isAny && this.#options.sourceLocale === undefined) return variants[0]
    const locale = isAny ? this.#options.sourceLocale : this.#findLocale(declared)
    if (locale === undefined) {
      const place = findAttribute(unit, 'srclang') ?? header ?? unit
      const what = `the source language ${quote(declared)} is not a BCP 47 tag`
      throw this.#fault(place.start, what, 'Write a tag such as en, or *all*.')
    }
    const isRelated = ({ locale: own }: Variant): boolean =>
      own.startsWith(`${locale}-`) || locale.startsWith(`${own}-`)
    return variants.find(variant => variant.locale === locale) ?? variants.find(isRelated)
  }

  #findLocale(tag: string): string | undefined {
    if (this.#locales.has(tag)) return this.#locales.get(tag)
    const locale = findLocale(tag, { allowPrivate: true })
    if (this.#locales.size < MAX_KNOWN_LOCALES) this.#locales.set(tag, locale)
    return locale
  }

  #readProperties(element: XmlElement): Partial<TmxUnit> {
    const found: { -readonly [Name in PropertyName | 'note']?: string } = {}
    for (const property of listElements(element, 'prop')) {
      const name = PROPERTIES.get(getAttribute(property, 'type') ?? '')
      const value = name === undefined ? '' : readText(this.#document, property)
      if (name === undefined || value === '' || value.length > MAX_LENGTHS[name]) continue
      found[name] ??= value
    }
    const note = truncateNote(
      listElements(element, 'note')
        .map(one => readText(this.#document, one))
        .join('\n'),
    )
    const createdAt = readTmxDate(getAttribute(element, 'creationdate') ?? '')
    const changedAt = readTmxDate(getAttribute(element, 'changedate') ?? '')
    return {
      ...found,
      ...(note !== '' && { note }),
      ...(createdAt !== undefined && { createdAt }),
      ...(changedAt !== undefined && { changedAt }),
    }
  }

  /** Returns the line of an offset that is not before the last one. */
  #countLines(offset: number): number {
    const { text } = this.#document
    this.#lineEnd ??= text.indexOf('\n')
    while (this.#lineEnd !== -1 && this.#lineEnd < offset) {
      this.#line += 1
      this.#lineEnd = text.indexOf('\n', this.#lineEnd + 1)
    }
    return this.#line
  }

  #fault(offset: number, what: string, fix: string): AppError {
    return fileFault('TMX', this.#document.text, offset, what, fix)
  }
}

const MAX_KNOWN_LOCALES = 1_000

type PropertyName = 'project' | 'file' | 'key' | 'previous' | 'next'

/** Properties by their type: our own, those of OmegaT, and those of memoQ and Phrase. */
const PROPERTIES: ReadonlyMap<string, PropertyName> = new Map([
  ['x-project', 'project'],
  ['x-file', 'file'],
  ['file', 'file'],
  ['x-document', 'file'],
  ['x-key', 'key'],
  ['id', 'key'],
  ['x-previous', 'previous'],
  ['prev', 'previous'],
  ['x-context-pre', 'previous'],
  ['x-next', 'next'],
  ['next', 'next'],
  ['x-context-post', 'next'],
])

/** Longer values are not read. */
const MAX_LENGTHS: Readonly<Record<PropertyName, number>> = {
  project: 200,
  file: MAX_KEY_UNITS,
  key: MAX_KEY_UNITS,
  previous: MAX_TEXT_UNITS,
  next: MAX_TEXT_UNITS,
}
