import { decodeText } from './text.ts'

/** An entry that the program no longer uses, which gettext keeps as comments (`#~`). */
export interface ObsoleteEntry {
  readonly obsolete: true
  readonly start: number
  readonly end: number
  /** The commented lines. */
  readonly lines: readonly string[]
}

/** Returns the msgctxt and msgid of an obsolete entry. Ignores faults, because the entry is unused. */
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
