import type { Edit } from '../splice.ts'
import { removeRange, setAttribute } from '../xml/edit.ts'
import { findAttribute, listElements, type XmlElement } from '../xml/tree.ts'
import { getTargetLanguages, type XliffDocument, type XliffUnit } from './document.ts'
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
export function createNoteRemover(
  { xml, prefix }: XliffDocument,
  model: XliffDocument | undefined,
): (unit: XliffUnit) => Edit[] {
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
const FOREIGN = {
  1: /(?:^|:)(?:alt-trans|target|bin-target)$/,
  2: /(?:^|:)(?:matches|glossary|target)$/,
}

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
