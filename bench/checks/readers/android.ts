import type { Message } from '../../../src/l10n/message/message.ts'
import type { Strings } from '../pair.ts'
import { decodeXml, findElements } from './xml.ts'

/** Android's strings.xml: strings, plurals and items of arrays, with their inline markup. */
export function readAndroid(text: string): Strings {
  const strings = new Map<string, Message>()
  for (const { name, attributes, inner } of findElements(text, 'string', 'plurals', 'string-array')) {
    const key = attributes.get('name') ?? ''
    if (attributes.get('translatable') === 'false' || /^@\w+\//.test(inner.trim())) continue
    if (name === 'string') strings.set(key, decode(inner))
    const items = name === 'string' ? [] : [...findElements(inner, 'item')]
    if (name === 'plurals') {
      strings.set(
        key,
        Object.fromEntries(items.map(item => [item.attributes.get('quantity') ?? 'other', decode(item.inner)])),
      )
    } else for (const [at, item] of items.entries()) strings.set(`${key}.${at}`, decode(item.inner))
  }
  return strings
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t' }

/** White space is collapsed outside quotes; `\n` is a line break. */
function decode(inner: string): string {
  const text = decodeXml(inner.replace(/\s+/g, ' ').trim()).replace(/^"([\s\S]*)"$/, '$1')
  return text.replace(/\\(?:u([\da-f]{4})|(.))/gi, (_, hex, char) =>
    hex === undefined ? (ESCAPES[char] ?? char) : String.fromCharCode(Number.parseInt(hex, 16)),
  )
}
