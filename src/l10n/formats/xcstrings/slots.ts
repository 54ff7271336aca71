import type { Node } from 'jsonc-parser'
import { sortForms } from '../../locales/plural-rules.ts'
import { type Message, messageUnits } from '../../message/message.ts'
import { findText, listProperties } from '../json/tree.ts'
import { type CatalogString, findObject } from './catalog.ts'

/** The sign between the key of a string and a part of it: Xcode's own, in its exported localizations. */
export const PART_SIGN = '|==|'

/** Lists the keys of the strings that entries can belong to: `count` of `count|==|device.mac`. */
export function listStringKeys(...lists: readonly (Iterable<string> | undefined)[]): ReadonlySet<string> {
  const keys = new Set<string>()
  for (const list of lists) {
    for (const key of list ?? []) {
      keys.add(key)
      for (let at = key.indexOf(PART_SIGN); at !== -1; at = key.indexOf(PART_SIGN, at + 1)) keys.add(key.slice(0, at))
    }
  }
  return keys
}

/** A text or plural of a localization, which is an entry. */
export interface Slot {
  readonly key: string
  /** The names from the localization to the object with the text or plural, such as `variations`, `device`, `iphone`. */
  readonly path: readonly string[]
  readonly value: Message
  /** Plural forms without a text, which `value` lacks. */
  readonly emptyForms?: readonly string[]
  /** Set if a text is not marked as translated. */
  readonly state?: 'needs_review'
}

/** Variations that are entries of their own, each. */
const KINDS = ['device', 'width'] as const
/** The device whose text the other devices have. */
export const OTHER_DEVICE = ['variations', 'device', 'other'] as const

/**
 * Lists the texts and plurals of a localization. `known` has the keys of the source: where only one of both varies by device, the text for other devices
 * is the text without variations.
 */
export const listSlots = (localization: Node, key: string, known?: ReadonlySet<string>): Slot[] =>
  [...listAllSlots(localization, key, known)].filter(({ value }) => value === '' || messageUnits(value) > 0)

/** Lists plurals whose forms have no text yet, too. */
function* listAllSlots(
  holder: Node,
  key: string,
  known: ReadonlySet<string> | undefined,
  path: readonly string[] = [],
): Generator<Slot> {
  const part = (kind: string, name: string): string => `${key}${path.length === 0 ? PART_SIGN : '.'}${kind}.${name}`
  const variations = findObject(holder, 'variations')
  const own = readUnit(holder) ?? readPlural(findObject(variations, 'plural'))
  if (own !== undefined) {
    const other = part('device', 'other')
    const isOther = known?.has(key) === false && known.has(other)
    yield { key: isOther ? other : key, path, ...own }
  }
  for (const kind of KINDS) {
    for (const { name, value } of listProperties(findObject(variations, kind))) {
      const isPlain = kind === 'device' && name === 'other' && known?.has(key) === true
      yield* listAllSlots(value, isPlain ? key : part(kind, name), known, [...path, 'variations', kind, name])
    }
  }
  for (const { name, value } of listProperties(findObject(holder, 'substitutions'))) {
    yield* listAllSlots(value, part('substitutions', name), known, [...path, 'substitutions', name])
  }
}

const NEEDS_REVIEW = { state: 'needs_review' } as const

function readUnit(holder: Node): { readonly value: string; readonly state?: 'needs_review' } | undefined {
  const unit = findObject(holder, 'stringUnit')
  if (unit === undefined) return undefined
  return { value: findText(unit, 'value') ?? '', ...(findText(unit, 'state') !== 'translated' && NEEDS_REVIEW) }
}

/** Reads the categories that have a text, if there is any category. */
function readPlural(plural: Node | undefined): Pick<Slot, 'value' | 'emptyForms' | 'state'> | undefined {
  const properties = listProperties(plural)
  if (properties.length === 0) return undefined
  const forms = new Map<string, string>()
  const emptyForms: string[] = []
  let isFinished = true
  for (const { name, value } of properties) {
    const { value: text, state } = readUnit(value) ?? {}
    if (text === '') emptyForms.push(name)
    if (text === undefined || text === '') continue
    forms.set(name, text)
    if (state !== undefined) isFinished = false
  }
  return { value: sortForms(forms), ...(emptyForms.length > 0 && { emptyForms }), ...(!isFinished && NEEDS_REVIEW) }
}

/**
 * Lists the entries of a string in the source language. A string without a text there has its key as its text. Where another locale varies by plural, a text
 * is the only form of a plural: Xcode varies each locale on its own.
 */
export function listSourceSlots(string: CatalogString, sourceLanguage: string): readonly Slot[] {
  const slots = listOwnSlots(string, sourceLanguage)
  const plurals = listPlurals(string, new Set(slots.map(slot => slot.key)))
  if (plurals.size === 0) return slots
  return slots.map(slot => {
    const isOnlyForm = typeof slot.value === 'string' && slot.value !== '' && plurals.has(slot.key)
    return isOnlyForm ? { ...slot, value: { other: slot.value } } : slot
  })
}

function listOwnSlots({ key, localizations }: CatalogString, sourceLanguage: string): readonly Slot[] {
  const localization = localizations.get(sourceLanguage)
  if (localization === undefined) return [{ key, path: [], value: key }]
  const slots = listSlots(localization, key)
  const hasMain = slots.some(({ path }) => path[0] !== 'substitutions')
  if (!hasMain) return [{ key, path: [], value: key }, ...slots]
  return slots.map(slot =>
    slot.path.length === 0 && slot.value === '' && slot.state !== undefined ? { ...slot, value: key } : slot,
  )
}

/** Lists the keys that are a plural in any locale, also in one without a text yet. */
function listPlurals({ key, localizations }: CatalogString, known: ReadonlySet<string>): ReadonlySet<string> {
  const plurals = new Set<string>()
  for (const localization of localizations.values()) {
    if (findObject(localization, 'variations') === undefined) continue
    for (const slot of listAllSlots(localization, key, known)) {
      if (typeof slot.value !== 'string') plurals.add(slot.key)
    }
  }
  return plurals
}
