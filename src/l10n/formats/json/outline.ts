import type { Node } from 'jsonc-parser'
import { isBlankText } from '../../message/message.ts'
import { childKey } from './keys.ts'
import { listProperties, type Property } from './tree.ts'

/** The positions of the strings of a JSON file, in file order; used to read, write and remove. */
export type Shape = TextShape | ObjectShape | ArrayShape | FixedShape | OwnShape | KeptShape

/** A string of an entry, or one plural form of it. Without `node` it is a form that only a target language has. */
export interface TextShape {
  readonly kind: 'text'
  readonly key: string
  readonly form?: string
  /** The key that the string would have if it were not a plural form. */
  readonly path?: string
  /** Whether its number orders, and does not count. */
  readonly isOrdinal?: true
  readonly node?: Node
}

export interface ObjectShape {
  readonly kind: 'object'
  readonly members: readonly Member[]
  /** Written with all its strings, or not at all. */
  readonly whole?: boolean
  readonly node?: Node
  /** The object of the source whose layout a new object has. Default: `node`. */
  readonly model?: Node
}

/** Written completely or not at all, because elements are named by position. */
export interface ArrayShape {
  readonly kind: 'array'
  readonly items: readonly Shape[]
  readonly node?: Node
}

/** A value other than a string. A new file copies it from the source. */
export interface FixedShape {
  readonly kind: 'fixed'
  readonly node: Node
  /** What a new file has instead, as JSON. */
  readonly json?: string
  /** Whether an existing file gets it, too. */
  readonly isNeeded?: true
}

/** A string about the file, such as its locale. */
interface OwnShape {
  readonly kind: 'own'
  readonly value: string
  readonly node?: Node
  /** As in `FixedShape`. */
  readonly isNeeded?: true
}

/** Kept unchanged, and removed with the entry `key`; a new file omits it. */
interface KeptShape {
  readonly kind: 'kept'
  readonly key: string
  /** A translation from before the source became a plural, or stopped being one. Removed once the current source is translated. */
  readonly outdated?: boolean
}

export interface Member {
  readonly name: string
  readonly shape: Shape
  /** The path and stem that the plural forms of one entry share. */
  readonly family?: string
  /** The member's property in the file. */
  readonly property?: Property
}

/** Finds the properties of an object that are plural forms, by name. */
export type Naming = (properties: readonly Property[], parent: string | undefined) => ReadonlyMap<string, FormName>

export interface FormName {
  /** The key of the entry. */
  readonly key: string
  /** The plural category; absent if outdated. */
  readonly form?: string
  readonly isOrdinal?: true
  readonly family: string
}

/** Names of properties for editors and readers, not for programs. */
const ABOUT_FILE = /^(?:\$schema|\$comment|__?comments?[-_]?\d*|\/\/)$/

const NO_FORMS: ReadonlyMap<string, FormName> = new Map()

/**
 * Outlines a value: every string is an entry named by its path, except for the plural forms that `naming` finds. Without `nested`, only strings at the root
 * are entries.
 */
export function buildOutline(root: Node, nested: boolean, naming: Naming = () => NO_FORMS): ObjectShape {
  const buildShape = (node: Node, key: string): Shape => {
    if (node.type === 'string') return { kind: 'text', key, node }
    if (!nested) return fixedShape(node)
    if (node.type === 'object') return buildObjectShape(node, key)
    if (node.type !== 'array') return { kind: 'fixed', node }
    const items = (node.children ?? []).map((child, index) => buildShape(child, childKey(key, String(index), nested)))
    return { kind: 'array', items, node }
  }
  const buildObjectShape = (node: Node, parent: string | undefined): ObjectShape => {
    const forms = naming(listProperties(node), parent)
    const outline = objectShape(node, ({ name, value }) => {
      const { key, form, isOrdinal } = forms.get(name) ?? {}
      const path = childKey(parent, name, nested)
      if (key === undefined) return ABOUT_FILE.test(name) ? fixedShape(value) : buildShape(value, path)
      if (form === undefined) return { kind: 'kept', key, outdated: true }
      return { kind: 'text', key, form, path, node: value, ...(isOrdinal === true && { isOrdinal }) }
    })
    if (forms.size === 0) return outline
    const members = outline.members.map(member => {
      const family = member.shape.kind === 'text' ? forms.get(member.name)?.family : undefined
      return family === undefined ? member : { ...member, family }
    })
    return { ...outline, members }
  }
  return buildObjectShape(root, undefined)
}

/** An object of a file, each of whose properties has a shape. */
export const objectShape = (node: Node, toShape: (property: Property) => Shape): ObjectShape => ({
  kind: 'object',
  members: listProperties(node).map(property => ({ name: property.name, shape: toShape(property), property })),
  node,
})

/** A part of a file without translatable strings. */
export function fixedShape(node: Node): Shape {
  if (node.type === 'object') return objectShape(node, ({ value }) => fixedShape(value))
  if (node.type === 'array') return { kind: 'array', items: (node.children ?? []).map(fixedShape), node }
  return { kind: 'fixed', node }
}

/** Lists the members that are present in the file, in order. */
export function membersInFile({ members }: ObjectShape): (Member & { readonly property: Property })[] {
  const present = members.flatMap(member =>
    member.property === undefined ? [] : [{ ...member, property: member.property }],
  )
  return present.sort((a, b) => a.property.node.offset - b.property.node.offset)
}

/** Whether a shape is a string of the file without anything to translate, which a new file copies. */
export const isBlankShape = (shape: Shape): boolean =>
  shape.kind === 'text' && shape.form === undefined && shape.node !== undefined && isBlankText(String(shape.node.value))

/** The shapes directly below a shape. */
export const childrenOf = (shape: Shape): readonly Shape[] =>
  shape.kind === 'object' ? shape.members.map(member => member.shape) : shape.kind === 'array' ? shape.items : []

/** Lists all strings below a shape, in order. */
export function textsIn(shape: Shape): TextShape[] {
  const texts: TextShape[] = []
  const visit = (part: Shape): void => {
    if (part.kind === 'text') texts.push(part)
    else for (const child of childrenOf(part)) visit(child)
  }
  visit(shape)
  return texts
}
