import { groupBy } from '../../groups.ts'
import { type Edit, joinSpans, type Span, splice } from '../splice.ts'
import {
  cutInline,
  cutLines,
  findRemovals,
  insertLines,
  listRuns,
  type RemovalRules,
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
import {
  formOf,
  isSection,
  joinSections,
  type Rendering,
  renderLines,
  renderPair,
  renderSections,
  renderTable,
  renderValue,
} from './render.ts'
import type { StringStyle } from './scan.ts'
import { encodeString } from './style.ts'
import type { TableForm, TomlTree } from './tree.ts'

/**
 * Writes values into a file. A missing key is inserted after its closest preceding sibling in the source: a key on its own line after such keys, a table after
 * tables. If the files disagree whether a value is a string or a table in braces, the source wins; a table with a header stays.
 */
export function mergeInto(rendering: Rendering, wanted: WantedMap, into: TomlTree): string {
  const merge: Merge = { rendering, into, edits: [] }
  if (into.root.members.length === 0) return into.text + renderFile(rendering, wanted, into.text)
  mergeTable(merge, wanted, into.root)
  return splice(into.text, merge.edits)
}

/** Renders a file behind the text that it has. */
export function renderFile(rendering: Rendering, wanted: WantedMap, before: string): string {
  const { lines, sections } = renderTable(rendering, wanted, '')
  const rendered = joinSections(rendering, lines === '' ? sections : [lines, ...sections])
  const isOpen = before !== '' && !/[\n\uFEFF]$/.test(before)
  return rendered === '' || !isOpen ? rendered : rendering.style.eol + rendered
}

interface Merge {
  readonly rendering: Rendering
  readonly into: TomlTree
  readonly edits: Edit[]
}

const NO_MEMBERS: ReadonlySet<Member> = new Set()

function mergeTable(merge: Merge, wanted: WantedMap, target: MapNode, gone = NO_MEMBERS): void {
  const present = gone.size === 0 ? target.members : target.members.filter(member => !gone.has(member))
  const known = groupBy(present, ({ name }) => name)
  const first = merge.edits.length
  const progress: Progress = { target, present, line: undefined, section: undefined, lines: '', sections: [] }
  for (const member of wanted.members) {
    const twins = known.get(member.name) ?? []
    if (twins.length === 0 && member.wanted?.kind !== 'fixed') insertMember(merge, member, progress)
    for (const twin of twins) {
      mergeValue(merge, member.wanted, twin)
      if (isSectionMember(merge.into, twin)) progress.section = twin
      else progress.line = twin
    }
  }
  if (progress.lines !== '') merge.edits.splice(first, 0, openBody(merge, progress))
  // At the same offset, keys come before tables.
  for (const edit of progress.sections) merge.edits.push(edit)
}

interface Progress {
  readonly target: MapNode
  /** The members that stay. */
  readonly present: readonly Member[]
  /** The last members of the target that are before the next one in the source. */
  line: Member | undefined
  section: Member | undefined
  /** The lines of a table that has no keys yet. */
  lines: string
  /** Insertions of tables. */
  readonly sections: Edit[]
}

/** Inserts the first keys of a table: at the root, behind its header, or with the header that it lacks. They come before all tables. */
function openBody({ rendering, into }: Merge, { target, present: [first], lines }: Progress): Edit {
  const { text, tables } = into
  const info = tables.get(target)
  const { eol, hasBlankLines } = rendering.style
  if (info?.form === 'header') return insertLines(text, info.bodyStart, lines, eol)
  const header = info?.form === 'implicit' ? `[${info.path}]${eol}` : ''
  return insertLines(text, first?.firstLine ?? text.length, header + lines + (hasBlankLines ? eol : ''), eol)
}

const isSectionMember = ({ tables }: TomlTree, { value }: Member): boolean =>
  value.kind === 'map' ? isSection(tables.get(value)?.form) : value.kind === 'fixed' && !value.isScalar

function mergeValue(merge: Merge, wanted: Wanted | undefined, { lead, value: target }: Member): void {
  if (wanted === undefined || wanted.kind === 'fixed' || wanted.kind === 'alias') return
  if (wanted.kind === 'map' && target.kind === 'map') mergeForms(merge, wanted, target, lead)
  else if (wanted.kind === 'list' && target.kind === 'list') mergeList(merge, wanted, target)
  else if (wanted.kind === 'text' && target.kind === 'text') replaceText(merge, target, wanted.text)
  else if (wanted.kind === 'map' && target.kind === 'text') {
    const only = findOnlyForm(wanted)
    if (only === undefined) replaceValue(merge, wanted, target, lead)
    else replaceText(merge, target, only)
  } else if (wanted.kind === 'text' && target.kind === 'map' && !target.isInline) {
    replaceMessage(merge, wanted, target)
  } else if (target.kind !== 'map' || target.isInline) replaceValue(merge, wanted, target, lead)
}

/** Merges a table, without the plural forms that the translation does not have. */
function mergeForms(merge: Merge, wanted: WantedMap, target: MapNode, lead: number): void {
  const gone = findOtherForms(wanted, target)
  const isReplaced = target.isInline && gone.size > 0 && gone.size === target.members.length
  if (isReplaced) return replaceValue(merge, wanted, target, lead)
  mergeTable(merge, wanted, target, gone)
  if (gone.size > 0) merge.edits.push(...cutMembers(merge.into, target, gone))
}

/** Replaces the text of a table with a message of go-i18n. */
function replaceMessage(merge: Merge, wanted: Extract<Wanted, { kind: 'text' }>, { members }: MapNode): void {
  const [other, hash] = ['other', 'hash'].map(name => members.find(member => member.name === name)?.value)
  if (other?.kind === 'text') replaceText(merge, other, wanted.text)
  if (hash?.kind === 'text') replaceText(merge, hash, wanted.hash ?? hash.value)
}

function replaceText({ rendering, edits }: Merge, target: TextNode, text: string): void {
  if (text === target.value) return
  const written = encodeString(text, target.style as StringStyle, rendering.style.eol)
  edits.push({ start: target.start, end: target.end, text: written })
}

function replaceValue({ rendering, edits }: Merge, wanted: Wanted, target: TreeNode, lead: number): void {
  const isArrayOfTables = target.kind === 'fixed' && !target.isScalar
  const rendered = isArrayOfTables ? undefined : renderValue(rendering, wanted, wanted.kind !== 'text')
  if (rendered !== undefined) edits.push({ start: Math.max(lead, target.start), end: target.end, text: rendered })
}

function mergeList(merge: Merge, wanted: WantedList, target: ListNode): void {
  const last = target.items.at(-1)
  if (last === undefined) return replaceValue(merge, wanted, target, target.start)
  for (const [index, twin] of target.items.entries()) {
    const item = wanted.items[index]
    if (item?.kind === 'text' && twin.kind === 'text') replaceText(merge, twin, item.text)
    else if (item?.kind === 'map' && twin.kind === 'map') mergeTable(merge, item, twin)
    else if (item?.kind === 'list' && twin.kind === 'list') mergeList(merge, item, twin)
  }
  const others = wanted.items.slice(target.items.length)
  if (!others.some(hasText)) return
  for (const item of others) {
    const rendered = item && renderValue({ ...merge.rendering, isFresh: true }, item, true)
    // A gap would shift the index of later elements.
    if (rendered === undefined) return
    merge.edits.push({ start: last.end, end: last.end, text: `, ${rendered}` })
  }
}

function insertMember(merge: Merge, member: WantedMember, progress: Progress): void {
  const own = merge.into.tables.get(progress.target)?.form ?? 'inline'
  if (own === 'inline') return insertPair(merge, member, progress)
  const form = chooseForm(merge, member, progress.present)
  if (member.wanted?.kind === 'map' && own !== 'dotted' && isSection(form)) {
    insertSection(merge, member, member.wanted, progress)
  } else insertLine(merge, member, isSection(form) ? 'dotted' : form, progress)
}

function insertPair({ rendering, edits }: Merge, member: WantedMember, progress: Progress): void {
  const { target, line } = progress
  const [first] = progress.present
  const pair = renderPair(rendering, member)
  if (pair === undefined) return
  if (line !== undefined) edits.push({ start: line.value.end, end: line.value.end, text: `, ${pair}` })
  else if (first === undefined) edits.push({ start: target.start, end: target.end, text: `{ ${pair} }` })
  else edits.push({ start: first.keyStart, end: first.keyStart, text: `${pair}, ` })
}

/** A new table is written as the tables beside it are. */
function chooseForm(merge: Merge, member: WantedMember, present: readonly Member[]): TableForm | undefined {
  const { rendering, into } = merge
  const own = formOf(rendering, member.wanted)
  const sibling = own === undefined ? undefined : present.find(({ value }) => value.kind === 'map')?.value
  const form = sibling?.kind === 'map' ? into.tables.get(sibling)?.form : undefined
  return form === undefined || (isSection(form) && isSection(own)) ? own : form
}

function insertLine(merge: Merge, member: WantedMember, form: TableForm | undefined, progress: Progress): void {
  const { rendering, into, edits } = merge
  const { text } = into
  const before = progress.line
  const first = progress.present.find(one => !isSectionMember(into, one))
  const model = before ?? first
  const lines = renderLines(rendering, member, model === undefined ? '' : findPrefix(text, model), form)
  if (lines === undefined) return
  if (model === undefined) {
    progress.lines += lines
    return
  }
  const at = before === undefined ? model.firstLine : startOfNext(text, endOf(before))
  edits.push(insertLines(text, at, lines, rendering.style.eol))
}

/** The text before a key on its line: white space, and names with dots. */
function findPrefix(text: string, { keyStart }: Member): string {
  return text.slice(text.lastIndexOf('\n', keyStart - 1) + 1, keyStart).replace('\uFEFF', '')
}

function insertSection({ rendering, into }: Merge, member: WantedMember, wanted: WantedMap, progress: Progress): void {
  const { target, present, section, sections: found } = progress
  const { text, tables } = into
  const info = tables.get(target)
  const sections = renderSections(rendering, member, wanted, info?.path ?? '')
  if (sections.length === 0) return
  const rendered = joinSections(rendering, sections)
  const { eol, hasBlankLines } = rendering.style
  const gap = hasBlankLines ? eol : ''
  const first = present.find(one => isSectionMember(into, one))
  if (section !== undefined) found.push(insertLines(text, startOfNext(text, endOf(section)), gap + rendered, eol))
  else if (first !== undefined) found.push(insertLines(text, first.firstLine, rendered + gap, eol))
  else {
    const end = present.reduce((last, one) => Math.max(last, endOf(one)), -1)
    const at = end === -1 ? (info?.bodyStart ?? text.length) : startOfNext(text, end)
    found.push(insertLines(text, at, gap + rendered, eol))
  }
}

/** Removes the strings of entries with their lines, and tables that become empty. */
export function removeEntries(tree: TomlTree, root: MapShape, rules: RemovalRules): Edit[] {
  return findRemovals(root, rules).flatMap((removal): Edit[] => {
    if (removal.kind === 'members') return cutMembers(tree, removal.map.node, removal.gone)
    const { items } = removal.list.node
    const stays = items[removal.kept - 1]
    const last = items.at(-1)
    return stays === undefined || last === undefined ? [] : [{ start: stays.end, end: last.end, text: '' }]
  })
}

/** Returns the end of the last value of a member, with the tables in it. */
function endOf({ lead, value }: Member): number {
  if (value.kind !== 'map' || value.isInline) return value.end
  return value.members.reduce((end, member) => Math.max(end, endOf(member)), lead)
}

/** Removes members of a table with their lines, headers and comments; from a table in braces, not all of them. */
function cutMembers(tree: TomlTree, { members, isInline }: MapNode, gone: ReadonlySet<Member>): Edit[] {
  if (!isInline) {
    const spans = members.flatMap(member => (gone.has(member) ? listLines(tree, member) : []))
    return joinSpans(spans, (one, next) => one.end >= next.start).map(({ start, end }) =>
      cutLines(tree.text, start, end),
    )
  }
  return listRuns(members, gone).map(cutInline)
}

/** Lists the lines of a key, or those of a table and of the tables in it, which can be apart. */
function listLines(tree: TomlTree, member: Member): Span[] {
  const { text, tables } = tree
  const { value, lead, firstLine } = member
  const form = value.kind === 'map' ? tables.get(value)?.form : undefined
  if (value.kind !== 'map' || form === 'inline') return [{ start: firstLine, end: startOfNext(text, value.end) }]
  const inside = value.members.flatMap(one => listLines(tree, one))
  return form === 'header' ? [{ start: firstLine, end: startOfNext(text, lead) }, ...inside] : inside
}
