import type { Pair } from './align.ts'
import type { Block, MarkdownFile } from './blocks.ts'

/** A block of the result: one of the source, or of the imported file. */
export interface Part {
  readonly file: MarkdownFile
  readonly at: number
}

/** What stands between two pairs of aligned blocks, in one of the files or in both. */
export interface Gap {
  readonly ours: readonly Block[]
  readonly theirs: readonly Block[]
}

/**
 * Lists the blocks of a target file: those of the imported file, except in gaps whose blocks are those of the source.
 * @returns undefined if all are those of the imported file
 */
export function listParts(
  source: MarkdownFile,
  base: MarkdownFile,
  pairs: readonly Pair[],
  takesSource: (gap: Gap) => boolean,
): readonly Part[] | undefined {
  const parts: Part[] = []
  let isChanged = false
  let [a, b] = [0, 0]
  for (const [one, other] of [...pairs, [source.blocks.length, base.blocks.length] as const]) {
    if (a < one || b < other) {
      const isOurs = takesSource({ ours: source.blocks.slice(a, one), theirs: base.blocks.slice(b, other) })
      isChanged ||= isOurs
      const [file, from, to] = isOurs ? ([source, a, one] as const) : ([base, b, other] as const)
      for (let at = from; at < to; at += 1) parts.push({ file, at })
    }
    if (other < base.blocks.length) parts.push({ file: base, at: other })
    ;[a, b] = [one + 1, other + 1]
  }
  return isChanged ? parts : undefined
}

/**
 * Joins the rendered blocks. Blocks that were not neighbours are separated as the source separates one of them, and the last one ends as the last one of `base`.
 */
export function joinParts(
  parts: readonly Part[],
  source: MarkdownFile,
  base: MarkdownFile,
  render: (part: Part) => string,
  eol: string,
): string {
  return parts
    .map((part, index) => {
      const next = parts[index + 1]
      const chunk = render(part)
      if (next === undefined) {
        const isLast = part.file === base && part.at === base.blocks.length - 1
        return isLast ? chunk : chunk.trimEnd() + (base.text.endsWith('\n') ? eol : '')
      }
      if (next.file === part.file && next.at === part.at + 1) return chunk
      const model = next.file === source && next.at > 0 ? next.at - 1 : part.file === source ? part.at : undefined
      const lines = model === undefined || model === source.blocks.length - 1 ? 2 : countBreaks(source, model)
      return chunk.trimEnd() + eol.repeat(lines)
    })
    .join('')
}

/** Counts the line breaks at the end of a block. */
function countBreaks({ text, blocks }: MarkdownFile, at: number): number {
  const block = blocks[at]
  const chunk = block === undefined ? '' : text.slice(block.start, block.end)
  return Math.max(1, chunk.slice(chunk.trimEnd().length).split('\n').length - 1)
}
