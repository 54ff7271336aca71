import { BLANK } from '../../message/word-spans.ts'

/** A part of a message whose choices have branches, as in Java and MediaWiki. */
export type BranchedPart =
  | { readonly kind: 'words' | 'quote' | 'value'; readonly start: number; readonly end: number }
  | { readonly kind: 'choice'; readonly branches: readonly { readonly parts: readonly BranchedPart[] }[] }

/** How many texts a message has: those of its largest choice. */
export const countBranchVariants = (parts: readonly BranchedPart[]): number =>
  parts.reduce(
    (most, part) =>
      part.kind === 'choice'
        ? part.branches.reduce(
            (more, branch) => Math.max(more, countBranchVariants(branch.parts)),
            Math.max(most, part.branches.length),
          )
        : most,
    1,
  )

/** The text where every choice has its branch at an index, or its last one. `words` has blanks for tokens. */
export const readBranchVariant = (parts: readonly BranchedPart[], words: string, at: number): string =>
  parts
    .map(part => {
      if (part.kind === 'value') return BLANK
      if (part.kind !== 'choice') return words.slice(part.start, part.end)
      return readBranchVariant(part.branches[Math.min(at, part.branches.length - 1)]?.parts ?? [], words, at)
    })
    .join('')
