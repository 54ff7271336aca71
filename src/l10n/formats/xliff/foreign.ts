import type { Edit } from '../splice.ts'
import { removeRange } from '../xml/edit.ts'
import { isElement, type XmlElement } from '../xml/tree.ts'
import type { XliffDocument } from './document.ts'
import { hasSourceTargets } from './values.ts'

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
  const remove = (element: XmlElement, isCopied: (element: XmlElement) => boolean): Edit[] =>
    element.children.filter(isElement).flatMap(child => {
      if (!isCopied(child) || own.has(child)) return []
      const isForeign = FOREIGN[version].test(child.name) && !(isKept && child.name.endsWith('target'))
      return isForeign ? [removeRange(xml, child.start, child.end)] : remove(child, isCopied)
    })
  return (element, isCopied = () => true) => remove(element, isCopied)
}
