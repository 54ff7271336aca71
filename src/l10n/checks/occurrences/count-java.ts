import { isExactBranch } from '../../message/java/choice.ts'
import type { JavaPart, JavaValue } from '../../message/java/parts.ts'
import { mergeBranches, type Occurrences, Tally } from './tally.ts'

/** Counts the arguments that a Java message prints, over all branches of its choices. */
export function countJavaParts(parts: readonly JavaPart[], text: string): Occurrences {
  const tally = new Tally()
  for (const part of parts) {
    if (part.kind === 'value') {
      const raw = text.slice(part.start, part.end)
      tally.print(`{${part.name}}`, part.start, part.type, { raw, ...readStyle(part) })
    } else if (part.kind === 'choice') {
      tally.choose(`{${part.name}}`, part.start, 'plural', { raw: `{${part.name},choice,…}` })
      const branches = part.branches.flatMap(({ parts: inner }, at) =>
        // A text may be empty on purpose.
        inner.length === 0 ? [] : [{ of: countJavaParts(inner, text), exact: isExactBranch(part.branches, at) }],
      )
      tally.append(mergeBranches(branches))
    }
  }
  return tally.occurrences
}

/** What readers see of a value, and how it is written. */
function readStyle({ type, style }: JavaValue): { meaning?: string; format: string } {
  if (type === 'argument') return { meaning: 'number', format: '' }
  const format = style === '' ? type : `${type},${style}`
  if (type === 'number') return { meaning: readNumber(style), format }
  // A pattern may show a date, a time or both.
  return isPattern(style) ? { format } : { meaning: type, format }
}

const isPattern = (style: string): boolean => !['', 'short', 'long', 'full'].includes(style)

function readNumber(style: string): string {
  if (style === 'percent' || style === 'currency') return style
  const bare = style.replace(/'[^']*'/g, '')
  if (bare.includes('%')) return 'percent'
  if (bare.includes('‰')) return 'per mille'
  return bare.includes('¤') ? 'currency' : 'number'
}
