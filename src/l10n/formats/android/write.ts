import { addTo } from '../../groups.ts'
import { getGeneralText } from '../../message/message.ts'
import { findGoneKeys, splitFile } from '../flat/text-file.ts'
import type { WriteRequest } from '../format.ts'
import type { Edit } from '../splice.ts'
import { toForms } from '../tree/plurals.ts'
import {
  applyEdits,
  detectIndent,
  findIndent,
  findTrailEnd,
  insertAfter,
  insertBefore,
  insertInRoot,
  insertLast,
  isBlankLine,
  listLeading,
  removeRange,
  replaceContent,
  setAttribute,
} from '../xml/edit.ts'
import { parseXml, parseXmlIfAny } from '../xml/scan.ts'
import { getAttribute, type XmlDocument, type XmlElement, type XmlNode } from '../xml/tree.ts'
import type { Escapes } from './escapes.ts'
import {
  findModelForm,
  hasText,
  type Rendering,
  renderContent,
  renderForm,
  renderItem,
  renderResource,
} from './render.ts'
import { itemKey, Keys, listResources, type Resource, type ResourceList, type Slot } from './resources.ts'

/** What is written into a file. */
interface Writing {
  readonly request: WriteRequest
  readonly escapes: Escapes
  readonly source: XmlDocument
  readonly resources: ResourceList
  readonly keys: Keys
}

const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>'

/**
 * Creates a target file: the resources with values, in the order of the source, with its blank lines if the sibling has such, and without notes. The root
 * declares only the prefixes that the file uses. A base without elements keeps its declaration and comments.
 */
function createFile({ request, escapes, source, resources, keys }: Writing, sibling: XmlDocument | undefined): string {
  const { values, base } = request
  const model = sibling ?? source
  const { eol } = model
  const indent = detectIndent(model)
  const missing = new Set<string>()
  const { bom, text } = splitFile(base ?? '')
  const own = text.trim()
  // Only a file with the DOCTYPE of the source knows its entities.
  const target = { eol, entities: own === '' ? source.entities : new Set<string>() }
  const rendering: Rendering = { escapes, source, values, target, indent, prefixes: new Set(), missing }
  const hasGroups = sibling === undefined || countGroups(sibling) > 1
  const lines: string[] = []
  let isNewGroup = false
  for (const resource of resources.all) {
    isNewGroup ||= hasBlankLineAbove(source, resource)
    if (!resource.isTranslatable || resource.repeats !== undefined) continue
    const rendered = renderResource(rendering, resource, keys.get(resource))
    if (rendered === undefined) continue
    if (hasGroups && isNewGroup && lines.length > 0) lines.push('')
    isNewGroup = false
    lines.push(...rendered.map(line => indent + line))
  }
  const namespaces = [...missing].map(prefix => ` xmlns:${prefix}="${getRaw(source, `xmlns:${prefix}`)}"`)
  const head = own === '' ? findHead(model, source) : [own]
  const content = [...head, `<resources${namespaces.join('')}>`, ...lines, '</resources>'].join(eol)
  return (bom || model.bom) + content + (model.text.endsWith('\n') ? eol : '')
}

/** The lines before the root: the declaration of the model and the DOCTYPE of the source. */
function findHead(model: XmlDocument, source: XmlDocument): readonly string[] {
  const first = model.prolog[0]
  const declaration = first?.kind === 'instruction' ? model.text.slice(first.start, first.end) : DECLARATION
  const doctype = source.prolog.find(isDoctype)
  return [declaration, ...(doctype === undefined ? [] : [source.text.slice(doctype.start, doctype.end)])]
}

const getRaw = ({ root }: XmlDocument, name: string): string =>
  (getAttribute(root, name) ?? '').replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/** Whether a blank line stands above a resource or its comments. */
function hasBlankLineAbove(document: XmlDocument, { index }: Resource): boolean {
  for (let at = index - 1; at >= 0; at -= 1) {
    const node = document.root.children[at]
    if (node === undefined || node.kind === 'element') return false
    if (isBlankLine(document, node)) return true
  }
  return false
}

/** The number of groups of a file, which blank lines separate; those at its ends do not count. */
const countGroups = (document: XmlDocument): number =>
  document.root.children.slice(1, -1).filter(node => isBlankLine(document, node)).length + 1

/** `Format.write`. */
export function writeResources(request: WriteRequest, escapes: Escapes, name: string): string {
  const source = parseXml(request.source, name)
  const resources = listResources(source, escapes)
  const keys = new Keys(resources)
  const writing: Writing = { request, escapes, source, resources, keys }
  const base = parseXmlIfAny(request.base, name)
  if (base === undefined) return createFile(writing, parseXmlIfAny(request.sibling, name))
  const left = removeResources(writing, base)
  const kept = left === undefined ? base : parseXml(left, name)
  const { values } = request
  const indent = detectIndent(kept)
  const missing = new Set<string>()
  const isBare = !kept.prolog.some(isDoctype)
  const target = isBare ? { eol: kept.eol, entities: source.entities } : kept
  const rendering: Rendering = { escapes, source, values, target, indent, prefixes: listPrefixes(kept), missing }
  const merge: Merge = { rendering, base: kept, edits: [], added: new Map() }
  mergeResources(merge, resources, keys)
  merge.edits.push(...insertInRoot(kept, merge.added, ({ name: tag }) => tag !== 'eat-comment' && tag !== 'skip'))
  addPrefixes(merge)
  if (isBare) addDoctype(merge)
  return applyEdits(kept, merge.edits)
}

