import { decodeText } from './text.ts'

/** An entry that the program does not use any more, kept by gettext as comments (`#~`) with what was said of it. */
export interface ObsoleteEntry {
  readonly obsolete: true
  readonly start: number
  readonly end: number
  /** The commented lines. */
  readonly lines: readonly string[]
}

/** What its msgctxt and msgid say. Nothing is refused here: a fault in what nobody uses stops nobody. */
export function obsoleteName({ lines }: ObsoleteEntry): { readonly context?: string; readonly id: string } {
  const said = new Map<string, string>()
  let keyword = ''
  for (const line of lines) {
    const [, word, literal] = /^#~\s*(?:(msgctxt|msgid_plural|msgid|msgstr)\b[^"]*)?"(.*)"/.exec(line) ?? []
    keyword = word ?? keyword
    if (literal !== undefined) said.set(keyword, (said.get(keyword) ?? '') + (decodeText(literal) ?? literal))
  }
  const context = said.get('msgctxt')
  return { ...(context !== undefined && { context }), id: said.get('msgid') ?? '' }
}
