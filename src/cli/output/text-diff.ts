/** Lines longer than this many pairs are compared as a whole. */
const MAX_PAIRS = 4_000_000

/** A line of a difference: `-` was removed, `+` was added, ` ` is in both. */
export interface DiffLine {
  readonly mark: '-' | '+' | ' '
  readonly text: string
}

/** Compares two texts line by line. */
export function diffLines(before: string, after: string): readonly DiffLine[] {
  const [a, b] = [splitLines(before), splitLines(after)]
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1
  let end = 0
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  const middle = diffMiddle(a.slice(start, a.length - end), b.slice(start, b.length - end))
  const same = (text: string): DiffLine => ({ mark: ' ', text })
  return [...a.slice(0, start).map(same), ...middle, ...a.slice(a.length - end).map(same)]
}

const splitLines = (text: string): readonly string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'))

/** The longest common subsequence of the lines that differ. */
function diffMiddle(a: readonly string[], b: readonly string[]): readonly DiffLine[] {
  const removed = a.map((text): DiffLine => ({ mark: '-', text }))
  const added = b.map((text): DiffLine => ({ mark: '+', text }))
  if (a.length * b.length > MAX_PAIRS) return [...removed, ...added]
  const width = b.length + 1
  const lengths = new Uint32Array((a.length + 1) * width)
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  const lines: DiffLine[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    const text = a[i] ?? ''
    if (i < a.length && j < b.length && text === b[j]) {
      lines.push({ mark: ' ', text })
      i += 1
      j += 1
    } else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ mark: '-', text })
      i += 1
    } else {
      lines.push({ mark: '+', text: b[j] ?? '' })
      j += 1
    }
  }
  return lines
}
