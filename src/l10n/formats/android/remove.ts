import type { WriteRequest } from '../format.ts'
import type { Edit } from '../splice.ts'
import { applyEdits, findTrailEnd, isBlankLine, listLeading, removeRange } from '../xml/edit.ts'
import type { XmlDocument } from '../xml/tree.ts'
import type { Escapes } from './escapes.ts'
import { itemKey, Keys, listResources, type Resource, type ResourceList } from './resources.ts'

/**
 * Removes the removed and withdrawn keys from a file, with their lines and the comments of their own; undefined if it has none of them. Of an array, only the last items are
 * removed, because others would shift; with a withdrawn item, the whole array.
 */
export function removeResources(
  base: XmlDocument,
  resources: ResourceList,
  keys: Keys,
  { removed = new Set(), withdrawn = new Set() }: WriteRequest,
  escapes: Escapes,
): string | undefined {
  if (removed.size + withdrawn.size === 0) return undefined
  const current = listKeys(resources, keys)
  const isGone = (key: string): boolean => withdrawn.has(key) || (removed.has(key) && !current.has(key))
  const present = listResources(base, escapes)
  const own = new Keys(present, keys)
  const lacking = resources.all.filter(({ id }) => !present.byId.has(id))
  const reshaped = new Set(lacking.filter(one => withdrawn.has(keys.get(one))).map(({ label }) => label))
  const isReshaped = ({ id, label }: Resource): boolean => reshaped.has(label) && !resources.byId.has(id)
  const edits: Edit[] = []
  for (const resource of present.all) {
    const key = own.get(resource)
    const items = resource.slots.map((_, at) => itemKey(key, at))
    if (resource.kind !== 'array') {
      if (isGone(key) || isReshaped(resource)) edits.push(removeResource(base, resource))
    } else if (items.some(item => withdrawn.has(item)) || (items.length > 0 && items.every(isGone))) {
      edits.push(removeResource(base, resource))
    } else {
      const last = items.findLastIndex(item => !isGone(item))
      const from = resource.slots[last]?.element.end
      const to = resource.slots.at(-1)?.element.end
      if (from !== undefined && to !== undefined && from < to) edits.push({ start: from, end: to, text: '' })
    }
  }
  return edits.length === 0 ? undefined : applyEdits(base, edits)
}

function listKeys({ all }: ResourceList, keys: Keys): ReadonlySet<string> {
  const found = new Set<string>()
  for (const resource of all) {
    const { kind, slots, isTranslatable } = resource
    const key = keys.get(resource)
    if (!isTranslatable) continue
    if (kind === 'array') for (const at of slots.keys()) found.add(itemKey(key, at))
    else found.add(key)
  }
  return found
}

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
