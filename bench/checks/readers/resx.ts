import type { Strings } from '../pair.ts'
import { decodeXml, findElements } from './xml.ts'

/** .NET's .resx: the texts, without files and objects. */
export function readResx(text: string): Strings {
  const strings = new Map<string, string>()
  for (const { attributes, inner } of findElements(text, 'data')) {
    const key = attributes.get('name') ?? ''
    if (attributes.has('type') || attributes.has('mimetype') || key.startsWith('>>')) continue
    for (const value of findElements(inner, 'value')) strings.set(key, decodeXml(value.inner))
  }
  return strings
}
