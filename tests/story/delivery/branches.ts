import type { FormatName, History } from './history.ts'
import { type BranchList, pushList } from './lines.ts'
import { createString, type Numbers, type SourceString, type Tree } from './tree.ts'

/** A branch of the repository, and what was pushed of it. */
export interface Branch {
  readonly name: string
  tree: Tree
  /** The tree of main when both had the same the last time. */
  base: Tree
  /** Each version of each string, the newest last. */
  past: SourceString[]
  list: BranchList
  /** By file: the strings that the last push sent. */
  readonly sent: Map<string, readonly SourceString[]>
}

export function openMain(format: FormatName, numbers: Numbers): Branch {
  let tree: Tree = []
  for (let at = 0; at < 6; at += 1)
    tree = [...tree, createString({ numbers, format, tree: at % 3 === 0 ? [] : tree.slice(-1) }, at % 4)]
  return { name: 'main', tree, base: tree, past: [...tree], list: { listed: [], left: [] }, sent: new Map() }
}

export const fork = (from: Branch, name: string): Branch => ({
  name,
  tree: from.tree,
  base: from.tree,
  past: [...from.past],
  list: from.list,
  sent: new Map(),
})

export function setTree(branch: Branch, tree: Tree): void {
  branch.past.push(...tree.filter(one => !branch.tree.includes(one)))
  branch.tree = tree
}

/** The calls that push what changed: the strings of each file, none for a file that is gone. */
export function listPushes(
  branch: Branch,
  pushes: History['pushes'],
): readonly ReadonlyMap<string, readonly SourceString[]>[] {
  const names = [...new Set([...branch.tree.map(({ file }) => file), ...branch.sent.keys()])].sort()
  const all = names.map(file => [file, branch.tree.filter(one => one.file === file)] as const)
  const changed = all.filter(
    ([file, strings]) => JSON.stringify(strings) !== JSON.stringify(branch.sent.get(file) ?? []),
  )
  if (changed.length === 0) return []
  if (pushes === 'whole')
    return [new Map(all.filter(([file, strings]) => strings.length > 0 || (branch.sent.get(file) ?? []).length > 0))]
  const calls = changed.map(([file, strings]) => new Map([[file, strings]]))
  return pushes === 'each' ? calls : calls.toReversed()
}

export function recordPush(
  format: FormatName,
  branch: Branch,
  files: ReadonlyMap<string, readonly SourceString[]>,
): void {
  branch.list = pushList(format, branch.list, branch.tree, new Set(files.keys()))
  for (const [file, strings] of files) branch.sent.set(file, strings)
}
