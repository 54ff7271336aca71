import type { Node } from 'jsonc-parser'
import { childKey } from './keys.ts'
import { listProperties, type Property } from './tree.ts'

/** Where the texts of a JSON file stand, in the order of the file: what reading, writing and removing follow. */
export type Shape = TextShape | ObjectShape | ArrayShape | FixedShape | OwnShape | KeptShape

/** A text of an entry, or one plural form of it. Without `node` it is a form that only a target language has. */
export interface TextShape {
  readonly kind: 'text'
  readonly key: string
  readonly form?: string
  /** What the key would be if it were no form. */
  readonly path?: string
  readonly node?: Node
}

export interface ObjectShape {
  readonly kind: 'object'
  readonly members: readonly Member[]
  /** Written with all its texts or not at all. */
  readonly whole?: boolean
  readonly node?: Node
}

/** Written whole or not at all, because its elements are named by position. */
export interface ArrayShape {
  readonly kind: 'array'
  readonly items: readonly Shape[]
  readonly node?: Node
}

/** No text: a new file has it as the source does. */
interface FixedShape {
  readonly kind: 'fixed'
  readonly node: Node
}

/** A string that a file says of itself, such as its locale. */
interface OwnShape {
  readonly kind: 'own'
  readonly value: string
  readonly node?: Node
}

/** Left alone where a file has it, and gone with the entry `key`; a new file does without. */
interface KeptShape {
  readonly kind: 'kept'
  readonly key: string
  /** A text from when the source was a plural, or was none: it gives way as soon as there is a text for what the source is now. */
  readonly outdated?: boolean
}

export interface Member {
  readonly name: string
  readonly shape: Shape
  /** The path and stem that the plural forms of one entry share: they stand together. */
  readonly family?: string
  /** Where the file has it. */
  readonly property?: Property
}

/** Which properties of an object are plural forms, by their names. */
export type Naming = (properties: readonly Property[], parent: string | undefined) => ReadonlyMap<string, FormName>

export interface FormName {
  /** Of the entry. */
  readonly key: string
  /** The plural category; absent for what is outdated. */
  readonly form?: string
  readonly family: string
}

const NO_FORMS: ReadonlyMap<string, FormName> = new Map()

/** Every string is an entry named by its path, but for the plural forms that `naming` finds. Without `nested` only the strings of the root are. */
export function buildOutline(root: Node, nested: boolean, naming: Naming = () => NO_FORMS): ObjectShape {
  const shapeOf = (node: Node, key: string): Shape => {
    if (node.type === 'string') return { kind: 'text', key, node }
    if (!nested) return fixedShape(node)
    if (node.type === 'object') return objectOf(node, key)
    if (node.type !== 'array') return { kind: 'fixed', node }
    const items = (node.children ?? []).map((child, index) => shapeOf(child, childKey(key, String(index), nested)))
    return { kind: 'array', items, node }
  }
  const objectOf = (node: Node, parent: string | undefined): ObjectShape => {
    const properties = listProperties(node)
    const forms = naming(properties, parent)
    const members = properties.map((property): Member => {
      const { name, value } = property
      const named = forms.get(name)
      const path = childKey(parent, name, nested)
      if (named === undefined) return { name, shape: shapeOf(value, path), property }
      const { key, form, family } = named
      if (form === undefined) return { name, shape: { kind: 'kept', key, outdated: true }, property }
      return { name, shape: { kind: 'text', key, form, path, node: value }, family, property }
    })
    return { kind: 'object', members, node }
  }
  return objectOf(root, undefined)
}

/** A part of a file without texts. */
export function fixedShape(node: Node): Shape {
  if (node.type === 'object') {
    const members = listProperties(node).map(property => ({
      name: property.name,
      shape: fixedShape(property.value),
      property,
    }))
    return { kind: 'object', members, node }
  }
  if (node.type === 'array') return { kind: 'array', items: (node.children ?? []).map(fixedShape), node }
  return { kind: 'fixed', node }
}

/** The members that a file has, in its order. */
export function membersInFile({ members }: ObjectShape): (Member & { readonly property: Property })[] {
  const present = members.flatMap(member =>
    member.property === undefined ? [] : [{ ...member, property: member.property }],
  )
  return present.sort((a, b) => a.property.node.offset - b.property.node.offset)
}

/** Every text below a shape, in order. */
export function textsIn(shape: Shape): TextShape[] {
  const texts: TextShape[] = []
  const visit = (part: Shape): void => {
    if (part.kind === 'text') texts.push(part)
    else if (part.kind === 'object') for (const member of part.members) visit(member.shape)
    else if (part.kind === 'array') for (const item of part.items) visit(item)
  }
  visit(shape)
  return texts
}
