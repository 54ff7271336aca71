/** A string of a request, as its data block has it. */
export interface FakeItem {
  readonly id: string
  readonly text?: string
  readonly forms?: Readonly<Record<string, string>>
  /** The plural forms that the answer needs. */
  readonly answer_forms?: Readonly<Record<string, string>>
}

interface FakeAnswer {
  readonly id: string
  readonly text?: string
  readonly forms?: Readonly<Record<string, string>>
  readonly reason?: string
}

/** Reads the strings of the only data block of a prompt. */
export function readDataBlock(prompt: string): readonly FakeItem[] {
  const blocks = [...prompt.matchAll(/<data>\n([\s\S]*?)\n<\/data>/g)]
  if (blocks.length !== 1) return []
  return (JSON.parse(blocks[0]?.[1] ?? '') as { items: readonly FakeItem[] }).items
}

/** Translates an item: accents on all vowels outside placeholders, and the forms that it asks for. */
export function translateItem(item: FakeItem, translate: (text: string) => string = accent): FakeAnswer {
  const { id, text = '', forms = {}, answer_forms } = item
  const reason = 'current' in item ? { reason: 'It is clearer.' } : {}
  if (answer_forms === undefined) return { id, text: translate(text), ...reason }
  const fallback = forms['other'] ?? (text || Object.values(forms).at(-1)) ?? ''
  const names = Object.keys(answer_forms)
  return { id, forms: Object.fromEntries(names.map(name => [name, translate(forms[name] ?? fallback)])), ...reason }
}

const PLACEHOLDERS =
  /\[%key:[^\]]*\]|`[^`]*`|https?:\S+|<[^>]*>|\$t\([^)]*\)|@:[\w.]+|\$\w+\$|\{\{[^{}]*\}\}|[$%]?\{[^{}]*\}|%\(\w+\)[-\w.]*|%(?:\d+\$)?[-+#0-9.]*[a-zA-Z@]|%%|:\w+|&\w+;|\\./g
const ACCENTS: Readonly<Record<string, string>> = { a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú' }

function accent(text: string): string {
  // Nested ICU syntax stays as it is.
  if (/,\s*(?:plural|select|selectordinal)\s*,/.test(text)) return `«${text}»`
  let end = 0
  let result = ''
  for (const { 0: placeholder, index } of text.matchAll(PLACEHOLDERS)) {
    result += accentWords(text.slice(end, index)) + placeholder
    end = index + placeholder.length
  }
  return result + accentWords(text.slice(end))
}

const accentWords = (text: string): string => text.replaceAll(/[aeiou]/g, vowel => ACCENTS[vowel] ?? vowel)
