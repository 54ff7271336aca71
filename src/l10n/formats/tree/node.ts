import type { Span } from '../splice.ts'

/** A value in a file of nested keys, such as YAML and TOML. Offsets count from the start of the file, with its byte order mark. */
export type TreeNode = TextNode | MapNode | ListNode | FixedNode | AliasNode

/** Where a value is. */
export interface Place extends Span {
  /** The name by which YAML's aliases refer to the value. */
  readonly anchor?: string | undefined
}

export interface TextNode extends Place {
  readonly kind: 'text'
  readonly value: string
  /** How the string is written; each format has its own names. */
  readonly style: string
}

export interface MapNode extends Place {
  readonly kind: 'map'
  readonly members: readonly Member[]
  /** Written in brackets. */
  readonly isInline: boolean
}

export interface ListNode extends Place {
  readonly kind: 'list'
  readonly items: readonly TreeNode[]
  readonly isInline: boolean
}

/** A number, date, boolean, null, symbol, or a value with a tag. */
export interface FixedNode extends Place {
  readonly kind: 'fixed'
  readonly isNull: boolean
  /** Whether it is one value on one line, which a new file can copy. */
  readonly isScalar: boolean
}

/** Stands for a value that comes before it. */
export interface AliasNode extends Place {
  readonly kind: 'alias'
  readonly name: string
  /** Absent for a merge key, whose members are not read. */
  readonly of?: TreeNode | undefined
}

export interface Member {
  readonly name: string
  readonly keyStart: number
  readonly keyEnd: number
  /** The start of the first line, with the comments above the key. */
  readonly firstLine: number
  /** The offset after the separator, the tag and the anchor: white space and the value follow. */
  readonly lead: number
  readonly value: TreeNode
  /** The comments above the key, and after the value. */
  readonly note?: string | undefined
}

/** Returns whether two values are the same for the program that reads them. */
export function isSameNode(text: string, one: TreeNode, other: TreeNode): boolean {
  if (one.kind === 'text' && other.kind === 'text') return one.value === other.value
  if (one.kind === 'map' && other.kind === 'map') {
    const { members } = other
    return (
      one.members.length === members.length &&
      one.members.every(({ name, value }, at) => {
        const twin = members[at]
        return twin?.name === name && isSameNode(text, value, twin.value)
      })
    )
  }
  return one.kind === other.kind && text.slice(one.start, one.end) === text.slice(other.start, other.end)
}
