import { groupBy } from '../../groups.ts'
import { childKey } from '../json/keys.ts'
import { getIndent, leadBefore } from '../json/style.ts'
import { type Edit, splice } from '../splice.ts'
import { toText } from '../texts.ts'
import type { ScriptFile } from './module.ts'
import { type Rendering, renderItem, renderMember, renderNode } from './render.ts'
import { toSourceNames } from './source-names.ts'
import { renderInPlace } from './style.ts'
import type { ArrayNode, ObjectNode, ScriptMember, ScriptNode, TextNode } from './tree.ts'

/** Returns a file with each literal replaced, and missing properties inserted in the order of the source. */
export function mergeInto({ bom, text, main }: ScriptFile, source: ObjectNode, rendering: Rendering): string {
  const merge = new Merge(text, rendering)
  merge.object(source, main.object, undefined)
  return bom + splice(text, merge.edits)
}

/** Whether the function of a target has the parameters of its source, by the same names. */
const hasShape = ({ frame: source }: TextNode, { frame: target }: TextNode): boolean =>
  source?.shape.every(part => target?.shape.includes(part)) === true &&
  [...source.names].every(([name, shared]) => target?.names.get(name) === shared)

const isMethod = (node: ScriptNode): boolean => node.kind === 'text' && node.frame?.isMethod === true

class Merge {
  readonly edits: Edit[] = []
  readonly #text: string
  readonly #rendering: Rendering
  /** The last members of objects that got a comma, with the properties behind them. */
  readonly #extended = new Set<ScriptMember>()

  constructor(text: string, rendering: Rendering) {
    this.#text = text
    this.#rendering = rendering
  }

  object(source: ObjectNode, target: ObjectNode, key: string | undefined): void {
    if (target.members.length === 0) {
      const rendered = renderNode(this.#rendering, source, this.#indentAt(target.start), key)
      if (rendered !== undefined) this.edits.push({ start: target.start, end: target.end, text: rendered })
      return
    }
    const byName = groupBy(target.members, ({ name }) => name)
    let anchor: ScriptMember | undefined
    const done = new Set<string>()
    for (const member of source.members) {
      if (member.name === undefined || done.has(member.name)) continue
      // Only sections that occur again can have other texts.
      if (member.node.kind === 'text' || member.node.kind === 'other') done.add(member.name)
      const twins = byName.get(member.name)
      if (twins === undefined) this.#insert(member, target, anchor, key)
      else {
        for (const twin of twins) this.#value(member.node, twin.node, childKey(key, member.name, true))
        anchor = twins.at(-1)
      }
    }
  }

  #value(source: ScriptNode, target: ScriptNode, key: string): void {
    // Code of the target file is left alone.
    if (source.kind === 'other' || target.kind === 'other') return
    if (source.kind === 'object' && target.kind === 'object') this.object(source, target, key)
    else if (source.kind === 'array' && target.kind === 'array') this.#array(source, target, key)
    else if (source.kind === 'text' && target.kind === 'text') this.#literal(source, target, key)
    else this.#replace(source, target, key)
  }

  /** Replaces a value, with the function that returns it. */
  #replace(source: ScriptNode, target: ScriptNode, key: string): void {
    const { start, end } = target.kind === 'text' ? (target.frame ?? target) : target
    const rendered = renderNode(this.#rendering, source, this.#indentAt(start), key)
    if (rendered === undefined) return
    const lead = isMethod(source) === isMethod(target) ? '' : isMethod(target) ? ': ' : 'function '
    this.edits.push({ start, end, text: lead + rendered })
  }

  #literal(source: TextNode, target: TextNode, key: string): void {
    const { values, style } = this.#rendering
    const wanted = toText(values.get(key))
    if (wanted === undefined || wanted === target.value || wanted === toSourceNames(target, source)) return
    const { start, end, frame, quote } = target
    const isPlain = frame?.expressions.length === 0 && !wanted.includes('${')
    if (source.frame === undefined || isPlain || (quote === '`' && hasShape(source, target))) {
      const text = renderInPlace(wanted, target, this.#text, style, source.frame?.expressions)
      this.edits.push({ start, end, text })
    } else this.#replace(source, target, key)
  }

  #array(source: ArrayNode, target: ArrayNode, key: string): void {
    const last = target.items.at(-1)
    for (const [index, item] of source.items.entries()) {
      const twin = target.items[index]
      const path = childKey(key, String(index), true)
      if (twin !== undefined) {
        this.#value(item, twin, path)
        continue
      }
      const lead = last === undefined ? '' : leadBefore(this.#text, last.start) || ' '
      const rendered = renderItem(this.#rendering, item, path, getIndent(lead))
      // A gap would shift the positions behind it.
      if (rendered === undefined) return
      const at = last?.end ?? target.start + 1
      const isFirst = last === undefined && index === 0
      this.edits.push({ start: at, end: at, text: isFirst ? rendered : `,${lead === '' ? ' ' : lead}${rendered}` })
    }
  }

  #insert(member: ScriptMember, target: ObjectNode, anchor: ScriptMember | undefined, key: string | undefined): void {
    const neighbor = anchor ?? target.members[0]
    // The property may have a statement of its own, behind the braces.
    if (neighbor === undefined || neighbor.start > target.end) return
    const first = neighbor.above[0]?.start ?? neighbor.start
    const lead = leadBefore(this.#text, first)
    const rendered = renderMember(this.#rendering, member, key, getIndent(lead))
    if (rendered === undefined) return
    const between = lead === '' ? ' ' : lead
    if (anchor === undefined) return this.#add(first, `${rendered},${between}`)
    const end = findMemberEnd(anchor)
    if (anchor.comma !== undefined) return this.#add(end, `${between}${rendered},`)
    const isExtended = this.#extended.has(anchor)
    this.#extended.add(anchor)
    if (end === anchor.end || isExtended) return this.#add(end, `,${between}${rendered}`)
    this.#add(anchor.end, ',')
    this.#add(end, between + rendered)
  }

  #add(at: number, text: string): void {
    this.edits.push({ start: at, end: at, text })
  }

  #indentAt(offset: number): string {
    const start = this.#text.lastIndexOf('\n', offset - 1) + 1
    return /^[ \t]{0,100}/.exec(this.#text.slice(start, start + 100))?.[0] ?? ''
  }
}

/** The offset after a member, its comma and the comments on its line. */
export const findMemberEnd = ({ end, comma, behind }: ScriptMember): number =>
  Math.max(comma ?? end, behind.at(-1)?.end ?? 0)
