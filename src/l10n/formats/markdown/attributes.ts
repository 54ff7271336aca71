import type { Node } from './parse.ts'
import type { Slot } from './slot.ts'
import { hasWords } from './words.ts'

/** Attributes of components that readers see. */
export const TEXT_ATTRIBUTES: readonly string[] =
  'alt aria-label caption description heading label placeholder subtitle summary tagline text title'.split(' ')

/** The string attributes of a component that readers see. */
export function attributeSlots(text: string, { attributes = [] }: Node): readonly Slot[] {
  return attributes.flatMap(({ name, value, position }): Slot[] => {
    if (typeof value !== 'string' || !TEXT_ATTRIBUTES.includes(name ?? '')) return []
    const from = position?.start.offset ?? 0
    const end = (position?.end.offset ?? 0) - 1
    const start = text.slice(from, end).search(/["']/) + from + 1
    return [{ kind: 'attribute', start, end, lines: [{ start, end }], value, isText: hasWords(value) }]
  })
}

/** Renders the value of an attribute in the quotation marks that it has. */
export const renderAttribute = (value: string, quote: string): string =>
  value.replace(/&(?=#?\w+;)/g, '&amp;').replaceAll(quote, quote === '"' ? '&quot;' : '&#39;')
