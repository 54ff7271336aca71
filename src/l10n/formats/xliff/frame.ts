import type { Edit } from '../splice.ts'
import { removeRange, setAttribute } from '../xml/edit.ts'
import { findAttribute, isElement, type XmlElement } from '../xml/tree.ts'
import { getTargetLanguages, type XliffDocument, type XliffUnit } from './document.ts'

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
    dropped ??= new Set(listMissing(model).map(name => prefix + name))
    const names = dropped
    return element.children.flatMap(node =>
      isElement(node) && names.has(node.name) ? [removeRange(xml, node.start, node.end)] : [],
    )
  }
}

function listMissing({ units, prefix }: XliffDocument): readonly string[] {
  const kept = new Set(units.flatMap(({ element }) => listNames(element, prefix)))
  return OPTIONAL.filter(name => !kept.has(name))
}

const listNames = ({ children }: XmlElement, prefix: string): string[] =>
  children.flatMap(node => (isElement(node) && node.name.startsWith(prefix) ? [node.name.slice(prefix.length)] : []))
