import type { Strings } from '../pair.ts'

/** Fluent messages of one pattern: those with selectors or attributes are skipped. */
export function readFluent(text: string): Strings {
  const strings = new Map<string, string>()
  for (const [, key = '', value = ''] of text.matchAll(/^([a-z][\w-]*) *=(.*(?:\n(?: .*|[ \t]*))*)/gim)) {
    const lines = value.split('\n').map(line => line.trim())
    const pattern = lines.join('\n').trim()
    if (pattern !== '' && !/->|^\.[\w-]+ *=/m.test(pattern)) strings.set(key, pattern)
  }
  return strings
}
