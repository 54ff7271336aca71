export interface TextPart {
  readonly text: string
  /** Whether the other text does not have it. */
  readonly isChanged: boolean
}

export interface WordDiff {
  readonly before: readonly TextPart[]
  readonly after: readonly TextPart[]
}

/** Words, and single characters of scripts without spaces between words. */
const TOKEN = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|[\p{L}\p{M}\p{N}_]+|\s+|./gsu

/** Largest product of the word counts that are compared. A longer difference is marked as a whole. */
const MAX_CELLS = 40_000
/** Longest pair of texts that is split into words, in UTF-16 units: a page can show dozens of pairs. */
const MAX_UNITS = 20_000

/** Finds the words in which two texts differ. */
export function diffWords(before: string, after: string): WordDiff {
  if (before.length + after.length > MAX_UNITS) {
    const isChanged = before !== after
    return { before: [{ text: before, isChanged }], after: [{ text: after, isChanged }] }
  }
  const [old, now] = [split(before), split(after)]
  const most = Math.min(old.length, now.length)
  let start = 0
  while (start < most && old[start] === now[start]) start += 1
  let end = 0
  while (end < most - start && old.at(-1 - end) === now.at(-1 - end)) end += 1
  const [oldMiddle, nowMiddle] = [old.slice(start, old.length - end), now.slice(start, now.length - end)]
  const kept = findCommon(oldMiddle, nowMiddle)
  const assemble = (words: readonly string[], middle: readonly string[], common: ReadonlySet<number>) =>
    join([
      ...words.slice(0, start).map(text => ({ text, isChanged: false })),
      ...middle.map((text, at) => ({ text, isChanged: !common.has(at) })),
      ...words.slice(words.length - end).map(text => ({ text, isChanged: false })),
    ])
  return { before: assemble(old, oldMiddle, kept.before), after: assemble(now, nowMiddle, kept.after) }
}

const split = (text: string): readonly string[] => text.match(TOKEN) ?? []

/** Positions of the words that both texts have in the same order. */
function findCommon(before: readonly string[], after: readonly string[]) {
  const common = { before: new Set<number>(), after: new Set<number>() }
  const width = after.length + 1
  if (before.length * after.length > MAX_CELLS) return common
  /** Length of the longest common sequence from each pair of positions on. */
  const lengths = new Uint16Array((before.length + 1) * width)
  const at = (row: number, column: number): number => lengths[row * width + column] ?? 0
  for (let row = before.length - 1; row >= 0; row -= 1) {
    for (let column = after.length - 1; column >= 0; column -= 1) {
      lengths[row * width + column] =
        before[row] === after[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1))
    }
  }
  for (let row = 0, column = 0; row < before.length && column < after.length; ) {
    if (before[row] === after[column]) {
      common.before.add(row++)
      common.after.add(column++)
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1
    else column += 1
  }
  return common
}

/** Joins neighbors of the same kind. */
function join(parts: readonly TextPart[]): readonly TextPart[] {
  const joined: TextPart[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    if (last?.isChanged === part.isChanged) joined.splice(-1, 1, { ...last, text: last.text + part.text })
    else joined.push(part)
  }
  return joined
}

/** Writes both texts as one: `Save [-the-]{+all+} files`. */
export function formatDiff({ before, after }: WordDiff): string {
  const old = [...before]
  const now = [...after]
  let text = ''
  for (;;) {
    const [removed, added] = [old[0], now[0]]
    if (removed?.isChanged === true) {
      text += `[-${removed.text}-]`
      old.shift()
    } else if (added?.isChanged === true) {
      text += `{+${added.text}+}`
      now.shift()
    } else if (removed === undefined || added === undefined) return text
    else {
      // Equal parts can be split at different places.
      const common = removed.text.length < added.text.length ? removed.text : added.text
      text += common
      cutStart(old, common.length)
      cutStart(now, common.length)
    }
  }
}

function cutStart(parts: TextPart[], length: number): void {
  const [first] = parts
  if (first === undefined) return
  if (first.text.length === length) parts.shift()
  else parts[0] = { ...first, text: first.text.slice(length) }
}
