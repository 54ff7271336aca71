import { nextToken, phpFault } from './lex.ts'
import { type PhpArray, PhpParser } from './tree.ts'

/** A parsed file; offsets count from the start of `text`, after the byte order mark. */
export interface PhpFile {
  readonly bom: string
  /** Without the byte order mark. */
  readonly text: string
  readonly root: PhpArray
  /** Whether the array contains arrays, which decides how keys are written. */
  readonly isNested: boolean
}

const FIX = "Only files that return an array are supported: <?php return ['key' => 'text'];"

/**
 * Parses a file that returns an array, with positions.
 * @throws AppError `invalid_input` with line and column.
 */
export function parsePhp(file: string): PhpFile {
  const bom = file.startsWith('\uFEFF') ? '\uFEFF' : ''
  const text = bom === '' ? file : file.slice(1)
  const parser = new PhpParser(text, findReturn(text))
  const { start } = parser.token
  const root = parser.parseArray()
  const { kind } = parser.token
  if (root === undefined || (kind !== 'semicolon' && kind !== 'end')) {
    const shown = JSON.stringify(text.slice(start, start + 20).split(/[\r\n]/)[0])
    throw phpFault(text, start, `the file returns ${shown}, which is not an array of literals`, FIX)
  }
  return { bom, text, root, isNested: root.elements.some(({ value }) => value.kind === 'array') }
}

/** Returns the offset after the first `return` outside of functions and conditions. */
function findReturn(text: string): number {
  const opening = text.search(/<\?php(?![A-Za-z0-9_])/i)
  if (opening === -1) throw phpFault(text, 0, 'the file has no <?php', FIX)
  let depth = 0
  let first: number | undefined
  let startsStatement = true
  for (let token = nextToken(text, opening + 5); ; token = nextToken(text, token.end)) {
    const { kind, start, end } = token
    if (kind === 'comment') continue
    if (kind === 'end') {
      if (end === start) throw phpFault(text, first ?? opening, 'the file does not return an array', FIX)
      const next = text.indexOf('<?php', end)
      if (next === -1) throw phpFault(text, first ?? opening, 'the file does not return an array', FIX)
      token = { kind: 'semicolon', start, end: next + 5 }
      startsStatement = true
      continue
    }
    first ??= start
    if (startsStatement && depth === 0 && kind === 'word' && /^return$/i.test(text.slice(start, end))) return end
    if (kind === 'open') depth += 1
    else if (kind === 'close') depth -= 1
    startsStatement = depth === 0 && (kind === 'semicolon' || text[start] === '}')
  }
}
