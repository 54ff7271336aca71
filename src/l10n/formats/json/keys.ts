import { isCategory } from '../../locales/plural-rules.ts'

/**
 * Returns the key of a child. In a flat file it is the JSON key. In a nested file the names of the path are joined by `.`. A `.` or `\` inside a name is
 * escaped as `\.` or `\\`, so that keys are unique. Array elements are named by index.
 */
export function childKey(parent: string | undefined, name: string, nested: boolean): string {
  if (!nested) return name
  const segment = /[.\\]/.test(name) ? name.replace(/[.\\]/g, '\\$&') : name
  return parent === undefined ? segment : `${parent}.${segment}`
}

/** Splits a name such as `item_few` or `item_ordinal_few` into stem and plural category. */
export function splitName(name: string): { readonly stem: string; readonly category: string } | undefined {
  const at = name.lastIndexOf('_')
  if (at <= 0) return undefined
  const category = name.slice(at + 1)
  return isCategory(category) ? { stem: name.slice(0, at), category } : undefined
}
