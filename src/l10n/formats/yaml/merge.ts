import { type Edit, splice } from '../splice.ts'
import {
  cutInline,
  cutLines,
  findRemovals,
  getEnd,
  insertLines,
  listRuns,
  type RemovalRules,
  type Run,
  startOfNext,
} from '../tree/cut.ts'
import type { ListNode, MapNode, Member, TextNode, TreeNode } from '../tree/node.ts'
import type { MapShape } from '../tree/outline.ts'
import {
  findOnlyForm,
  findOtherForms,
  hasText,
  type Wanted,
  type WantedList,
  type WantedMap,
  type WantedMember,
} from '../tree/plan.ts'
import { rewriteScalar } from './encode.ts'
import {
  type Rendering,
  renderInline,
  renderItems,
  renderMember,
  renderMembers,
  renderPair,
  renderValue,
} from './render.ts'
import { columnOf } from './style.ts'
import type { YamlTree } from './tree.ts'

/**
 * Writes values into a file. A missing key is inserted after its closest preceding sibling in the source. If the files disagree whether a value is a string or
 * a section, the source wins.
 */
export function mergeInto(rendering: Rendering, wanted: WantedMap, into: YamlTree): string {
  const merge: Merge = { rendering, text: into.text, edits: [], changed: new Map() }
  mergeMap(merge, wanted, into.root, into.rootMember)
  return splice(into.text, merge.edits)
}

const NO_MEMBERS: ReadonlySet<Member> = new Set()

interface Merge {
  readonly rendering: Rendering
  /** The target file. */
  readonly text: string
  readonly edits: Edit[]
  /** The new strings of values with anchors. */
  readonly changed: Map<TreeNode, string>
}

/** Where a value is: behind a key, or in a list. */
interface Place {
  /** The offset after the colon or the dash. */
  readonly lead: number
  /** The column of the key or the dash. */
  readonly column: number
  readonly isInline: boolean
  /** Whether a colon is before `lead`. */
  readonly hasColon: boolean
}

function mergeValue(merge: Merge, wanted: Wanted, target: TreeNode, place: Place, member?: Member): void {
  if (wanted.kind === 'fixed') return
  if (wanted.kind === 'map' && target.kind === 'map') {
    const gone = findOtherForms(wanted, target)
    if (gone.size > 0 && gone.size === target.members.length) return replaceValue(merge, wanted, target, place)
    mergeMap(merge, wanted, target, member, gone)
    if (gone.size > 0) merge.edits.push(...removeMembers(merge.text, target, gone))
  } else if (wanted.kind === 'list' && target.kind === 'list') mergeList(merge, wanted, target, place)
  else if (wanted.kind === 'alias' && target.kind !== 'fixed') return
  else if (wanted.kind === 'text' && target.kind === 'text') replaceText(merge, target, wanted.text, place)
  else if (wanted.kind === 'text' && readAlias(merge, target) === wanted.text) return
  else if (wanted.kind === 'map' && target.kind === 'text') {
    const only = findOnlyForm(wanted)
    if (only === undefined) replaceValue(merge, wanted, target, place)
    else replaceText(merge, target, only, place)
  } else replaceValue(merge, wanted, target, place)
}

function replaceText(merge: Merge, target: TextNode, value: string, { column, isInline }: Place): void {
  if (target.anchor !== undefined) merge.changed.set(target, value)
  if (value === target.value) return
  const { quotes, eol, indent } = merge.rendering.style
  const text = rewriteScalar(merge.text, target, value, { quotes, eol, isInline, keyColumn: column, step: indent })
  merge.edits.push({ start: target.start, end: target.end, text })
}

function replaceValue(merge: Merge, wanted: Wanted, target: TreeNode, place: Place): void {
  const { lead, column, isInline, hasColon } = place
  const colon = hasColon ? '' : ':'
  if (isInline) {
    const rendered = renderInline(merge.rendering, wanted)
    if (rendered !== undefined)
      merge.edits.push({ start: lead, end: Math.max(lead, target.end), text: `${colon} ${rendered}` })
    return
  }
  const rendered = renderValue(merge.rendering, wanted, column)
  if (rendered !== undefined) replaceLines(merge, lead, Math.max(lead, target.end), colon + rendered)
}

/** Replaces a value by lines that begin behind its key. A comment after the value goes to the first line. */
function replaceLines({ rendering, text, edits }: Merge, start: number, end: number, lines: string): void {
  const { eol } = rendering.style
  const isLine = end > 0 && text[end - 1] === '\n'
  const open = isLine ? lines : lines.slice(0, -eol.length)
  if (isLine || !open.includes('\n')) {
    edits.push({ start, end, text: open })
    return
  }
  const newline = text.indexOf('\n', end)
  const after = newline === -1 ? text.length : newline
  const comment = text.slice(end, after).trimEnd()
  edits.push({ start, end: end + comment.length, text: open.replace(/\r?\n/, line => comment + line) })
}

