import { quote } from '../../../text/quote.ts'
import type { ParsedText } from '../../message/parsed-text.ts'
import type { CheckContext } from '../context.ts'
import type { Fault } from '../define-check.ts'

type Form = CheckContext['forms'][number]

/** Finds event handlers that the source does not have, also in tags that are malformed, since browsers run them. */
export function* findEventHandlers({ source, target }: Form): Generator<Fault> {
  const given = target.computeOnce(listHandlers)
  if (given.length === 0) return
  const known = new Set(source.computeOnce(listHandlers).map(({ handler }) => handler))
  for (const { name, handler, at } of given) {
    if (known.has(handler)) continue
    yield {
      message: `Event handler ${quote(name)} is not in the source.`,
      at,
      fix: `Remove ${quote(name)} from the tag.`,
    }
  }
}

interface Handler {
  readonly name: string
  /** The name with its value. */
  readonly handler: string
  readonly at: number
}

/** A tag up to its end, or to the next one: a browser may read it without its end, and without the end of a value. */
const OPEN_TAG = /<[a-z](?:"[^"]*"?|'[^']*'?|[^<>"'])*/gi
const HANDLER = /(?<=[\s/"'])(on[a-z]+)\s*=\s*(?:"[^"]*"?|'[^']*'?|[^\s"'>]*)/gi

function listHandlers({ text }: ParsedText): readonly Handler[] {
  if (!/<[a-z]/i.test(text)) return []
  const found: Handler[] = []
  for (const tag of text.matchAll(OPEN_TAG)) {
    for (const { 0: handler, 1: name = '', index } of tag[0].matchAll(HANDLER)) {
      found.push({ name: name.toLowerCase(), handler, at: tag.index + index })
    }
  }
  return found
}
