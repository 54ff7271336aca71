import { addTo } from '../../groups.ts'
import { getGeneralText } from '../../message/message.ts'
import type { WriteRequest } from '../format.ts'
import type { Edit } from '../splice.ts'
import { toForms } from '../tree/plurals.ts'
import {
  applyEdits,
  detectIndent,
  findIndent,
  insertAfter,
  insertBefore,
  insertInRoot,
  insertLast,
  removeRange,
  replaceContent,
  setAttribute,
} from '../xml/edit.ts'
import { parseXml, parseXmlIfAny } from '../xml/scan.ts'
import { getAttribute, type XmlDocument, type XmlElement, type XmlNode } from '../xml/tree.ts'
import type { Escapes } from './escapes.ts'
import { createFile } from './new-file.ts'
import { removeResources } from './remove.ts'
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

/** `Format.write`. */
export function writeResources(request: WriteRequest, escapes: Escapes, name: string): string {
  const source = parseXml(request.source, name)
  const resources = listResources(source, escapes)
  const keys = new Keys(resources)
  const base = request.base === undefined ? undefined : parseXmlIfAny(request.base, name)
  if (base === undefined) {
    const sibling = request.sibling === undefined ? undefined : parseXmlIfAny(request.sibling, name)
    return createFile({ source, resources, keys, sibling, request, escapes })
  }
  const left = removeResources(base, resources, keys, request, escapes)
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
  return merge.edits.length === 0 ? kept.bom + kept.text : applyEdits(kept, merge.edits)
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

function setText(
  { rendering, base, edits }: Merge,
  element: XmlElement,
  value: string,
  source: Slot | undefined,
): void {
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

/** Writes the forms of a plural: each in its place, missing ones beside their neighbours in CLDR's order, without those that the message does not have. */
function updateForms(
  merge: Merge,
  source: Resource,
  twin: Resource,
  forms: readonly (readonly [category: string, form: string])[],
): void {
  const { rendering, base, edits } = merge
  const present = new Map(twin.slots.map(slot => [slot.name, slot]))
  const wanted = new Map(forms)
  const gone = twin.slots.filter(({ name, value }) => value !== undefined && value !== '' && !wanted.has(name))
  const isChanged = gone.length > 0 || forms.some(([category, form]) => present.get(category)?.value !== form)
  if (!isChanged || forms.length === 0) return
  if (!forms.some(([category]) => present.has(category))) {
    replaceElement(merge, twin.element, renderFresh(rendering, base, source, twin, forms))
    return
  }
  for (const { element } of gone) edits.push(removeRange(base, element.start, element.end))
  let anchor: XmlElement | undefined
  let before: string[] = []
  let after: string[] = []
  const flush = (): void => {
    if (anchor !== undefined && after.length > 0) edits.push(insertAfter(base, twin.element.children, anchor, after))
    after = []
  }
  for (const [category, form] of forms) {
    const slot = present.get(category)
    if (slot !== undefined) {
      flush()
      if (before.length > 0) edits.push(insertBefore(base, slot.element, before))
      before = []
      anchor = slot.element
      if (slot.value !== form) setText(merge, slot.element, form, findModelForm(source.slots, category))
    } else (anchor === undefined ? before : after).push(renderForm(rendering, source.slots, category, form))
  }
  flush()
}

/** Renders a plural none of whose forms stays, with the start tag that it has. */
function renderFresh(
  rendering: Rendering,
  { text }: XmlDocument,
  source: Resource,
  { element }: Resource,
  forms: readonly (readonly [category: string, form: string])[],
): string[] {
  const open = text.slice(element.start, element.contentStart).replace(/\s*\/>$/, '>')
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
