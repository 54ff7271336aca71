import type { Node } from 'jsonc-parser'
import { CATEGORY_ORDER } from '../../locales/plural-rules.ts'
import { findProperty, listProperties, type Property } from '../json/tree.ts'

/** A text of a message with variants. */
export interface Variant {
  readonly property: Property
  /** The key of its entry: that of the message, with the conditions other than its plural form, as `items[platform=ios]`. */
  readonly key: string
  /** The plural category, and the selector that chooses it; absent if it does not depend on a number. */
  readonly form?: string
  readonly plural?: string
  /** Whether its number orders, and does not count. */
  readonly isOrdinal?: true
}

/** Whether a value is a message with variants: `[{ "declarations", "selectors", "match": { "countPlural=one": "text" } }]`. */
export const isVariants = (node: Node): boolean =>
  node.type === 'array' &&
  (node.children ?? []).length > 0 &&
  (node.children ?? []).every(item => findProperty(item, 'match')?.value.type === 'object')

/** Lists the texts of one element of a message with variants, in file order. */
export function listVariants(item: Node, path: string): Variant[] {
  const match = findProperty(item, 'match')?.value
  const plurals = readPlurals(findProperty(item, 'declarations')?.value)
  const conditions = (match === undefined ? [] : listProperties(match))
    .filter(({ value }) => value.type === 'string')
    .map(property => ({ property, ...readConditions(property.name, plurals) }))
  /** The text for `other` by the conditions besides it; a catch-all stands for `other` where it has the same text. */
  const others = new Map(
    conditions.flatMap(({ property, rest, form }) => (form === 'other' ? [[rest.join(), property.value.value]] : [])),
  )
  return conditions.map(({ property, rest, plural, form }): Variant => {
    const isOwn = form === ANY && others.has(rest.join()) && others.get(rest.join()) !== property.value.value
    if (plural === undefined || form === undefined || isOwn) {
      return { property, key: nameEntry(path, isOwn ? [...rest, `${plural}=${ANY}`] : rest) }
    }
    const isOrdinal = plurals.get(plural) === 'ordinal'
    return {
      property,
      key: nameEntry(path, rest),
      form: form === ANY ? 'other' : form,
      plural,
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
const CATEGORIES: ReadonlySet<string> = new Set([...CATEGORY_ORDER, ANY])

const nameEntry = (path: string, conditions: readonly string[]): string =>
  conditions.length === 0 ? path : `${path}[${conditions.join(', ')}]`

interface Conditions {
  /** The conditions other than the plural form, in the order of their names. */
  readonly rest: readonly string[]
  /** The selector of the plural form. */
  readonly plural?: string
  readonly form?: string
}

/** Reads a match key: `platform=ios, countPlural=one`. */
function readConditions(name: string, plurals: ReadonlyMap<string, string>): Conditions {
  const pairs = name.split(',').map(readPair)
  const plural = pairs.find(({ selector, value }) => plurals.has(selector) && CATEGORIES.has(value))
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
