import { quote } from '../../../text/quote.ts'
import type { ParsedText } from '../../message/parsed-text.ts'
import type { Form } from '../context.ts'
import type { Fault } from '../define-check.ts'

/** Finds event handlers that the source does not have, also in tags that are malformed, since browsers run them. */
export function* findEventHandlers({ source, target }: Form): Generator<Fault> {
  const given = target.computeOnce(listHandlers)
  if (given.length === 0) return
  const known = source.computeOnce(listHandlers)
  const handlers = new Set(known.map(({ handler }) => handler))
  const names = new Set(known.map(({ name }) => name))
  for (const { name, handler, at } of given) {
    if (handlers.has(handler)) continue
    const [what, fix] = names.has(name)
      ? ['runs other code than in the source', 'Copy it from the source.']
      : ['is not in the source', `Remove ${quote(name)} from the tag.`]
    yield { message: `Event handler ${quote(name)} ${what}.`, at, fix }
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
/** Each attribute with its value, so that no value is read as an attribute. */
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"[^"]*"?|'[^']*'?|[^\s"'>]*))?/g
const HANDLER = /^on[a-z]{3,}$/

function listHandlers({ text }: ParsedText): readonly Handler[] {
  if (!/<[a-z]/i.test(text)) return []
  const found: Handler[] = []
  for (const tag of text.matchAll(OPEN_TAG)) {
    for (const { 0: handler, 1: spelled = '', index } of tag[0].matchAll(ATTRIBUTE)) {
      const name = spelled.toLowerCase()
      if (HANDLER.test(name) && handler.includes('=')) found.push({ name, handler, at: tag.index + index })
    }
  }
  return found
}
