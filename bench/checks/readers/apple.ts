import type { Message } from '../../../src/l10n/message/message.ts'
import type { Strings } from '../pair.ts'
import { decodeXml, findElements } from './xml.ts'

/** Apple's .strings. */
export function readAppleStrings(text: string): Strings {
  const pairs = text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .matchAll(/"((?:\\[\s\S]|[^"\\])*)"\s*=\s*"((?:\\[\s\S]|[^"\\])*)"\s*;/g)
  return new Map([...pairs].map(([, key = '', value = '']) => [decode(key), decode(value)]))
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' }
const decode = (text: string): string => text.replace(/\\([\s\S])/g, (_, char) => ESCAPES[char] ?? char)

const CATEGORIES = new Set(['zero', 'one', 'two', 'few', 'many', 'other'])

/** Apple's .stringsdict: the entries whose text is one plural. */
export function readStringsdict(text: string): Strings {
  const strings = new Map<string, Message>()
  const entry =
    /<key>([^<]+)<\/key>\s*<dict>\s*<key>NSStringLocalizedFormatKey<\/key>\s*<string>%(?:\d+\$)?#@\w+@<\/string>\s*<key>\w+<\/key>\s*<dict>([\s\S]*?)<\/dict>\s*<\/dict>/g
  for (const [, key = '', body = ''] of text.matchAll(entry)) {
    const keys = [...findElements(body, 'key')].map(({ inner }) => inner)
    const values = [...findElements(body, 'string')].map(({ inner }) => decodeXml(inner))
    const forms = keys.flatMap((name, at) => (CATEGORIES.has(name) ? [[name, values[at] ?? ''] as const] : []))
    if (forms.length > 0) strings.set(key, Object.fromEntries(forms))
  }
  return strings
}
