import type { Node } from 'jsonc-parser'
import { CATEGORY_ORDER, neededCategories } from '../../locales/plural-rules.ts'
import type { Message } from '../../message/message.ts'
import type { PlanRequest } from '../json/dialect.ts'
import { childKey } from '../json/keys.ts'
import { fixedShape, type Member, type ObjectShape, type Shape } from '../json/outline.ts'
import { type JsonTree, listProperties } from '../json/tree.ts'
import { isVariants, listVariants, nameVariant, type Variant } from './variants.ts'

const SCHEMA = '$schema'

/** Whether keys are nested: an object is no message. */
export const hasNestedKeys = ({ root }: Pick<JsonTree, 'root'>): boolean =>
  listProperties(root).some(({ value }) => value.type === 'object' && !isVariants(value))

/** What the outline of a file depends on besides the file. */
interface OutlineOptions {
  readonly nested: boolean
  /** The keys of the source's plurals. */
  readonly plurals?: ReadonlySet<string>
  /** Returns the members of the `match` object of a message. */
  readonly toMembers: (variants: readonly Variant[]) => readonly Member[]
}

/** Outlines a source file. */
export const outlineSource = (tree: JsonTree): ObjectShape =>
  outline(tree.root, { nested: hasNestedKeys(tree), toMembers: variants => variants.map(toMember) })

/** Outlines a target file. `source` decides how keys are written, and which of them are plurals. */
export const outlineTarget = (tree: JsonTree, locale: string, source: JsonTree | undefined): ObjectShape =>
  outline(tree.root, {
    nested: hasNestedKeys(source ?? tree),
    ...(source !== undefined && { plurals: findPlurals(source) }),
    toMembers: variants => [...variants.map(toMember), ...listStandIns(variants, locale)],
  })

/** Outlines the file that a locale should have: with the forms of its values, under the names that its file has for them. */
export function planInlang(
  _: ObjectShape,
  { source, base, values }: Pick<PlanRequest, 'source' | 'base' | 'values'>,
): ObjectShape {
  const nested = hasNestedKeys(source)
  const known = new Map<string, Variant[]>()
  if (base !== undefined) {
    visitVariants(base, { nested, plurals: findPlurals(source) }, variant => addTo(known, variant.key, variant))
  }
  return outline(source.root, { nested, toMembers: variants => planMembers(variants, known, values) })
}

/** The keys of the plurals of a source file. */
function findPlurals(source: JsonTree): ReadonlySet<string> {
  const keys = new Set<string>()
  visitVariants(source, { nested: hasNestedKeys(source) }, ({ key, form }) => form !== undefined && keys.add(key))
  return keys
}

/** The keys of the plurals whose numbers order. */
export function findOrdinals(source: JsonTree): ReadonlySet<string> {
  const keys = new Set<string>()
  visitVariants(source, { nested: hasNestedKeys(source) }, ({ key, isOrdinal }) => isOrdinal === true && keys.add(key))
  return keys
}

function visitVariants(
  { root }: JsonTree,
  options: Pick<OutlineOptions, 'nested' | 'plurals'>,
  visit: (variant: Variant) => unknown,
): void {
  const toMembers = (variants: readonly Variant[]): readonly Member[] => {
    for (const variant of variants) visit(variant)
    return []
  }
  outline(root, { ...options, toMembers })
}

function outline(root: Node, { nested, plurals, toMembers }: OutlineOptions): ObjectShape {
  const toItem = (item: Node, path: string): ObjectShape => {
    const members = listProperties(item).map((property): Member => {
      const { name, value: node } = property
      const isMatch = name === 'match' && node.type === 'object'
      const shape: Shape = isMatch
        ? { kind: 'object', members: toMembers(listVariants(item, path, plurals)), node }
        : { kind: 'fixed', node }
      return { name, shape, property }
    })
    return { kind: 'object', whole: true, members, node: item }
  }
  const toShape = (node: Node, path: string): Shape => {
    if (node.type === 'string') return { kind: 'text', key: path, node }
    if (!isVariants(node)) return node.type === 'object' ? toObject(node, path) : fixedShape(node)
    if (node.type === 'object') return toItem(node, path)
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

/** The forms of a language for which a catch-all stands. */
function listStandIns(variants: readonly Variant[], locale: string): readonly Member[] {
  const present = new Set(variants.map(({ key, form }) => `${form} ${key}`))
  return variants.flatMap(({ property, key, isAny, isOrdinal }): readonly Member[] => {
    if (isAny !== true) return []
    const needed = neededCategories(locale, isOrdinal === true ? 'ordinal' : 'cardinal')
    const absent = needed.filter(form => !present.has(`${form} ${key}`))
    return absent.map(form => ({ name: '', shape: { kind: 'text', key, form, node: property.value } }))
  })
}

/** Adds the plural forms of a value, each behind the form before it in CLDR's order. The first variant that matches is shown, so the others keep their order. */
function planMembers(
  variants: readonly Variant[],
  known: ReadonlyMap<string, readonly Variant[]>,
  values: ReadonlyMap<string, Message>,
): readonly Member[] {
  const families = new Map<string, Variant[]>()
  for (const variant of variants) addTo(families, variant.key, variant)
  return variants.flatMap((variant): readonly Member[] => {
    const { key, form } = variant
    const mates = families.get(key) ?? []
    const present = known.get(key) ?? []
    if (form === undefined) return [rename(variant, present)]
    const own = present.filter(one => one.form === form)
    const isFirst = mates.find(one => one.form === form) === variant
    const slots =
      own.length === 0 ? [toMember(variant)] : isFirst ? own.map(one => toSlot(one.property.name, variant, form)) : []
    if (!isFirst) return slots
    const added = listAdded(mates, present, values.get(key))
    const before = mates[0] === variant ? added.filter(one => findBefore(mates, one) === undefined) : []
    const after = added.filter(one => findBefore(mates, one) === form)
    const toNew = (to: string): Member =>
      toSlot(present.find(one => one.form === to)?.property.name ?? nameVariant(variant, to), variant, to, false)
    return [...before.map(toNew), ...slots, ...after.map(toNew)]
  })
}

/** The forms of a value that the source does not have, without those that the catch-all of the file shows alike. */
function listAdded(
  mates: readonly Variant[],
  present: readonly Variant[],
  value: Message | undefined,
): readonly string[] {
  const own = new Set(mates.map(({ form }) => form))
  const hasAny = present.some(({ isAny }) => isAny)
  return CATEGORY_ORDER.filter(form => {
    if (own.has(form) || value === undefined) return false
    if (typeof value === 'string') return form === 'other'
    const isShown = hasAny && value[form] === value['other'] && present.every(one => one.form !== form)
    return Object.hasOwn(value, form) && !isShown
  })
}

/** The last form of the source before another one in CLDR's order. */
const findBefore = (mates: readonly Variant[], form: string): string | undefined =>
  CATEGORY_ORDER.slice(
    0,
    CATEGORY_ORDER.findIndex(one => one === form),
  ).findLast(one => mates.some(mate => mate.form === one))

/** A variant under the name that the file has for it. */
const rename = (variant: Variant, [found]: readonly Variant[] = []): Member => ({
  ...toMember(variant),
  ...(found !== undefined && { name: found.property.name }),
})

/** A place for a form. `hasText` = the source has one for it. */
const toSlot = (name: string, { key, property }: Variant, form: string, hasText = true): Member => ({
  name,
  shape: { kind: 'text', key, form, ...(hasText && { node: property.value }) },
  family: key,
})

function addTo(lists: Map<string, Variant[]>, key: string, variant: Variant): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [variant])
  else list.push(variant)
}
