import type { Node } from 'jsonc-parser'
import { addTo, getOrAdd } from '../../groups.ts'
import { CATEGORY_ORDER, neededCategories } from '../../locales/plural-rules.ts'
import type { Message } from '../../message/message.ts'
import type { Format, Values } from '../format.ts'
import { type OutlinedSource, ofDialect, type PlanRequest } from '../json/dialect.ts'
import { childKey } from '../json/keys.ts'
import { fixedShape, type Member, type ObjectShape, objectShape, type Shape, textsIn } from '../json/outline.ts'
import { formTexts } from '../json/render.ts'
import { type JsonTree, listProperties } from '../json/tree.ts'
import { isVariants, listVariants, nameVariant, type Variant } from './variants.ts'

/** Whether keys are nested: an object is no message. */
const hasNestedKeys = ({ root }: JsonTree): boolean =>
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
const outlineSource = (tree: JsonTree): ObjectShape =>
  outline(tree.root, { nested: tree.nested, toMembers: variants => variants.map(toMember) })

/** Outlines a target file. `source` decides how keys are written, and which of them are plurals. */
const outlineTarget = (tree: JsonTree, locale: string, source: OutlinedSource | undefined): ObjectShape =>
  outline(tree.root, {
    nested: (source?.tree ?? tree).nested,
    ...(source !== undefined && { plurals: findPlurals(source.root) }),
    toMembers: variants => [...variants.map(toMember), ...listStandIns(variants, locale)],
  })

/** Outlines the file that a locale should have: with the forms of its values, under the names that its file has for them. */
function planInlang(root: ObjectShape, { source, base, values }: PlanRequest): ObjectShape {
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

/** The variants of a plural by form. A form has several if a catch-all stands beside it. */
type Forms = ReadonlyMap<string | undefined, readonly Variant[]>

const NO_FORMS: Forms = new Map()

/** Groups variants by the key of their entry, and by form. */
function groupVariants(variants: readonly Variant[]): ReadonlyMap<string, Forms> {
  const groups = new Map<string, Map<string | undefined, Variant[]>>()
  for (const variant of variants) {
    const { key, form } = variant
    addTo(
      getOrAdd(groups, key, () => new Map<string | undefined, Variant[]>()),
      form,
      variant,
    )
  }
  return groups
}

/** A text of a file, at its place. */
function toMember({ property, key, form, isOrdinal }: Variant): Member {
  const { name, value: node } = property
  if (form === undefined) return { name, shape: { kind: 'text', key, node }, property }
  return { name, shape: { kind: 'text', key, node, form, ...(isOrdinal && { isOrdinal }) }, property, family: key }
}

/**
 * Adds the plural forms of a value to the variants of the source, each behind the form before it in CLDR's order. The first variant that matches is shown, so
 * the others keep their order. `known` are the variants of the file.
 */
function planMembers(variants: readonly Variant[], known: ReadonlyMap<string, Forms>, values: Values): Member[] {
  const groups = groupVariants(variants)
  return variants.flatMap((variant): Member[] => {
    const { key, form } = variant
    const mates = groups.get(key) ?? NO_FORMS
    const present = known.get(key) ?? NO_FORMS
    const own = present.get(form)
    const isFirst = mates.get(form)?.[0] === variant
    // The file's own names stand in place of the first variant of the form.
    const names = own === undefined ? [variant] : isFirst ? own : []
    const slots = names.map(({ property: { name } }) => ({ ...toMember(variant), name }))
    if (!isFirst || form === undefined) return slots
    const added = listAdded(mates, present, values.get(key))
    const isFirstOfAll = mates.values().next().value?.[0] === variant
    const before = isFirstOfAll ? added.filter(one => findBefore(mates, one) === undefined) : []
    const after = added.filter(one => findBefore(mates, one) === form)
    const toNew = (to: string): Member => ({
      name: present.get(to)?.[0]?.property.name ?? nameVariant(variant, to),
      shape: { kind: 'text', key, form: to },
      family: key,
    })
    return [...before.map(toNew), ...slots, ...after.map(toNew)]
  })
}

/** The forms of a value that the source does not have, without those that the catch-all of the file shows alike. */
function listAdded(mates: Forms, present: Forms, value: Message | undefined): readonly string[] {
  if (value === undefined) return []
  const hasAny = present.get('other')?.some(({ isAny }) => isAny) === true
  return CATEGORY_ORDER.filter(form => {
    if (mates.has(form)) return false
    if (typeof value === 'string') return form === 'other'
    const isShown = hasAny && value[form] === value['other'] && !present.has(form)
    return Object.hasOwn(value, form) && !isShown
  })
}

/** The last form of the source before another one in CLDR's order. */
const findBefore = (mates: Forms, form: string): string | undefined =>
  CATEGORY_ORDER.slice(
    0,
    CATEGORY_ORDER.findIndex(one => one === form),
  ).findLast(one => mates.has(one))

/**
 * The message format of inlang, which Paraglide reads. A message is a string, or has variants. Those that differ in one plural form are one entry; other
 * conditions are part of the key: `items[platform=ios]`.
 */
export const inlang: Format = {
  id: 'inlang',
  ...ofDialect({
    hasRootKey: true,
    isNested: hasNestedKeys,
    source: outlineSource,
    target: outlineTarget,
    plan: planInlang,
    texts: formTexts,
    keepsLayout: true,
    describe: ({ entries, options }) => ({ entries, options: { ...options, syntax: 'plain' } }),
  }),
  about: {
    name: 'inlang message format (Paraglide)',
    marks: '`$schema` of inlang, or messages with `declarations` or `selectors` and `match`',
    example: 'messages/en.json',
    placeholders: 'braces: `{name}`',
    plurals: 'Variants whose selector is declared as `plural`: `countPlural=one`. `*` stands for `other`',
    notes: 'none: JSON has no comments',
    unsupported:
      '`$schema`, `declarations` and `selectors` are copied into new files. Values that are not messages are kept.',
    details: [
      'Variants: conditions other than a plural form are part of the key, `items[platform=ios]`. A message is written with all of them, or not at all.',
    ],
  },
  matches: (path, text) =>
    /\.json$/i.test(path) &&
    (SCHEMA.test(text) || (text.includes('"match"') && SELECTION.test(text) && VARIANTS.test(text))),
}

/** The schema of messages: that of settings, and of the messages of inlang 1, is another one. */
const SCHEMA = /"\$schema"\s{0,20}:\s{0,20}"[^"\s]{0,200}inlang\.com\/schema\/inlang-message-format/
const VARIANTS = /[[:]\s*\{\s*"(?:declarations|selectors|match)"\s*:/
const SELECTION = /"(?:declarations|selectors)"/
