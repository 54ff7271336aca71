import { quote } from '../../../text/quote.ts'
import type { ParsedText } from '../../message/parsed-text.ts'
import type { Token } from '../../message/token.ts'
import type { CheckContext, Fault } from '../define-check.ts'

/** Most placeholders of a source that are looked for, and the longest one. */
const MAX_LOOKED = 20
const MAX_LENGTH = 100

/** Kinds of tokens that programs replace. */
const KINDS: ReadonlySet<Token['kind']> = new Set(['printf', 'ruby', 'braces', 'expression', 'argument'])

/**
 * Finds a placeholder of the source with a space inside, such as `% s` or `%{ name}`: most programs print it as it stands, or fail. Where a form may leave the
 * placeholder out, nothing else tells. Spaces that a syntax allows, as in `{{ name }}`, are no fault.
 */
export function findSpaced({ source: { syntax }, forms }: CheckContext): readonly Spaced[] {
  // `vue_syntax` finds it.
  if (syntax === 'vue-i18n') return []
  return forms.flatMap(({ source, target }) => [...findInTokens(source, target), ...findInWords(source, target)])
}

/** `needsPositions` = the build of the application refuses the space. */
export const describeSpaced = ({ raw, wanted, at, isRead }: Spaced, needsPositions: boolean): Fault => ({
  // A program may read the space as a flag.
  ...(isRead && !needsPositions && { level: 'warning' as const }),
  message: `${quote(raw)} has a space inside the placeholder.`,
  at,
  fix: `Write ${quote(wanted)}, as in the source.`,
})

export interface Spaced {
  readonly raw: string
  /** Without the space. */
  readonly wanted: string
  readonly at: number
  /** Whether it is a placeholder as it stands. */
  readonly isRead: boolean
}

function* findInTokens(source: ParsedText, target: ParsedText): Generator<Spaced> {
  for (const { kind, raw, start, family } of target.placeholders) {
    if (!/\s/.test(raw) || !KINDS.has(kind)) continue
    // ICU allows spaces in braces; most programs whose braces may be other ones do not.
    const isOther = family === 'braces' || (family === 'icu' && target.families?.sure === 'guess')
    if (kind !== 'printf' && !isOther) continue
    const wanted = raw.replace(/\s+/g, '')
    const known = source.computeOnce(listRaws)
    if (known.has(withoutPosition(wanted)) && !known.has(withoutPosition(raw))) {
      yield { raw, wanted, at: start, isRead: true }
    }
  }
}

const listRaws = ({ placeholders }: ParsedText): ReadonlySet<string> =>
  new Set(placeholders.slice(0, MAX_LOOKED).map(({ raw }) => withoutPosition(raw)))

/** A form may number what its source does not. */
const withoutPosition = (raw: string): string => raw.replace(/^%\d+\$/, '%')

function* findInWords(source: ParsedText, target: ParsedText): Generator<Spaced> {
  const pattern = source.computeOnce(createPattern)
  if (pattern === undefined) return
  const { text } = target
  // `:na me` has `:na`, which ordinary text can look like.
  const placeholders = target.placeholders.filter(({ isLoose, kind }) => isLoose !== true || kind === 'printf')
  let next = 0
  for (const { 0: raw, index } of text.matchAll(pattern)) {
    if (!/\s/.test(raw)) continue
    while ((placeholders[next]?.end ?? text.length) <= index) next += 1
    if ((placeholders[next]?.start ?? text.length) < index + raw.length) continue
    yield { raw, wanted: raw.replace(/\s+/g, ''), at: index, isRead: false }
  }
}

const SPACE = '[ \\u00A0\\u202F]?'

/** Characters with a meaning of their own in a pattern. */
const SPECIAL = /[\\^$.*+?()[\]{}|/]/

/** Matches the placeholders of a source that have no space, with a space anywhere inside. */
function createPattern(source: ParsedText): RegExp | undefined {
  const raws = new Set(
    source.placeholders
      .slice(0, MAX_LOOKED)
      .flatMap(({ kind, raw }) => (KINDS.has(kind) && raw.length <= MAX_LENGTH && !/\s/.test(raw) ? [raw] : [])),
  )
  const patterns = [...raws].map(raw => {
    const bare = withoutPosition(raw)
    const spaced = Array.from(bare, character => character.replace(SPECIAL, '\\$&')).join(SPACE)
    if (!/^%[^{(<]/.test(bare)) return spaced
    // "100 % de" is text.
    const numbered = `%${SPACE}(?:\\d{1,2}${SPACE}\\$${SPACE})?${spaced.slice(`%${SPACE}`.length)}`
    return `(?<![\\p{N}%]|\\p{N}[\\s\\u00A0\\u202F])${numbered}(?![\\p{L}\\p{N}_])`
  })
  return patterns.length === 0 ? undefined : new RegExp(patterns.join('|'), 'gu')
}
