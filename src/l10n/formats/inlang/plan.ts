import { addTo } from '../../groups.ts'
import { CATEGORY_ORDER } from '../../locales/plural-rules.ts'
import type { Message } from '../../message/message.ts'
import type { Member } from '../json/outline.ts'
import { nameVariant, type Variant } from './variants.ts'

/** The variants of a plural by form. A form has several if a catch-all stands beside it. */
type Forms = ReadonlyMap<string | undefined, readonly Variant[]>

const NO_FORMS: Forms = new Map()

/** Groups variants by the key of their entry, and by form. */
export function groupVariants(variants: readonly Variant[]): ReadonlyMap<string, Forms> {
  const groups = new Map<string, Map<string | undefined, Variant[]>>()
  for (const variant of variants) {
    const { key, form } = variant
    const forms = groups.get(key) ?? new Map<string | undefined, Variant[]>()
    groups.set(key, forms)
    addTo(forms, form, variant)
  }
  return groups
}

/** A text of a file, at its place. */
export function toMember({ property, key, form, isOrdinal }: Variant): Member {
  const { name, value: node } = property
  if (form === undefined) return { name, shape: { kind: 'text', key, node }, property }
  return { name, shape: { kind: 'text', key, node, form, ...(isOrdinal && { isOrdinal }) }, property, family: key }
}

/**
 * Adds the plural forms of a value to the variants of the source, each behind the form before it in CLDR's order. The first variant that matches is shown, so
 * the others keep their order. `known` are the variants of the file.
 */
export function planMembers(
  variants: readonly Variant[],
  known: ReadonlyMap<string, Forms>,
  values: ReadonlyMap<string, Message>,
): readonly Member[] {
  const groups = groupVariants(variants)
  return variants.flatMap((variant): readonly Member[] => {
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