const isDoctype = ({ kind }: XmlNode): boolean => kind === 'doctype'

const listPrefixes = ({ root }: XmlDocument): ReadonlySet<string> =>
  new Set(root.attributes.flatMap(({ name }) => (name.startsWith('xmlns:') ? [name.slice('xmlns:'.length)] : [])))

interface Merge {
  readonly rendering: Rendering
  readonly base: XmlDocument
  readonly edits: Edit[]
  /** New lines by the element that they follow; without one, they come first. */
  readonly added: Map<XmlElement | undefined, string[]>
}

/** Writes each resource of the source: into the one of the base, or as a new one after the resource before it. */
function mergeResources(merge: Merge, { all, byId }: ResourceList, keys: Keys): void {
  const present = listResources(merge.base, merge.rendering.escapes)
  const repeated = present.all.filter(({ repeats }) => repeats !== undefined)
  const outdated = findOutdated(present, byId)
  let anchor: XmlElement | undefined
  for (const resource of all) {
    if (!resource.isTranslatable || resource.repeats !== undefined) continue
    const key = keys.get(resource)
    const twin = present.byId.get(resource.id)
    if (twin !== undefined) {
      updateResource(merge, resource, twin, key)
      anchor = twin.element
      continue
    }
    const old = outdated.get(resource.label)
    const lines = renderResource(merge.rendering, resource, key)
    if (lines !== undefined && old !== undefined) replaceElement(merge, old.element, lines)
    else if (lines !== undefined) addTo(merge.added, anchor, ...lines)
    if (old === undefined) continue
    anchor = old.element
    outdated.delete(resource.label)
  }
  for (const twin of repeated) {
    const resource = byId.get(twin.id)
    if (resource?.isTranslatable === true) updateResource(merge, resource, twin, keys.get(resource))
  }
}

/** Finds the resources of a base that the source does not have, by label: their kind may have changed, such as that of a string that became a plural. */
const findOutdated = ({ byId }: ResourceList, source: ReadonlyMap<string, Resource>): Map<string, Resource> =>
  new Map([...byId.values()].filter(({ id }) => !source.has(id)).map(resource => [resource.label, resource]))

function replaceElement({ base, edits }: Merge, { start, end }: XmlElement, lines: readonly string[]): void {
  const indent = findIndent(base, start) ?? ''
  edits.push({ start, end, text: lines.join(base.eol + indent) })
}

function updateResource(merge: Merge, source: Resource, twin: Resource, key: string): void {
  if (twin.kind === 'array') updateArray(merge, source, twin, key)
  else {
    const value = merge.rendering.values.get(key)
    if (value === undefined) return
    const [slot] = twin.slots
    if (twin.kind === 'plurals') updateForms(merge, source, twin, toForms(value))
    else if (slot !== undefined && slot.value !== getGeneralText(value)) {
      setText(merge, slot.element, getGeneralText(value), source.slots[0])
    }
  }
}

function setText({ rendering, base, edits }: Merge, element: XmlElement, value: string, source?: Slot): void {
  edits.push(replaceContent(base, element, renderContent(rendering, value, source, { document: base, element })))
}

/** Writes the items that have a value. Missing ones are added up to the first without a value, which would shift the others. */
function updateArray(merge: Merge, source: Resource, twin: Resource, key: string): void {
  const { rendering, base, edits } = merge
  const added: string[] = []
  const isLonger = hasText(source.slots.slice(twin.slots.length))
  for (const [at, slot] of source.slots.entries()) {
    const own = twin.slots[at]
    if (own === undefined) {
      if (!isLonger) break
      const item = renderItem(rendering, slot, itemKey(key, at))
      if (item === undefined) break
      added.push(item)
      continue
    }
    const value = rendering.values.get(itemKey(key, at))
    const text = value && getGeneralText(value)
    if (text !== undefined && own.value !== text) setText(merge, own.element, text, slot)
  }
  if (added.length === 0) return
  const last = twin.slots.at(-1)
  if (last === undefined) edits.push(insertLast(base, twin.element, added))
  else edits.push(insertAfter(base, twin.element.children, last.element, added))
}

type Forms = readonly (readonly [category: string, form: string])[]

