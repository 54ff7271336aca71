import { findNameEnd, skipSpace } from './characters.ts'
import type { Fault } from './tree.ts'

/** What a file declares about its entities. */
export interface Doctype {
  readonly end: number
  /** The names of the general entities that it declares. */
  readonly entities: ReadonlySet<string>
  /** Whether no other file can declare entities, so that an unknown one is a fault. */
  readonly isComplete: boolean
}

const DECLARATION = '<!ENTITY'

/** Scans the DOCTYPE at `start`, with its internal subset. Values of entities are not read. */
export function scanDoctype(text: string, start: number, fault: Fault): Doctype {
  const entities = new Set<string>()
  let isComplete = true
  let isInside = false
  let at = start + '<!DOCTYPE'.length
  const unclosed = () => fault(start, 'the DOCTYPE is not closed', 'Add >.')
  while (at < text.length) {
    const char = text[at]
    if (char === '"' || char === "'") {
      // An identifier of another file stands outside of the brackets.
      if (!isInside) isComplete = false
      at = findEnd(text, char, at + 1, unclosed)
    } else if (char === '[') {
      isInside = true
      at += 1
    } else if (char === ']') {
      isInside = false
      at += 1
    } else if (char === '>' && !isInside) return { end: at + 1, entities, isComplete }
    else if (char === '%') {
      isComplete = false
      at += 1
    } else if (char !== '<') at += 1
    else if (text.startsWith('<!--', at)) at = findEnd(text, '-->', at + 4, unclosed)
    else if (text.startsWith('<?', at)) at = findEnd(text, '?>', at + 2, unclosed)
    else if (text.startsWith(DECLARATION, at)) {
      const nameStart = skipSpace(text, at + DECLARATION.length)
      at = findNameEnd(text, nameStart)
      if (at > nameStart) entities.add(text.slice(nameStart, at))
    } else at += 1
  }
  throw unclosed()
}

function findEnd(text: string, mark: string, from: number, unclosed: () => Error): number {
  const found = text.indexOf(mark, from)
  if (found === -1) throw unclosed()
  return found + mark.length
}
