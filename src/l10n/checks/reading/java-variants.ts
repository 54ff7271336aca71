import type { JavaPart } from '../../message/java/parts.ts'
import { BLANK } from '../../message/word-spans.ts'

/** How many texts a Java message has: those of its largest choice. */
export const countJavaVariants = (parts: readonly JavaPart[]): number =>
  Math.max(
    1,
    ...parts.map(part =>
      part.kind === 'choice'
        ? Math.max(part.branches.length, ...part.branches.map(branch => countJavaVariants(branch.parts)))
        : 1,
    ),
  )

/** The text where every choice has its branch at an index, or its last one. `words` has blanks for tokens. */
export const readJavaVariant = (parts: readonly JavaPart[], words: string, at: number): string =>
  parts
    .map(part => {
      if (part.kind === 'value') return BLANK
      if (part.kind !== 'choice') return words.slice(part.start, part.end)
      return readJavaVariant(part.branches[Math.min(at, part.branches.length - 1)]?.parts ?? [], words, at)
    })
    .join('')
