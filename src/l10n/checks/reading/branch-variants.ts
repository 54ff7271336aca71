import { BLANK } from '../../message/word-spans.ts'

/** Most variants of a text that are read; each costs the length of the text. */
export const MAX_VARIANTS = 12

/** A part of a message whose choices have branches, as in Java, MediaWiki and Fluent. */
export type BranchedPart =
  | { readonly kind: 'words' | 'quote'; readonly start: number; readonly end: number | undefined }
  | { readonly kind: 'value' }
  | { readonly kind: 'choice'; readonly branches: readonly Branch[] }
  | { readonly kind: 'select'; readonly variants: readonly Branch[] }

interface Branch {
  readonly parts: readonly BranchedPart[]
}

/** Lists the texts where every choice has its branch at an index, or its last one. `words` has blanks for tokens. */
export function listBranchVariants(parts: readonly BranchedPart[], words: string): readonly string[] {
  const count = Math.min(MAX_VARIANTS, countVariants(parts))
  return count <= 1 ? [words] : Array.from({ length: count }, (_, at) => readVariant(parts, words, at))
}

const branchesOf = (part: BranchedPart): readonly Branch[] =>
  part.kind === 'choice' ? part.branches : part.kind === 'select' ? part.variants : []

/** How many texts a message has: those of its largest choice. */
const countVariants = (parts: readonly BranchedPart[]): number =>
  parts.flatMap(branchesOf).reduce(
    (most, branch) => Math.max(most, countVariants(branch.parts)),
    parts.reduce((most, part) => Math.max(most, branchesOf(part).length), 1),
  )

const readVariant = (parts: readonly BranchedPart[], words: string, at: number): string =>
  parts
    .map(part => {
      if (part.kind === 'value') return BLANK
      if (part.kind === 'words' || part.kind === 'quote') return words.slice(part.start, part.end)
      const branches = branchesOf(part)
      return readVariant(branches[Math.min(at, branches.length - 1)]?.parts ?? [], words, at)
    })
    .join('')
