import type { Message } from '../../../src/l10n/message/message.ts'
import type { Strings } from '../pair.ts'

/** Hugo's TOML: a table of plural forms for each string. */
export function readToml(text: string): Strings {
  const strings = new Map<string, Message>()
  for (const [, key = '', body = ''] of text.matchAll(/^\[([\w.-]+)\]\n((?:\w+ *= *".*"\s*)+)/gm)) {
    const forms = [...body.matchAll(/^(\w+) *= *"((?:\\.|[^"\\])*)"/gm)].map(
      ([, category = '', value = '']) => [category, value.replace(/\\(["\\])/g, '$1')] as const,
    )
    const [first] = forms
    strings.set(key, forms.length === 1 && first !== undefined ? first[1] : Object.fromEntries(forms))
  }
  return strings
}
