import { leadBefore } from '../json/style.ts'
import { type Edit, splice } from '../splice.ts'
import type { FileRules } from '../tree/removal.ts'
import { findMemberEnd } from './merge.ts'
import type { ScriptFile } from './module.ts'
import { type ArrayNode, listChildren, type ObjectNode, type ScriptMember, type ScriptNode } from './tree.ts'

/** Returns the text of a file without some of its literals, with their lines and commas, and without objects and arrays that become empty. */
export function removeTexts({ text, main }: ScriptFile, rules: FileRules): string {
  const gone = new Set<ScriptNode>()
  findGone(main.object, undefined, rules, gone)
  return gone.size === 0 ? text : splice(text, [...removeIn(text, main.object, gone)])
}

/** Collects what is removed completely; returns whether a node is, and whether a text in it was withdrawn. */
function findGone(node: ScriptNode, key: string | undefined, rules: FileRules, gone: Set<ScriptNode>) {
  const parts: readonly { readonly isGone: boolean; readonly isWithdrawn: boolean }[] = listChildren(node, key).map(
    child => findGone(child.node, child.key, rules, gone),
  )
  const isText = node.kind === 'text'
  const isWithdrawn = isText ? rules.isWithdrawn(key ?? '') : parts.some(part => part.isWithdrawn)
  const isAll = isText ? rules.isRemoved(key ?? '') : parts.length > 0 && parts.every(part => part.isGone)
  // The statement of a linked object stays.
  const stays = key === undefined || (node.kind === 'object' && node.isLinked === true)
  const isGone = !stays && (isAll || (isWithdrawn && node.kind !== 'object'))
  if (isGone) gone.add(node)
  return { isGone, isWithdrawn }
}

function* removeIn(text: string, node: ScriptNode, gone: ReadonlySet<ScriptNode>): Generator<Edit> {
  if (node.kind === 'object') yield* removeMembers(text, node, gone)
  else if (node.kind === 'array') yield* removeItems(node, gone)
  for (const child of listChildren(node)) if (!gone.has(child.node)) yield* removeIn(text, child.node, gone)
}

function* removeMembers(text: string, { members }: ObjectNode, gone: ReadonlySet<ScriptNode>): Generator<Edit> {
  const kept = members.findLast(member => !gone.has(member.node))
  let run: ScriptMember[] = []
  for (const member of [...members, undefined]) {
    if (member !== undefined && gone.has(member.node)) run.push(member)
    else {
      yield* removeRun(text, run)
      run = []
    }
  }
  const last = members.at(-1)
  const isLastGone = last !== undefined && kept !== last && last.comma === undefined
  // The file has no trailing commas.
  if (isLastGone && kept?.comma !== undefined) yield { start: kept.comma - 1, end: kept.comma, text: '' }
}

/** Removes members in a row. */
function* removeRun(text: string, run: readonly ScriptMember[]): Generator<Edit> {
  const [member] = run
  const last = run.at(-1)
  if (member === undefined || last === undefined) return
  const first = member.above[0]?.start ?? member.start
  const lead = leadBefore(text, first)
  const start = first - lead.length
  const end = findMemberEnd(last)
  const isAfterBlank = lead.includes('\n') && /\n[ \t]*$/.test(text.slice(Math.max(0, start - MAX_BLANKS), start))
  const blank = isAfterBlank ? /^[ \t]*\r?\n(?=[ \t]*\r?\n)/.exec(text.slice(end, end + MAX_BLANKS))?.[0] : undefined
  yield { start, end: end + (blank?.length ?? 0), text: '' }
}

/** Characters around a member that are searched for blank lines. */
const MAX_BLANKS = 200

/** Only the last elements of an array are removed, because the others would change their positions. */
function* removeItems({ items }: ArrayNode, gone: ReadonlySet<ScriptNode>): Generator<Edit> {
  const kept = items.findLastIndex(item => !gone.has(item))
  const [stays, last] = [items[kept], items.at(-1)]
  if (stays !== undefined && last !== undefined && stays !== last) yield { start: stays.end, end: last.end, text: '' }
}
