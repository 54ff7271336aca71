import type { Node } from 'jsonc-parser'
import { getOrAdd } from '../../groups.ts'
import { isCategory } from '../../locales/plural-rules.ts'
import { findProperty, listProperties, type Property } from '../json/tree.ts'

/** A text of a message with variants. */
export interface Variant {
  readonly property: Property
  /** The key of its entry: that of the message, with the conditions other than its plural form, as `items[platform=ios]`. */
  readonly key: string
  /** The plural category, and the selector that chooses it; absent if it does not depend on a number. */
  readonly form?: string
  readonly plural?: string
  /** Whether it is for all forms that have no text of their own. */
  readonly isAny?: true
  /** Whether its number orders, and does not count. */
  readonly isOrdinal?: true
}

const PARTS: ReadonlySet<string> = new Set(['declarations', 'selectors', 'match'])

/** Whether an object is a message with variants: `{ "declarations", "selectors", "match": { "countPlural=one": "text" } }`. */
const isVariantObject = (node: Node): boolean =>
  findProperty(node, 'match')?.value.type === 'object' && listProperties(node).every(({ name }) => PARTS.has(name))

/** Whether a value is a message with variants: such an object, or a list of them. */
export const isVariants = (node: Node): boolean =>
  node.type === 'array'
    ? (node.children ?? []).length > 0 && (node.children ?? []).every(isVariantObject)
    : isVariantObject(node)

/**
 * Lists the texts of a message with variants, in file order. `plurals` are the keys of the source's plurals: a text for all numbers belongs to one of them, and
 * is a text of its own otherwise.
 */
export function listVariants(item: Node, path: string, plurals?: ReadonlySet<string>): Variant[] {
  const match = findProperty(item, 'match')?.value
  const selectors = readPlurals(findProperty(item, 'declarations')?.value)
  const conditions = listProperties(match)
    .filter(({ value }) => value.type === 'string')
    .map(property => ({ property, ...readConditions(property.name, selectors) }))
  /** The forms by the conditions besides the number, with their texts. */
  const groups = new Map<string, Map<string, unknown>>()
  for (const { property, rest, form } of conditions) {
    if (form === undefined) continue
    getOrAdd(groups, rest.join(), () => new Map<string, unknown>()).set(form, property.value.value)
  }
  return conditions.map(({ property, rest, plural, form }): Variant => {
    const key = nameEntry(path, rest)
    if (plural === undefined || form === undefined) return { property, key }
    const forms = groups.get(rest.join())
    const isAny = form === ANY
    // A catch-all stands for `other` where it has the same text.
    const isOther = forms?.has('other') !== true || forms.get('other') === property.value.value
    const isPlural = rest.length === 0 || (forms?.size ?? 0) > 1 || plurals?.has(key) === true
    if (isAny && !(isOther && isPlural)) return { property, key: nameEntry(path, [...rest, `${plural}=${ANY}`]) }
    const isOrdinal = selectors.get(plural) === 'ordinal'
    return {
      property,
      key,
      form: isAny ? 'other' : form,
      plural,
      ...(isAny && { isAny }),
      ...(isOrdinal && { isOrdinal }),
    }
  })
}

/** Names the match key of another plural form of a variant. */
export const nameVariant = ({ property: { name }, plural }: Variant, to: string): string =>
  name
    .split(',')
    .map(condition =>
      readPair(condition).selector === plural ? condition.replace(/=(\s*)\S+/, `=$1${to}`) : condition,
    )
    .join(',')

/** Matches every value. */
const ANY = '*'

const nameEntry = (path: string, conditions: readonly string[]): string =>
  conditions.length === 0 ? path : `${path}[${conditions.join(', ')}]`

/** Reads a match key, `platform=ios, countPlural=one`: the plural form with its selector, and the rest in the order of their names. */
function readConditions(name: string, plurals: ReadonlyMap<string, string>) {
  const pairs = name.split(',').map(readPair)
  const plural = pairs.find(({ selector, value }) => plurals.has(selector) && (value === ANY || isCategory(value)))
  const rest = pairs.filter(pair => pair !== plural).map(({ selector, value }) => `${selector}=${value}`)
  return { rest: rest.toSorted(), ...(plural && { plural: plural.selector, form: plural.value }) }
}

function readPair(condition: string): { readonly selector: string; readonly value: string } {
  const [selector = '', value = ''] = condition.split('=').map(part => part.trim())
  return { selector, value }
}

/** Finds the selectors that choose plural forms: `local countPlural = count: plural`. */
function readPlurals(declarations: Node | undefined): ReadonlyMap<string, 'cardinal' | 'ordinal'> {
  const texts = declarations?.type === 'array' ? (declarations.children ?? []) : declarations ? [declarations] : []
  return new Map(
    texts.flatMap(({ value }) => {
      const [, name, options] = PLURAL.exec(String(value)) ?? []
      if (name === undefined) return []
      return [[name, /\btype\s*=\s*["']?ordinal\b/.test(options ?? '') ? 'ordinal' : 'cardinal'] as const]
    }),
  )
}

const PLURAL = /^\s*local\s+([^\s=]+)\s*=\s*[^\s:]+\s*:\s*plural\b(.*)$/s
