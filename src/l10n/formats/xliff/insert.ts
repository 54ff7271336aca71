import { addTo, groupBy } from '../../groups.ts'
import type { Edit } from '../splice.ts'
import { copyElement, detectElementIndent, type ElementIndent } from '../xml/copy.ts'
import {
  detectIndent,
  findIndent,
  insertAfter,
  insertBefore,
  insertLast,
  removeRange,
  setAttribute,
} from '../xml/edit.ts'
import { findAttribute, isElement, listElements, type XmlElement } from '../xml/tree.ts'
import { getTargetLanguages, type XliffDocument, type XliffSegment, type XliffUnit } from './document.ts'
import { removeTranslation, setTranslation, type Translated, type Writing } from './translation.ts'
import { hasSourceTargets } from './values.ts'

/** Spells a locale as a model does: `pt_BR` or `pt-BR`. */
export function spellLanguage(locale: string, models: readonly (XliffDocument | undefined)[]): string {
  const tags = models.flatMap(model => (model === undefined ? [] : getTargetLanguages(model)))
  const isUnderscored = tags.find(tag => /[-_]/.test(tag ?? ''))?.includes('_') === true
  return isUnderscored ? locale.replaceAll('-', '_') : locale
}

/** Sets the target language of a copied `<file>`, or of the root of XLIFF 2. */
export function setLanguage({ xml, version }: XliffDocument, element: XmlElement, tag: string): Edit {
  const [name, other] = version === 2 ? ['trgLang', 'srcLang'] : ['target-language', 'source-language']
  const before = findAttribute(element, other)
  if (before === undefined || findAttribute(element, name) !== undefined) return setAttribute(xml, element, name, tag)
  const quote = xml.text[before.valueEnd] ?? '"'
  return { start: before.end, end: before.end, text: ` ${name}=${quote}${tag}${quote}` }
}

/** Elements that programs for translations often leave out. */
const OPTIONAL = ['note', 'notes', 'context-group']

/** Returns a function that removes what the source tells translators from a copied unit, if the units of a model lack it. */
export function createNoteRemover({ xml, prefix }: XliffDocument, model?: XliffDocument): (unit: XliffUnit) => Edit[] {
  if (model === undefined || model.units.length === 0) return () => []
  let dropped: ReadonlySet<string> | undefined
  return ({ element }) => {
    const names = (dropped ??= listMissing(model, prefix))
    const notes = listElements(element).filter(({ name }) => names.has(name))
    return notes.map(({ start, end }) => removeRange(xml, start, end))
  }
}

/** Lists the optional elements that no unit of a model has, with a prefix. */
function listMissing({ units, prefix: own }: XliffDocument, prefix: string): ReadonlySet<string> {
  const kept = new Set(units.flatMap(({ element }) => listElements(element).map(({ name }) => name)))
  return new Set(OPTIONAL.filter(name => !kept.has(own + name)).map(name => prefix + name))
}

/** Elements with translations, besides those of units to translate: in `alt-trans` and matches, glossaries, ignorable parts, and units that are not to be translated. */
const FOREIGN = { 1: /(?:^|:)(?:alt-trans|target|bin-target)$/, 2: /(?:^|:)(?:matches|glossary|target)$/ }

/**
 * Returns a function that removes translations from a copied element of the source file, which nobody wrote for this locale or decided on. The targets of units
 * to translate are not among them. `isCopied` tells which elements the copy has.
 */
export function createForeignRemover(
  document: XliffDocument,
): (element: XmlElement, isCopied?: (element: XmlElement) => boolean) => Edit[] {
  const { xml, version, units } = document
  const own = new Set(units.flatMap(unit => (unit.isTranslatable ? unit.segments.map(({ target }) => target) : [])))
  // The targets of a file in the source language are source strings.
  const isKept = hasSourceTargets(document)
  const remove = (element: XmlElement, isCopied: (element: XmlElement) => boolean = () => true): Edit[] =>
    listElements(element).flatMap(child => {
      if (!isCopied(child) || own.has(child)) return []
      const isForeign = FOREIGN[version].test(child.name) && !(isKept && child.name.endsWith('target'))
      return isForeign ? [removeRange(xml, child.start, child.end)] : remove(child, isCopied)
    })
  return remove
}

/** Elements with text, whose white space counts. */
const isText = ({ name }: XmlElement): boolean =>
  /(?:^|:)(?:source|target|seg-source|note|context|data|meta)$/.test(name)

/** Inserts copies of the source's units into a target file: after the unit that is before them in the source, or else before the one after them. */
export class Insertions {
  readonly #writing: Writing
  readonly #copying: Writing
  readonly #removeNotes: (unit: XliffUnit) => Edit[]
  readonly #removeForeign: ReturnType<typeof createForeignRemover>
  readonly #language: string
  readonly #step: string | undefined
  readonly #edits: Edit[] = []
  /** By container of the source: the unit of the target file that was passed last. */
  readonly #anchors = new Map<string, XliffUnit>()
  /** By container of the source: units that come before the first known one. */
  readonly #pending = new Map<string, XliffUnit[]>()
  readonly #texts = new Map<XliffSegment, Translated>()
  readonly #done = new Set<string>()

