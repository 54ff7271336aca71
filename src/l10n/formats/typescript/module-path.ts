import { isLocaleName } from '../../locales/spellings.ts'

/** An import of names from a module below a package or folder. */
const IMPORT = /^(import [^"'/]*\bfrom )(["'])((?:@[\w.-]+\/)?[\w.-]+)((?:\/[\w.-]+)+)\2;?$/

/**
 * Names an import by the module that it has for each locale: `import a from 'a/locale/en_US'` loads that of its locale. Neither the package nor another folder
 * may differ. Undefined for other code, and for modules whose path names no locale.
 */
export function hideLocale(code: string): string | undefined {
  const [, head = '', , root = '', path = ''] = IMPORT.exec(code) ?? []
  const segments = path.split('/')
  const at = segments.map(toStem).findLastIndex(stem => LOCALE.test(stem) && isLocaleName(stem))
  const segment = segments[at]
  if (segment === undefined) return undefined
  return head + root + segments.with(at, `\0${segment.slice(toStem(segment).length)}`).join('/')
}

/** `de`, `de_DE`, `deDE`, `zh-hans-cn`: less than other names of files may be. */
const LOCALE = /^[a-z]{2,3}(?:[-_]?[A-Z][a-z]{3}|[-_][a-z]{4})?(?:[-_]?[A-Z]{2}|[-_][a-z]{2}|[-_]\d{3})?$/

const toStem = (segment: string): string => segment.replace(/\.(?:[cm]?js|ts|json)$/, '')
