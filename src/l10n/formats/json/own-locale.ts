import type { Node } from 'jsonc-parser'
import type { PlanRequest } from './dialect.ts'
import { fixedShape, type ObjectShape, type Shape } from './outline.ts'
import { findText } from './tree.ts'

/** The shape of a property at the root that may be the locale of the file. */
export const ownLocaleShape = (value: Node): Shape =>
  value.type === 'string' ? { kind: 'own', value: String(value.value), node: value } : fixedShape(value)

/** Finds the locale that a file states, by a pattern: without parsing a long file. */
export function findStatedLocale(text: string, pattern: RegExp): string | undefined {
  const value = pattern.exec(text)?.[1]?.trim()
  return value === '' ? undefined : value
}

/** The property with the locale of a file. */
export interface OwnLocale {
  readonly name: string
  /** Between the subtags of a locale, if neither the source nor the sibling shows it. */
  readonly separator: '-' | '_'
  /** Whether an existing file gets it, too. */
  readonly isNeeded?: true
}

/** Plans the locale of a target file, if the source or the sibling has it. */
export function planOwnLocale(
  root: ObjectShape,
  { source, base, sibling, locale }: PlanRequest,
  { name, separator, isNeeded }: OwnLocale,
): ObjectShape {
  const [ofSource, ofSibling, ofBase] = [source, sibling, base].map(tree => findText(tree?.root, name))
  const spelled = ofSibling ?? ofSource
  if (spelled === undefined) return root
  // A file copied from the source still has the source locale. Any other spelling is the project's choice.
  const isCopy = ofBase === ofSource && getLanguage(ofBase) !== getLanguage(locale)
  const joint = /[-_]/.exec(spelled)?.[0] ?? separator
  const value = ofBase === undefined || isCopy ? locale.replaceAll('-', joint) : ofBase
  const own = { value, ...(isNeeded && { isNeeded }) }
  const members = root.members.map(member =>
    member.shape.kind === 'own' ? { ...member, shape: { ...member.shape, ...own } } : member,
  )
  const isNamed = members.some(member => member.name === name)
  return { ...root, members: isNamed ? members : [{ name, shape: { kind: 'own', ...own } }, ...members] }
}

const getLanguage = (tag: string | undefined): string | undefined => tag?.split(/[-_]/)[0]
