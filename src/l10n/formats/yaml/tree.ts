import type { Repetitions } from '../tree/conflicts.ts'
import type { MapNode, Member, TreeNode } from '../tree/node.ts'
import { readLines } from './read-lines.ts'
import { parseNodes } from './read-nodes.ts'
import type { Schema } from './resolve.ts'

export interface YamlTree extends Repetitions {
  readonly text: string
  /** The map with the entries. */
  readonly root: MapNode
  /** The whole value: `root`, or the map whose only member is `rootMember`; absent if the file has no value. */
  readonly outer: MapNode | undefined
  /** The member with `root` as its value, if its name is the locale. */
  readonly rootMember?: Member
  /** Whether the root contains maps or lists, which decides how keys are written. */
  readonly isNested: boolean
  /** The values that aliases stand for. */
  readonly referenced: ReadonlySet<TreeNode>
}

/**
 * Parses a file whose root is a map. `isRootKey` tells whether the only key at the root is the locale, so that the entries are below it.
 * @throws AppError `invalid_input` with line and column
 */
export function parseTree(text: string, schema: Schema, isRootKey?: (name: string) => boolean): YamlTree {
  const lines = readLines(text, schema)
  const { root: outer, ...rest } = lines ? { ...lines, conflicts: [], referenced: NO_NODES } : parseNodes(text, schema)
  const rootMember = isRootKey && outer && findRootMember(outer, isRootKey)
  const inner = rootMember === undefined ? outer : rootMember.value
  const root = inner?.kind === 'map' ? inner : toEmptyMap(rootMember?.lead ?? text.length)
  return {
    text,
    root,
    outer,
    ...(rootMember !== undefined && { rootMember }),
    isNested: root.members.some(({ value }) => value.kind === 'map' || value.kind === 'list'),
    ...rest,
  }
}

const NO_NODES: ReadonlySet<TreeNode> = new Set()

const toEmptyMap = (offset: number): MapNode => ({
  kind: 'map',
  members: [],
  isInline: false,
  start: offset,
  end: offset,
})

/** Finds the only member, if its name is the locale and its value a map or nothing. */
function findRootMember(
  { members: [only, second] }: MapNode,
  isRootKey: (name: string) => boolean,
): Member | undefined {
  if (only === undefined || second !== undefined || !isRootKey(only.name)) return undefined
  const { value } = only
  return value.kind === 'map' || (value.kind === 'fixed' && value.isNull) ? only : undefined
}
