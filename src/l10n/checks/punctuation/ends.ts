import type { ParsedText } from '../../message/parsed-text.ts'
import { BLANK } from '../../message/word-spans.ts'
import { variantsOf } from '../reading/variants.ts'

/** How a text ends: one of the seven kinds that Weblate compares, none of them, or `open` with a placeholder. */
export type EndKind = (typeof KINDS)[number][0] | 'none' | 'open'

export interface TextEnd {
  readonly kind: EndKind
  /** The punctuation as written. */
  readonly mark: string
  /** The last characters before it. */
  readonly before: string
  /** Offset of the mark, or of the end; absent for a text with several variants. */
  readonly at?: number
}

/** How each variant of a text ends. */
export const endsOf = (text: ParsedText): readonly TextEnd[] => text.computeOnce(listEnds)

/** Most characters at the end of a text that are read. */
const MAX_END = 60

function listEnds(text: ParsedText): readonly TextEnd[] {
  const variants = variantsOf(text)
  const [only = ''] = variants
  if (only.length !== text.text.length) return variants.map(variant => findEnd(variant.replace(TAG_AT_END, '')))
  const words = only.slice(0, endBeforeTags(text))
  const start = Math.max(0, words.length - MAX_END)
  const end = findEnd(words)
  return [{ ...end, at: start + end.at }]
}

/** In a text with several variants, a tag is one blank. */
const TAG_AT_END = /\uFDD0\s*$/

/** Where the words end: before the tags that close the text. */
function endBeforeTags({ text, markup }: ParsedText): number {
  let end = text.length
  for (let at = markup.length - 1; at >= 0; at -= 1) {
    const token = markup[at]
    if (token?.kind !== 'tag' || text.slice(token.end, end).trim() !== '') break
    end = token.start
  }
  return end
}

/** Quotation marks, brackets and emoji that can follow the punctuation. */
const CLOSERS =
  /(?:["'”’»›)\]}】」』〉》）］｝“*_`~\s\p{Cf}\p{Extended_Pictographic}\p{Emoji_Modifier}]|\uFE0E|\uFE0F)+$/u

/** The marks of every script. */
const KINDS = [
  ['interrobang', /(?:[?？؟]\s?[!！]|[!！]\s?[?？؟]|[‽⁉⁈])$/u],
  ['ellipsis', /(?:\.{2,}|…|⋯|。{2,}|・{3})$/u],
  ['question', /[?？؟՞፧⸮\u037E]$/u],
  ['exclamation', /[!！՜߹]$/u],
  ['colon', /[:：፡᠄︰]$/u],
  ['semicolon', /[;；؛]$/u],
  ['stop', /[.。．｡।॥։۔።᙮᠃᠉၊။༎᱾꯫។]$/u],
] as const

function findEnd(words: string): TextEnd & { readonly at: number } {
  const end = words.slice(-MAX_END).replace(CLOSERS, '')
  if (end.endsWith(BLANK)) return { kind: 'open', mark: '', before: '', at: end.length }
  for (const [kind, pattern] of KINDS) {
    const match = pattern.exec(end)
    if (match !== null) return { kind, mark: match[0], before: end.slice(0, match.index).trimEnd(), at: match.index }
  }
  return { kind: 'none', mark: '', before: end, at: end.length }
}