/** Writes the forms of a plural: each in its place, missing ones beside their neighbours in CLDR's order, without those that the message does not have. */
function updateForms(merge: Merge, source: Resource, twin: Resource, forms: Forms): void {
  const { rendering, base, edits } = merge
  const present = new Map(twin.slots.map(slot => [slot.name, slot]))
  const wanted = new Map(forms)
  const gone = twin.slots.filter(({ name, value }) => value !== undefined && value !== '' && !wanted.has(name))
  const isChanged = gone.length > 0 || forms.some(([category, form]) => present.get(category)?.value !== form)
  if (!isChanged || forms.length === 0) return
  if (!forms.some(([category]) => present.has(category))) {
    replaceElement(merge, twin.element, renderFresh(merge, source, twin, forms))
    return
  }
  for (const { element } of gone) edits.push(removeRange(base, element.start, element.end))
  let anchor: XmlElement | undefined
  let added: string[] = []
  for (const [category, form] of forms) {
    const slot = present.get(category)
    if (slot === undefined) {
      added.push(renderForm(rendering, source.slots, category, form))
      continue
    }
    if (added.length > 0) {
      edits.push(
        anchor === undefined
          ? insertBefore(base, slot.element, added)
          : insertAfter(base, twin.element.children, anchor, added),
      )
    }
    added = []
    anchor = slot.element
    if (slot.value !== form) setText(merge, slot.element, form, findModelForm(source.slots, category))
  }
  if (anchor !== undefined && added.length > 0) edits.push(insertAfter(base, twin.element.children, anchor, added))
}

/** Renders a plural none of whose forms stays, with the start tag that it has. */
function renderFresh({ rendering, base }: Merge, source: Resource, { element }: Resource, forms: Forms): string[] {
  const open = base.text.slice(element.start, element.contentStart).replace(/\s*\/>$/, '>')
  const items = forms.map(([category, form]) => rendering.indent + renderForm(rendering, source.slots, category, form))
  return [open, ...items, `</${element.name}>`]
}

/** Declares the entities that new texts use, with the DOCTYPE of the source. */
function addDoctype({ rendering: { source }, base, edits }: Merge): void {
  const doctype = source.prolog.find(isDoctype)
  const uses = (text: string): boolean =>
    [...text.matchAll(/&([^&;]{1,200});/g)].some(([, name = '']) => source.entities.has(name))
  if (doctype === undefined || !edits.some(({ text }) => uses(text))) return
  const { start } = base.root
  edits.push({ start, end: start, text: source.text.slice(doctype.start, doctype.end) + base.eol })
}

function addPrefixes({ rendering: { missing, source }, base, edits }: Merge): void {
  for (const prefix of missing) {
    const name = `xmlns:${prefix}`
    edits.push(setAttribute(base, base.root, name, getAttribute(source.root, name) ?? ''))
  }
}

/**
 * Removes the removed and withdrawn keys from a file, with their lines and the comments of their own; undefined if it has none of them. Of an array, only the last items are
 * removed, because others would shift; with a withdrawn item, the whole array.
 */
function removeResources(writing: Writing, base: XmlDocument): string | undefined {
  const { request, escapes, resources, keys } = writing
  const translated = resources.all.filter(({ isTranslatable }) => isTranslatable)
  const isGone = findGoneKeys(request, () => translated.flatMap(one => listKeys(one, keys.get(one))))
  if (isGone === undefined) return undefined
  const isWithdrawn = (key: string): boolean => request.withdrawn?.has(key) === true
  const present = listResources(base, escapes)
  const own = new Keys(present, keys)
  const lacking = resources.all.filter(({ id }) => !present.byId.has(id))
  const reshaped = new Set(lacking.filter(one => isWithdrawn(keys.get(one))).map(({ label }) => label))
  const isReshaped = ({ id, label }: Resource): boolean => reshaped.has(label) && !resources.byId.has(id)
  const edits: Edit[] = []
  for (const resource of present.all) {
    const isArray = resource.kind === 'array'
    const items = listKeys(resource, own.get(resource))
    const isWhole = items.length > 0 && items.every(isGone)
    if (isWhole || (isArray ? items.some(isWithdrawn) : isReshaped(resource))) {
      edits.push(removeResource(base, resource))
    } else if (isArray) {
      const last = items.findLastIndex(item => !isGone(item))
      const from = resource.slots[last]?.element.end
      const to = resource.slots.at(-1)?.element.end
      if (from !== undefined && to !== undefined && from < to) edits.push({ start: from, end: to, text: '' })
    }
  }
  return edits.length === 0 ? undefined : applyEdits(base, edits)
}

/** The keys of a resource with a key: those of the items of an array. */
const listKeys = ({ kind, slots }: Resource, key: string): readonly string[] =>
  kind === 'array' ? slots.map((_, at) => itemKey(key, at)) : [key]

/** Removes an element with the comments above it, unless they stand below a blank line and other elements follow: then they may be about the group. */
function removeResource(base: XmlDocument, { element, index }: Resource): Edit {
  const { children } = base.root
  const end = findTrailEnd(base, children, element)
  const leading = listLeading(base, children, index)
  const [head = element] = leading
  const above = children[index - 2 * (leading.length - 1) - 1]
  const isHeading = children[index - 2 * leading.length] === undefined || isBlankLine(base, above)
  const isGroup = isHeading && !isBlankLine(base, children[index + 1]) && children[index + 2]?.kind === 'element'
  return removeRange(base, (isGroup ? element : head).start, end)
}
