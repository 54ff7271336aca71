import { isLocaleName } from '../../locales/spellings.ts'
import { normalizeCode } from '../code.ts'

/** An import of names from a module below a package or folder, or of a module below a package. */
const IMPORT = /^(import (?:[^"'/]*\bfrom |(?=["'][@\w])))(["'])((?:@[\w.-]+\/)?[\w.-]+)((?:\/[\w.-]+)+)\2;?$/
const NAME_OR_STRING = /(["'])[\w-]{2,12}\1|[\p{ID_Start}$_][\p{ID_Continue}$]*/gu

/** `de`, `de_DE`, `deDE`, `zh-hans-cn`: less than other names of files may be. */
const LOCALE = /^[a-z]{2,3}(?:[-_]?[A-Z][a-z]{3}|[-_][a-z]{4})?(?:[-_]?[A-Z]{2}|[-_][a-z]{2}|[-_]\d{3})?$/
const MASK = '\0'

const isLocale = (name: string): boolean => LOCALE.test(name) && isLocaleName(name)

/** A string literal, or the same mark for each locale. */
export const maskString = (raw: string): string => (/^["']/.test(raw) && isLocale(raw.slice(1, -1)) ? MASK : raw)

/**
 * Returns a function that masks what the same code has for each locale: its name in a string, the name of the object or of an import that spells it, and the
 * module of an import.
 */
export function createMask(declared: readonly string[]): (code: string) => string {
  const names = new Set(declared.filter(isLocale))
  return code =>
    maskModule(normalizeCode(code)).replace(NAME_OR_STRING, raw => (names.has(raw) ? MASK : maskString(raw)))
}

/** `import a from 'a/locale/en_US'` loads the module of its locale. Neither the package nor another folder may differ. */
function maskModule(code: string): string {
  const [, head = '', , root = '', path = ''] = IMPORT.exec(code) ?? []
  const segments = path.split('/')
  const at = segments.map(toStem).findLastIndex(isLocale)
  const segment = segments[at]
  if (segment === undefined) return code
  return head + root + segments.with(at, MASK + segment.slice(toStem(segment).length)).join('/')
}

/** `en_US` of `en_US.js` and `en_US_calendar`. */
const toStem = (segment: string): string =>
  segment.replace(/\.(?:[cm]?js|ts|json)$|(?<=^[a-z]{2}[-_]?[A-Z]{2})[-_.]\w+$/, '')