function mergeMap(
  merge: Merge,
  wanted: WantedMap,
  target: MapNode,
  own?: Member,
  gone: ReadonlySet<Member> = NO_MEMBERS,
): void {
  const present = gone.size === 0 ? target.members : target.members.filter(member => !gone.has(member))
  if (present.length === 0) return fillMap(merge, wanted, target, own)
  const places = new Map(present.map(({ name }, index) => [name, index]))
  const repeated = present.length === places.size ? [] : present.filter(({ name }, at) => places.get(name) !== at)
  let anchor = -1
  for (const member of wanted.members) {
    for (const one of repeated) if (one.name === member.name) mergeMember(merge, member.wanted, one, target)
    const index = places.get(member.name)
    const twin = index === undefined ? undefined : present[index]
    if (index !== undefined && twin !== undefined) {
      mergeMember(merge, member.wanted, twin, target)
      anchor = index
    } else if (member.wanted?.kind !== 'fixed') insertMember(merge, member, present, target, anchor)
  }
}

function mergeMember(merge: Merge, wanted: Wanted | undefined, member: Member, { isInline }: MapNode): void {
  if (wanted === undefined) return
  const { lead, keyEnd, keyStart, value } = member
  const place = { lead, column: columnIn(isInline, merge.text, keyStart), isInline, hasColon: lead > keyEnd }
  mergeValue(merge, wanted, value, place, member)
}

/** The column of an offset. In brackets it means nothing, and one line can have all keys of a file. */
const columnIn = (isInline: boolean, text: string, offset: number): number => (isInline ? 0 : columnOf(text, offset))

/** Fills a map without members: the braces of a section, or an empty file. */
function fillMap(merge: Merge, wanted: WantedMap, target: MapNode, own: Member | undefined): void {
  const { rendering, text, edits } = merge
  const { style } = rendering
  const column = own === undefined ? 0 : columnOf(text, own.keyStart) + style.indent
  const lines = renderMembers(rendering, wanted, column)
  if (lines === '') return
  if (own !== undefined) replaceLines(merge, own.lead, Math.max(own.lead, target.end), style.eol + lines)
  else if (target.end > target.start) replaceLines(merge, target.start, target.end, lines)
  else {
    const isOpen = text !== '' && !/[\n\uFEFF]$/.test(text)
    edits.push({ start: text.length, end: text.length, text: (isOpen ? style.eol : '') + lines })
  }
}

function insertMember(
  { rendering, text, edits }: Merge,
  member: WantedMember,
  present: readonly Member[],
  target: MapNode,
  index: number,
): void {
  const neighbour = present[Math.max(0, index)]
  if (neighbour === undefined) return
  const { style } = rendering
  if (target.isInline) {
    const pair = renderPair(rendering, member)
    if (pair === undefined) return
    const at = index === -1 ? neighbour.keyStart : Math.max(neighbour.value.end, neighbour.lead)
    edits.push({ start: at, end: at, text: index === -1 ? `${pair}, ` : `, ${pair}` })
    return
  }
  const column = columnOf(text, target.members[0]?.keyStart ?? 0)
  const lines = renderMember(rendering, member, column)
  if (lines === undefined) return
  if (index !== -1) {
    edits.push(insertLines(text, lineEndAfter(text, neighbour), lines, style.eol))
    return
  }
  // Before the first key, which can be behind the dash of a list.
  const { keyStart } = neighbour
  edits.push({ start: keyStart, end: keyStart, text: `${lines.trimStart()}${' '.repeat(column)}` })
}

function mergeList(merge: Merge, wanted: WantedList, target: ListNode, place: Place): void {
  const { rendering, text, edits } = merge
  const { items } = target
  const last = items.at(-1)
  if (last === undefined) return replaceValue(merge, wanted, target, place)
  const { isInline } = target
  const dash = columnIn(isInline, text, target.start)
  for (const [index, twin] of items.entries()) {
    const at = { lead: twin.start, column: columnIn(isInline, text, twin.start) - 2, isInline, hasColon: true }
    mergeItem(merge, wanted.items[index], twin, at, dash)
  }
  const others = wanted.items.slice(items.length)
  if (!others.some(hasText)) return
  for (const item of others) {
    // A gap would shift the index of later elements.
    const lines = isInline
      ? item && renderInline({ ...rendering, isFresh: true }, item)
      : renderItems(rendering, [item], dash)
    if (lines === undefined) return
    if (isInline) edits.push({ start: last.end, end: last.end, text: `, ${lines}` })
    else {
      const at = lineEndAfter(text, { value: last, lead: last.start })
      edits.push(insertLines(text, at, lines, rendering.style.eol))
    }
  }
}

