import { alignBlanks } from '../align.ts'
import { detectEol } from '../eol.ts'
import { getIndent, leadBefore } from '../json/style.ts'
import type { PhpFile } from './file.ts'
import type { PhpArray, PhpElement } from './tree.ts'

/** The style of a PHP file, so that new and changed elements match it. */
export interface PhpStyle {
  readonly eol: '\n' | '\r\n'
  /** One level of indentation. */
  readonly indent: string
  /** Whether arrays are written as `array(…)`. */
  readonly isLong: boolean
  readonly quote: "'" | '"'
  readonly hasTrailingComma: boolean
}

const MAX_INDENT = 16

/** Detects the style of a file. `fallback` is used for properties that the file does not show. */
export function detectStyle({ text, root }: PhpFile, fallback?: PhpStyle): PhpStyle {
  const eol = detectEol(text)
  const [first] = root.elements
  const isLong = text[root.start] !== '['
  if (first === undefined && fallback !== undefined) return { ...fallback, isLong, eol }
  let single = 0
  let double = 0
  for (const { key, value } of walkElements(root)) {
    for (const token of [key, value]) {
      if (token?.kind !== 'text') continue
      if (token.quote.kind === 'single') single += 1
      else if (token.quote.kind === 'double' && !/[\p{Cc}']/u.test(token.value ?? '')) double += 1
    }
  }
  const lead = first === undefined ? '\n    ' : leadBefore(text, first.start)
  return {
    eol,
    indent: lead.includes('\n') ? getIndent(lead).slice(0, MAX_INDENT) : '    ',
    isLong,
    quote: double > single ? '"' : "'",
    hasTrailingComma: root.elements.at(-1)?.comma !== undefined,
  }
}

/** Yields the elements of an array and of the arrays below it, in file order. */
export function* walkElements(array: PhpArray): Generator<PhpElement> {
  for (const element of array.elements) {
    yield element
    if (element.value.kind === 'array') yield* walkElements(element.value)
  }
}

/** Returns the ` => ` of an element; undefined if it has none, or a comment or line break beside it. */
export function getArrow(text: string, { key, value }: PhpElement): string | undefined {
  if (key === undefined) return undefined
  const between = text.slice(key.end, value.start)
  return /^ *=> *$/.test(between) ? between : undefined
}

/** Returns the ` => ` for a new key beside an element: aligned, if the element and those next to it are. */
export function fitArrow(text: string, { elements }: PhpArray, index: number, width: number): string {
  const neighbors = [elements[index], elements[index - 1], elements[index + 1]]
  const own = neighbors[0] && getArrow(text, neighbors[0])
  if (own === undefined) return ' => '
  const keys = neighbors.flatMap(neighbor => {
    const blanks = neighbor && getArrow(text, neighbor)?.indexOf('=>')
    if (neighbor?.key === undefined || blanks === undefined) return []
    return [{ width: neighbor.key.end - neighbor.key.start, blanks }]
  })
  return ' '.repeat(alignBlanks(keys, width)) + own.trimStart()
}
