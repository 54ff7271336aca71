import type { Node } from 'jsonc-parser'
import { neededCategories } from '../../locales/plural-rules.ts'
import type { OutlinedSource, PlanRequest } from '../json/dialect.ts'
import { childKey } from '../json/keys.ts'
import { fixedShape, type Member, type ObjectShape, objectShape, type Shape, textsIn } from '../json/outline.ts'
import { type JsonTree, listProperties } from '../json/tree.ts'
import { groupVariants, planMembers, toMember } from './plan.ts'
import { isVariants, listVariants, type Variant } from './variants.ts'

/** Whether keys are nested: an object is no message. */
export const hasNestedKeys = ({ root }: JsonTree): boolean =>
  listProperties(root).some(({ value }) => value.type === 'object' && !isVariants(value))

/** What the outline of a file depends on besides the file. */
interface OutlineOptions {
  readonly nested: boolean
  /** The keys of the source's plurals. */
  readonly plurals?: ReadonlySet<string>
  /** Whether a text stands for all variants of a plural. */
  readonly isWhole?: (key: string) => boolean
  /** Returns the members of the `match` object of a message. */
  readonly toMembers: (variants: readonly Variant[]) => readonly Member[]
}

/** Outlines a source file. */
export const outlineSource = (tree: JsonTree): ObjectShape =>
  outline(tree.root, { nested: tree.nested, toMembers: variants => variants.map(toMember) })

/** Outlines a target file. `source` decides how keys are written, and which of them are plurals. */
export const outlineTarget = (tree: JsonTree, locale: string, source: OutlinedSource | undefined): ObjectShape =>
  outline(tree.root, {
    nested: (source?.tree ?? tree).nested,
    ...(source !== undefined && { plurals: findPlurals(source.root) }),
    toMembers: variants => [...variants.map(toMember), ...listStandIns(variants, locale)],
  })

/** Outlines the file that a locale should have: with the forms of its values, under the names that its file has for them. */
export function planInlang(root: ObjectShape, { source, base, values }: PlanRequest): ObjectShape {
  const { nested } = source
  const known: Variant[] = []
  const collect = (variants: readonly Variant[]): readonly Member[] => {
    known.push(...variants)
    return []
  }
  const own = base && outline(base.root, { nested, plurals: findPlurals(root), toMembers: collect })
  const names = groupVariants(known)
  const whole = own === undefined ? new Set() : findPlurals(own)
  const isWhole = (key: string): boolean => {
    const value = values.get(key) ?? ''
    return whole.has(key) && (typeof value === 'string' || Object.keys(value).every(form => form === 'other'))
  }
  return outline(source.root, { nested, isWhole, toMembers: variants => planMembers(variants, names, values) })
}

/** The keys of the plurals of a file. */
const findPlurals = (root: ObjectShape): ReadonlySet<string> =>
  new Set(textsIn(root).flatMap(({ key, form }) => (form === undefined ? [] : [key])))

function outline(root: Node, { nested, plurals, isWhole, toMembers }: OutlineOptions): ObjectShape {
  const toItem = (item: Node, path: string): ObjectShape => {
    const shape = objectShape(item, ({ name, value: node }) =>
      name === 'match' && node.type === 'object'
        ? { kind: 'object', members: toMembers(listVariants(item, path, plurals)), node }
        : fixedShape(node),
    )
    return { ...shape, whole: true }
  }
  const toShape = (node: Node, path: string): Shape => {
    if (isWhole?.(path) === true) return { kind: 'text', key: path, form: 'other' }
    if (node.type === 'string') return { kind: 'text', key: path, node, ...(plurals?.has(path) && { form: 'other' }) }
    if (!isVariants(node)) return node.type === 'object' ? toObject(node, path) : fixedShape(node)
    if (node.type === 'object') return toItem(node, path)
    const items = (node.children ?? []).map((item, index) => toItem(item, index === 0 ? path : `${path}[${index + 1}]`))
    return { kind: 'array', items, node }
  }
  const toObject = (node: Node, parent: string | undefined): ObjectShape =>
    objectShape(node, ({ name, value }) =>
      parent === undefined && name === '$schema' ? fixedShape(value) : toShape(value, childKey(parent, name, nested)),
    )
  return toObject(root, undefined)
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