  constructor(writing: Writing, locale: string) {
    const { document, source } = writing
    this.#writing = writing
    this.#language = spellLanguage(locale, [document, source])
    this.#copying = { ...writing, document: source, locale: this.#language }
    this.#removeNotes = createNoteRemover(source, document)
    this.#removeForeign = createForeignRemover(source)
    const model = document.units.slice(0, 10).map(({ element }) => detectElementIndent(document.xml, element))
    this.#step = model.find(indent => indent !== undefined)?.step
  }

  /** Tells that the target file has a unit of the source. */
  pass(unit: XliffUnit, found: XliffUnit): void {
    const pending = this.#pending.get(unit.path) ?? []
    this.#pending.delete(unit.path)
    const { xml } = this.#writing.document
    const outer = findIndent(xml, found.element.start)
    const lines = pending.map(one => this.#copy(one, outer))
    if (lines.length > 0) this.#edits.push(insertBefore(xml, found.element, lines))
    this.#anchors.set(unit.path, found)
  }

  insert(unit: XliffUnit, key: string, texts: ReadonlyMap<XliffSegment, Translated>): void {
    if (this.#done.has(key)) return
    this.#done.add(key)
    for (const [segment, text] of texts) this.#texts.set(segment, text)
    const anchor = this.#anchors.get(unit.path)
    if (anchor === undefined) {
      addTo(this.#pending, unit.path, unit)
      return
    }
    const { xml } = this.#writing.document
    const outer = findIndent(xml, anchor.element.start)
    this.#edits.push(insertAfter(xml, anchor.parent.children, anchor.element, [this.#copy(unit, outer)]))
  }

  replace(found: XliffUnit, unit: XliffUnit, texts: ReadonlyMap<XliffSegment, Translated>): void {
    for (const [segment, text] of texts) this.#texts.set(segment, text)
    const { start, end } = found.element
    const text = this.#copy(unit, findIndent(this.#writing.document.xml, start))
    this.pass(unit, found)
    this.#edits.push({ start, end, text })
  }

  /** Returns all edits. Insertions come before edits at the same offset. */
  finish(): readonly Edit[] {
    const { document } = this.#writing
    const lines = new Map<XmlElement, string[]>()
    const files = new Map<XmlElement, XliffUnit[]>()
    for (const [path, units] of this.#pending) {
      const container = this.#findContainer(path)
      if (container !== undefined) {
        const outer = this.#findInnerIndent(container)
        addTo(lines, container, ...units.map(unit => this.#copy(unit, outer)))
      } else for (const unit of units) addTo(files, unit.file, unit)
    }
    const all = files.size === 0 ? undefined : groupBy(this.#copying.document.units, ({ file }) => file)
    for (const [file, units] of files) {
      addTo(lines, document.xml.root, this.#copyFile(file, all?.get(file) ?? [], new Set(units)))
    }
    return [...this.#edits, ...[...lines].map(([container, added]) => insertLast(document.xml, container, added))]
  }

  /** Finds the container of the target file for one of the source, or the one around it. */
  #findContainer(path: string): XmlElement | undefined {
    const parts = path.split('\n')
    for (; parts.length > 0; parts.pop()) {
      const found = this.#writing.document.containers.get(parts.join('\n'))
      if (found !== undefined) return found
    }
    return undefined
  }

  #findInnerIndent(container: XmlElement): string | undefined {
    const { xml } = this.#writing.document
    const last = container.children.findLast(isElement)
    if (last !== undefined) return findIndent(xml, last.start)
    return (findIndent(xml, container.start) ?? '') + detectIndent(xml)
  }

  #copy(unit: XliffUnit, outer: string | undefined): string {
    const { document, source } = this.#writing
    const own = detectElementIndent(source.xml, unit.element)
    const indent: ElementIndent | undefined =
      outer === undefined || own === undefined ? undefined : { outer, step: this.#step ?? own.step }
    const edits = [...this.#translate(unit), ...this.#removeForeign(unit.element)]
    return copyElement(source.xml, document.xml, unit.element, edits, indent, isText)
  }

  #translate(unit: XliffUnit): Edit[] {
    const edits = unit.segments.flatMap(segment => {
      const text = this.#texts.get(segment)
      return text === undefined || text.value === ''
        ? removeTranslation(this.#copying, segment)
        : setTranslation(this.#copying, segment, text, segment)
    })
    return [...edits, ...this.#removeNotes(unit)]
  }

  /** Copies a `<file>` that the target file lacks, without the units that have no translation. */
  #copyFile(file: XmlElement, units: readonly XliffUnit[], kept: ReadonlySet<XliffUnit>): string {
    const { document, source } = this.#writing
    const edits: Edit[] = source.version === 1 ? [setLanguage(source, file, this.#language)] : []
    const left = new Set<XmlElement>()
    for (const unit of units) {
      if (kept.has(unit)) edits.push(...this.#translate(unit))
      else if (unit.isTranslatable) {
        left.add(unit.element)
        edits.push(removeRange(source.xml, unit.element.start, unit.element.end))
      }
    }
    edits.push(...this.#removeForeign(file, element => !left.has(element)))
    return copyElement(source.xml, document.xml, file, edits, undefined, isText)
  }
}
