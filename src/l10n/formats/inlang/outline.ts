import type { Node } from 'jsonc-parser'
import { CATEGORY_ORDER } from '../../locales/plural-rules.ts'
import type { Message } from '../../message/message.ts'
import type { PlanRequest } from '../json/dialect.ts'
import { childKey } from '../json/keys.ts'
import { fixedShape, type Member, type ObjectShape, type Shape } from '../json/outline.ts'
import { type JsonTree, listProperties } from '../json/tree.ts'
import { isVariants, listVariants, nameVariant, type Variant } from './variants.ts'

const SCHEMA = '$schema'

/** Whether keys are nested: an object is no message. */
export const hasNestedKeys = ({ root }: Pick<JsonTree, 'root'>): boolean =>
  listProperties(root).some(({ value }) => value.type === 'object')

/** What the outline of a file depends on besides the file. */
interface OutlineOptions {
  readonly nested: boolean
  /** Returns the members of the `match` object of a message. */
  readonly toMembers: (variants: readonly Variant[]) => readonly Member[]
}

/** Outlines a file. `source` decides how keys are written. */
export const outlineInlang = (tree: JsonTree, source = tree): ObjectShape =>
  outline(tree.root, { nested: hasNestedKeys(source), toMembers: variants => variants.map(toMember) })

/** Outlines the file that a locale should have: with the forms of its values, under the names that its file has for them. */
export function planInlang(
  _: ObjectShape,
  { source, base, values }: Pick<PlanRequest, 'source' | 'base' | 'values'>,
): ObjectShape {
  const nested = hasNestedKeys(source)
  const known = new Map<string, Variant[]>()
  if (base !== undefined) {
    const toMembers = (variants: readonly Variant[]): readonly Member[] => {
      for (const variant of variants) addTo(known, variant.key, variant)
      return []
    }
    outline(base.root, { nested, toMembers })
  }
  return outline(source.root, { nested, toMembers: variants => planMembers(variants, known, values) })
}

/** The keys of the plurals whose numbers order. */
export function findOrdinals(tree: JsonTree): ReadonlySet<string> {
  const keys = new Set<string>()
  const toMembers = (variants: readonly Variant[]): readonly Member[] => {
    for (const { key, isOrdinal } of variants) if (isOrdinal === true) keys.add(key)
    return []
  }
  outline(tree.root, { nested: hasNestedKeys(tree), toMembers })
  return keys
}

function outline(root: Node, { nested, toMembers }: OutlineOptions): ObjectShape {
  const toItem = (item: Node, path: string): ObjectShape => {
    const members = listProperties(item).map((property): Member => {
      const { name, value: node } = property
      const isMatch = name === 'match' && node.type === 'object'
      const shape: Shape = isMatch
        ? { kind: 'object', members: toMembers(listVariants(item, path)), node }
        : { kind: 'fixed', node }
      return { name, shape, property }
    })
    return { kind: 'object', whole: true, members, node: item }
  }
  const toShape = (node: Node, path: string): Shape => {
    if (node.type === 'string') return { kind: 'text', key: path, node }
    if (node.type === 'object') return toObject(node, path)
    if (!isVariants(node)) return fixedShape(node)
    const items = (node.children ?? []).map((item, index) => toItem(item, index === 0 ? path : `${path}[${index + 1}]`))
    return { kind: 'array', items, node }
  }
  const toObject = (node: Node, parent: string | undefined): ObjectShape => {
    const members = listProperties(node).map((property): Member => {
      const { name, value } = property
      const isSchema = parent === undefined && name === SCHEMA
      return { name, shape: isSchema ? fixedShape(value) : toShape(value, childKey(parent, name, nested)), property }
    })
    return { kind: 'object', members, node }
  }
  return toObject(root, undefined)
}

function toMember({ property, key, form }: Variant): Member {
  const { name, value: node } = property
  const shape: Shape = { kind: 'text', key, node, ...(form !== undefined && { form }) }
  return { name, shape, property, ...(form !== undefined && { family: key }) }
}

/** Adds the plural forms of a value, in CLDR's order, at the position of the source's first form. */
function planMembers(
  variants: readonly Variant[],
  known: ReadonlyMap<string, readonly Variant[]>,
  values: ReadonlyMap<string, Message>,
): readonly Member[] {
  const families = new Map<string, Variant[]>()
  for (const variant of variants) addTo(families, variant.key, variant)
  return [...families].flatMap(([key, mates]) => {
    const [first] = mates
    const value = values.get(key)
    if (first?.form === undefined) return mates.map(mate => rename(mate, known.get(key)?.slice(0, 1)))
    return CATEGORY_ORDER.flatMap((form): readonly Member[] => {
      const present = known.get(key)?.filter(one => one.form === form) ?? []
      const own = mates.filter(one => one.form === form)
      const [model] = own
      if (present.length > 0) return present.map(({ property: { name } }) => toSlot(name, key, form, model))
      if (own.length > 0) return own.map(toMember)
      const isNeeded = typeof value === 'object' ? Object.hasOwn(value, form) : value !== undefined && form === 'other'
      return isNeeded ? [toSlot(nameVariant(first, form), key, form, undefined)] : []
    })
  })
}

/** A variant under the name that the file has for it. */
const rename = (variant: Variant, [found]: readonly Variant[] = []): Member => ({
  ...toMember(variant),
  ...(found !== undefined && { name: found.property.name }),
})

/** A place for a form; `model` is that of the source. */
const toSlot = (name: string, key: string, form: string, model: Variant | undefined): Member => ({
  name,
  shape: { kind: 'text', key, form, ...(model !== undefined && { node: model.property.value }) },
  family: key,
})

function addTo(lists: Map<string, Variant[]>, key: string, variant: Variant): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [variant])
  else list.push(variant)
}