/** `dash` is the column of the dash before the element. */
function mergeItem(merge: Merge, item: Wanted | undefined, twin: TreeNode, place: Place, dash: number): void {
  if (item?.kind === 'text' && twin.kind === 'text') replaceText(merge, twin, item.text, { ...place, column: dash })
  else if (item?.kind === 'map' && twin.kind === 'map') mergeMap(merge, item, twin)
  else if (item?.kind === 'list' && twin.kind === 'list' && twin.items.length > 0) mergeList(merge, item, twin, place)
  else if (item?.kind === 'text' && twin.kind !== 'map' && twin.kind !== 'list') {
    const scalar = renderInline(merge.rendering, item)
    if (scalar !== undefined && readAlias(merge, twin) !== item.text)
      merge.edits.push({ start: twin.start, end: twin.end, text: scalar })
  }
}

/** The text that an alias stands for, which may have changed above; undefined for other values. */
const readAlias = ({ changed }: Merge, target: TreeNode): string | undefined =>
  target.kind === 'alias' && target.of?.kind === 'text' ? (changed.get(target.of) ?? target.of.value) : undefined

/** Removes the strings of entries with their lines, and sections that become empty. Values that aliases need stay. */
export function removeEntries(tree: YamlTree, root: MapShape, rules: Omit<RemovalRules, 'isNeeded'>): string {
  const { text, rootMember, referenced } = tree
  const isNeeded = (node: TreeNode): boolean => referenced.size > 0 && hasReferenced(node, referenced)
  const edits: Edit[] = []
  for (const removal of findRemovals(root, { ...rules, isNeeded })) {
    if (removal.kind === 'items') {
      if (removal.kept > 0) edits.push(removeItems(text, removal.list.node, removal.kept))
      continue
    }
    const { gone, map } = removal
    const { node } = map
    if (gone.size < node.members.length) edits.push(...removeMembers(text, node, gone))
    else if (rootMember !== undefined && node === tree.root)
      edits.push({ start: rootMember.lead, end: node.end, text: emptied(text, node.end, ' {}') })
    else edits.push({ start: node.start, end: node.end, text: emptied(text, node.end, '{}') })
  }
  return splice(text, edits)
}

/** The lines of a block end with their line break. */
function emptied(text: string, end: number, braces: string): string {
  if (text[end - 1] !== '\n') return braces
  return braces + (text[end - 2] === '\r' ? '\r\n' : '\n')
}

/** Returns whether aliases need a value, or a part of it: the parts of its sections are looked at before. */
function hasReferenced(node: TreeNode, referenced: ReadonlySet<TreeNode>): boolean {
  if (referenced.has(node)) return true
  if (node.kind === 'map') return node.members.some(({ value }) => referenced.has(value))
  return node.kind === 'list' && node.items.some(item => referenced.has(item))
}

/** Returns the start of the line after a value, past the comment on its line; the length of the text if it ends there. */
function lineEndAfter(text: string, { value, lead }: Pick<Member, 'value' | 'lead'>): number {
  const end = getEnd({ value, lead })
  return end > 0 && text[end - 1] === '\n' ? end : startOfNext(text, end)
}

/** Removes some members of a map, but not all, with their lines and comments. */
function removeMembers(text: string, { members, isInline }: MapNode, gone: ReadonlySet<Member>): Edit[] {
  return listRuns(members, gone).map(run => (isInline ? cutInline(run) : cutRun(text, run)))
}

function cutRun(text: string, { first, last, next }: Run): Edit {
  const lineStart = text.lastIndexOf('\n', first.keyStart - 1) + 1
  // The first key can be behind the dash of a list.
  if (/\S/.test(text.slice(lineStart, first.keyStart).replace('\uFEFF', '')) && next !== undefined) {
    return { start: first.keyStart, end: next.keyStart, text: '' }
  }
  return cutLines(text, first.firstLine, lineEndAfter(text, last))
}

/** Removes the last elements of a list in lines or brackets, but not all. */
function removeItems(text: string, { items, isInline }: ListNode, kept: number): Edit {
  const stays = items[kept - 1]
  const last = items.at(-1)
  if (stays === undefined || last === undefined) return { start: 0, end: 0, text: '' }
  if (isInline) return { start: stays.end, end: last.end, text: '' }
  return {
    start: lineEndAfter(text, { value: stays, lead: 0 }),
    end: lineEndAfter(text, { value: last, lead: 0 }),
    text: '',
  }
}
