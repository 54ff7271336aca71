/** What a code span has: code, a word that could be code or a name (`true`, `main`, `GET`), or a label that users see (`Save`, `Select All`). */
export type CodeKind = 'code' | 'word' | 'label'

/** Most characters of a label. */
const MAX_LABEL = 120

/** Tells by its form what a code span has; `raw` has its backticks. Two backticks always mark code. */
export function classifyCode(raw: string): CodeKind {
  if (raw.startsWith('``') || raw.length > MAX_LABEL) return 'code'
  const text = raw.slice(1, -1).replace(PLACEHOLDER, 'x').replace(PICTURE, '').trim()
  if (text === 'x' || !/\p{L}/u.test(text)) return 'code'
  const kinds = text.replace(KEYS, 'Keys').split(MENU).map(classifyPhrase)
  if (kinds.length > 1) return kinds.every(kind => kind === 'label') ? 'label' : 'code'
  return kinds[0] ?? 'code'
}

/** Placeholders of every family, as far as a label can have them. */
const PLACEHOLDER = /%?\{{1,2}\s?[$\w.-]+\s?\}{1,2}|%(?:\d\$)?[sd@]/g
const PICTURE = /[\p{Extended_Pictographic}\uFE0F]/gu
/** `Ctrl+Shift+A`: languages name the keys in their own way. */
const KEYS = /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\d]{0,20}(?:\s?\+\s?(?:\p{Lu}[\p{L}\d]{0,20}|\d|\p{P}))+/gu
/** What separates the steps of a menu path, and choices: `Tools > Options`, `Import / Export`. */
const MENU = /\s[>/|]\s|(?<=\p{L})>(?=\p{Lu})|\s?[›»→▸]\s?/u

/** What words have only in code: signs of operators and paths, digits in words, capitals inside words, punctuation inside or before words. */
const CODE_SIGN =
  /[\\/_=<>{}[\]$@#|*~^%;"`+]|\p{L}\d|\d\p{L}|\p{Ll}\p{Lu}|(?<!\.)\.(?=[^\s.…)])|:(?=\S)|[!?,](?=[\p{L}\d])|(?<!\s)&|&(?!\s)|(?<!\s)\(|(?<![\p{L}\p{N}\s])-|^[^\p{L}\p{N}¿¡(]|(?<=\s)-(?=\p{L})/u

/** Programs that a shell line starts with. */
const COMMANDS = new Set(
  'apt apt-get brew bundle bun cargo cat cd chmod composer cp curl deno dnf docker echo export gem git go gradle helm java kubectl ls make mkdir mv mvn node npm npx php pip pnpm python python3 rails rake rm rustup ssh sudo systemctl tar wget yarn yum'.split(
    ' ',
  ),
)

function classifyPhrase(text: string): CodeKind {
  if (CODE_SIGN.test(text)) return 'code'
  const [first = '', ...others] = text.split(/\s+/)
  if (/^\p{Ll}/u.test(first) && first.includes('-')) return 'code'
  if (others.length > 0 && COMMANDS.has(first)) return 'code'
  // `GET` and `SELECT name FROM users` are capitals, `Content-Type` has no space.
  if (/^\p{Lu}{2,}$/u.test(first) || (others.length === 0 && /^\p{Lu}.*-\p{Lu}/u.test(first))) return 'word'
  const isNatural = /[^\p{ASCII}…’‘“”–—]/u.test(text) || /^\P{Ll}/u.test(first)
  return isNatural ? 'label' : 'word'
}
