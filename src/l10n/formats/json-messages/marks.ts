import { areExtracted, findFields, TEXT_FIELDS } from '../json/messages/fields.ts'
import { tryParseJson } from '../json/tree.ts'

/** Files of browser extensions and of Docusaurus, whose values are all objects. */
const OBJECT_PATHS = /(?:^|\/)(?:_locales\/[^/]+\/messages|i18n\/[^/]+\/(?:code|docusaurus-[^/]+\/.+))\.json$/
/** Files of Visual Studio Code and its extensions. */
const TEXT_PATHS = /(?:^|\/)(?:package\.nls|bundle\.l10n)(?:\.[\w-]+)?\.json$/

const FIELD = new RegExp(`"(?:${[...TEXT_FIELDS].join('|')})"\\s*:`)

/** Returns whether the path of a file proves that its texts are those of message objects. */
export const isOwnPath = (path: string): boolean => OBJECT_PATHS.test(path) || TEXT_PATHS.test(path)

/**
 * Returns whether a file has message objects: every value is one or a text, and one has a note. Under a path of its own, no note is needed.
 * What `formatjs extract` writes is the format `json`.
 */
export function isMessagesFile(path: string, text: string): boolean {
  if (!/\.json$/i.test(path)) return false
  const isOwn = isOwnPath(path)
  if (!isOwn && !FIELD.test(text)) return false
  const tree = tryParseJson(text)
  const found = tree && findFields(tree, isOwn)
  if (found === undefined) return false
  if (isOwn) return found.field !== undefined || (found.hasTexts && TEXT_PATHS.test(path))
  return found.hasNotes && !areExtracted(found)
}
