import { Composer, isMap, isScalar, Parser } from 'yaml'

export interface ScalarPlace {
  readonly isInline: boolean
  /** The columns of the lines of a block. */
  readonly indent: number
  readonly eol: string
  /** Whether the file's blocks are written with all line breaks at their end. */
  readonly keepsBreaks?: boolean
}

/** Characters that a block can't contain; a tab at the start of a line could be taken for indentation. */
const NEEDS_ESCAPE = /(?![\t\n])\p{Cc}|[\u2028\u2029\uFEFF\uFFFE\uFFFF]|(?:^|\n) *\t/u

/** Writes a string as a block; undefined if that can't express it. */
export function encodeBlock(
  text: string,
  style: 'literal' | 'folded',
  { indent, eol, keepsBreaks = false }: ScalarPlace,
): string | undefined {
  if (NEEDS_ESCAPE.test(text)) return undefined
  const body = text.replace(/\n+$/, '')
  const breaks = text.length - body.length
  // Further line breaks would include the blank lines after the block.
  if (body === '' || /^\s*$/.test(body) || (breaks > 1 && !keepsBreaks)) return undefined
  // The first line would decide the indentation.
  if (/^\n*[ ]/.test(body) || /\n +(?:\n|$)/.test(body)) return undefined
  const lines = style === 'literal' ? body.split('\n') : foldLines(body)
  const chomp = breaks === 0 ? '-' : breaks === 1 ? '' : '+'
  const pad = ' '.repeat(indent)
  const all = [...lines, ...Array<string>(Math.max(0, breaks - 1)).fill('')]
  const block = `${style === 'literal' ? '|' : '>'}${chomp}\n${all.map(line => (line === '' ? '\n' : `${pad}${line}\n`)).join('')}`
  if (decode(block) !== text) return undefined
  return block.replaceAll('\n', eol)
}

/** Lines of a folded block, each of which is a line of the text: a blank line between two lines is one line break. */
function foldLines(body: string): string[] {
  const lines: string[] = []
  let isOrdinary = false
  for (const line of body.split('\n')) {
    const isText = line !== '' && !/^\s/.test(line)
    if (isText && isOrdinary) lines.push('')
    lines.push(line)
    if (line !== '') isOrdinary = isText
  }
  return lines
}

/** Reads a block, as the only value of a file. */
function decode(block: string): string | undefined {
  const [document] = new Composer({ schema: 'failsafe' }).compose(new Parser().parse(`a: ${block}b: c\n`))
  const value = isMap(document?.contents) ? document.contents.items[0]?.value : undefined
  return isScalar(value) ? String(value.value) : undefined
}
