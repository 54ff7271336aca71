import { isLocaleName } from '../../locales/spellings.ts'

const EXTENSION = /\.(?:[cm]?js|ts)$/i
const FOLDERS = /^(?:i18n|intl|l10n|lang|langs|languages?|locales?|localizations?|messages|nls|strings|translations?)$/i
/** Scripts of such folders that set up a library, or are no texts. */
const OTHER_NAMES = /^(?:index|setup|config|types?|utils?|helpers?|constants)$/i
const EXPORT = /\bexport\s+(?:default\b|const\b|let\b|var\b|=|\{)|\bmodule\s*\.\s*exports\s*=/

/** Whether a script may hold texts: by its name or folder, and because it exports something. */
export function isMessagesScript(path: string, text: string): boolean {
  if (!EXTENSION.test(path)) return false
  const segments = path.split('/')
  const stem = (segments.pop() ?? '').replace(EXTENSION, '')
  const namesLocale = segments.some(isLocaleName)
  const isNamed = isLocaleName(stem) || stem.split(/[._-]/).some(isLocaleName)
  if (/\.(?:d|config|test|spec|stories)$/i.test(stem)) return false
  if (!namesLocale && !isNamed && (!segments.some(name => FOLDERS.test(name)) || OTHER_NAMES.test(stem))) return false
  return text.includes('{') && EXPORT.test(text)
}
