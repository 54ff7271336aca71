import { findDisplayName } from './display-name.ts'

/** Modifiers of glibc that name a script. */
const SCRIPT_MODIFIERS = new Map([
  ['latin', 'Latn'],
  ['cyrillic', 'Cyrl'],
  ['devanagari', 'Deva'],
  ['arabic', 'Arab'],
])

/** Modifiers that say nothing about the language. */
const NEUTRAL_MODIFIERS: ReadonlySet<string> = new Set(['euro', 'posix'])

/** The encodings that names of POSIX locales have. Other words after a dot are file extensions. */
const ENCODING =
  /^(?:utf-?8|iso-?8859-?\d{1,2}|big5\w{0,5}|gbk?|gb-?2312|gb-?18030|euc-?(?:jp|kr|cn|tw)|s-?jis|shift_?jis|koi8-?[rut]|(?:cp|windows-?)\d{3,4}|tis-?620|us-?ascii|posix)$/i

/**
 * The tag of a POSIX locale with an encoding or a modifier: `de_DE.UTF-8` → `de-DE`, `sr_RS@latin` → `sr-Latn-RS`, `ca@valencia` → `ca-valencia`. Undefined
 * for other names.
 */
export function readPosixName(name: string): string | undefined {
  const [, language, region, encoding, modifier = ''] =
    /^([a-z]{2,3})(?:[_-]([A-Za-z]{2}))?(?:\.([\w-]{2,12}))?(?:@([A-Za-z]{3,12}))?$/.exec(name) ?? []
  if (language === undefined || (encoding === undefined && modifier === '')) return undefined
  if (encoding !== undefined && !ENCODING.test(encoding)) return undefined
  const script = findScript(modifier)
  const variant = script !== undefined || NEUTRAL_MODIFIERS.has(modifier.toLowerCase()) ? '' : modifier
  return [language, script, region, variant].filter(Boolean).join('-')
}

/** The script of a subtag (`latn`) or of a modifier of glibc (`latin`); undefined if CLDR does not know it. */
export function findScript(name: string): string | undefined {
  const known = SCRIPT_MODIFIERS.get(name.toLowerCase())
  if (known !== undefined || !/^[A-Za-z]{4}$/.test(name)) return known
  const script = `${name.slice(0, 1).toUpperCase()}${name.slice(1).toLowerCase()}`
  return findDisplayName(script, 'script') === undefined ? undefined : script
}
