import type { Edit } from '../splice.ts'
import type { FluentComment, FluentFile, FluentItem } from './file.ts'
import type { FluentStyle } from './render.ts'

/** Where a new message is inserted: behind the text that ends at the offset, or before that which starts there. */
interface Place {
  readonly offset: number
  readonly isAfter: boolean
  /** The group comment that the file lacks. */
  readonly opens?: FluentComment
  /** Whether it is directly behind a group comment. */
  readonly isFirst?: true
}

/** Finds the places of new messages in a file: in the order of the source, and in the same group. */
export class Placer {
  readonly #base: FluentFile
  readonly #source: FluentFile
  readonly #style: FluentStyle
  readonly #byId: ReadonlyMap<string, FluentItem>
  readonly #spacing: 'all' | 'none' | 'mixed'
  /** The end of its group, by the start and end of each message. */
  #groupEnds: ReadonlyMap<number, number> | undefined
  /** The places of new messages, by index in the source. */
  readonly #placed = new Map<number, Place>()

  constructor(base: FluentFile, source: FluentFile, style: FluentStyle) {
    this.#base = base
    this.#source = source
    this.#style = style
    this.#byId = new Map(base.items.toReversed().map(item => [item.id, item]))
    this.#spacing = detectSpacing(base)
  }

  /** Returns the edit that inserts the message at an index of the source. Call it in the source's order. */
  insert(at: number, text: string): Edit {
    const { eol } = this.#style
    const place = this.#findPlace(at)
    const { offset, isAfter, opens, isFirst } = place
    this.#placed.set(at, { offset, isAfter })
    const hasGap = opens !== undefined || (isFirst === true ? this.#hasGapBelowGroup(at) : this.#hasGap(at))
    const gap = hasGap ? eol + eol : eol
    const whole = opens === undefined ? text : this.#renderComment(opens) + eol + eol + text
    if (!isAfter) return { start: offset, end: offset, text: whole + gap }
    const before = this.#base.text.slice(0, offset)
    if (before === '') return { start: offset, end: offset, text: whole + eol }
    const isEnd = offset === this.#base.text.length && before.endsWith('\n')
    // Behind the last line break of the file.
    if (isEnd) return { start: offset, end: offset, text: (before.endsWith(eol + eol) ? '' : eol) + whole + eol }
    return { start: offset, end: offset, text: gap + whole }
  }

  /** The message of the file with an identifier. */
  find(id: string | undefined): FluentItem | undefined {
    return id === undefined ? undefined : this.#byId.get(id)
  }

  #findPlace(at: number): Place {
    const { items } = this.#source
    const group = items[at]?.group
    for (let before = at - 1; before >= 0 && items[before]?.group === group; before -= 1) {
      const place = this.#placeAfter(before)
      if (place !== undefined) return place
    }
    for (let after = at + 1; after < items.length && items[after]?.group === group; after += 1) {
      const next = this.find(items[after]?.id)
      if (next !== undefined) return { offset: next.start, isAfter: false }
    }
    return this.#findGroupPlace(at, group)
  }

  #findGroupPlace(at: number, group: FluentComment | undefined): Place {
    const { comments, items, text } = this.#base
    const groups = comments.filter(({ level }) => level === 2)
    const own = group && groups.find(({ content }) => content === group.content && content !== '')
    if (own !== undefined) return { offset: own.end, isAfter: true, isFirst: true }
    const opens = group !== undefined && groups.length > 0 ? { opens: group } : {}
    for (let before = at - 1; before >= 0; before -= 1) {
      const place = this.#placeAfter(before)
      if (place === undefined) continue
      if (!('opens' in opens)) return place
      return { ...this.#endOfGroup(place), ...opens }
    }
    const first = Math.min(groups[0]?.start ?? text.length, items[0]?.start ?? text.length)
    return first < text.length
      ? { offset: first, isAfter: false, ...opens }
      : { offset: first, isAfter: true, ...opens }
  }

  /** The place after a message of the source, if the file has it or gets it. */
  #placeAfter(at: number): Place | undefined {
    const placed = this.#placed.get(at)
    if (placed !== undefined) return placed
    const item = this.find(this.#source.items[at]?.id)
    return item && { offset: item.end, isAfter: true }
  }

  #endOfGroup({ offset, isAfter }: Place): Place {
    this.#groupEnds ??= listGroupEnds(this.#base.items)
    const end = this.#groupEnds.get(offset)
    return end === undefined ? { offset, isAfter } : { offset: end, isAfter: true }
  }

  #renderComment({ start, end }: FluentComment): string {
    return this.#source.text.slice(start, end).replace(/\r?\n/g, this.#style.eol)
  }

  /** Whether a blank line separates a message from its neighbor. */
  #hasGap(at: number): boolean {
    if (this.#spacing !== 'mixed') return this.#spacing === 'all'
    const [before, item] = [this.#source.items[at - 1], this.#source.items[at]]
    return before !== undefined && item !== undefined && isGap(this.#source.text.slice(before.end, item.start))
  }

  #hasGapBelowGroup(at: number): boolean {
    const item = this.#source.items[at]
    return item?.group !== undefined && isGap(this.#source.text.slice(item.group.end, item.start))
  }
}

function listGroupEnds(items: readonly FluentItem[]): ReadonlyMap<number, number> {
  const ends = new Map<number, number>()
  let last: FluentItem | undefined
  for (const item of items.toReversed()) {
    if (last?.group !== item.group || last === undefined) last = item
    ends.set(item.start, last.end)
    ends.set(item.end, last.end)
  }
  return ends
}

const isGap = (between: string): boolean => /\n\r?\n/.test(between)

/** Whether blank lines are between all messages, between none or between some. */
function detectSpacing({ text, items }: FluentFile): 'all' | 'none' | 'mixed' {
  let spaced = 0
  let close = 0
  for (const [at, item] of items.entries()) {
    const next = items[at + 1]
    if (next === undefined || next.group !== item.group) continue
    if (isGap(text.slice(item.end, next.start))) spaced += 1
    else close += 1
  }
  if (spaced > 0 && close === 0) return 'all'
  return close > 0 && spaced === 0 ? 'none' : 'mixed'
}
