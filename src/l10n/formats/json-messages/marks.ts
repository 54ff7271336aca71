import { AppError } from '../../../errors.ts'
import { findFields, isExtracted } from '../json/messages/fields.ts'
import { type JsonTree, parseJson } from '../json/tree.ts'

/** Files of browser extensions, of Visual Studio Code and its extensions, and of Docusaurus. */
const PATHS =
  /(?:^|\/)(?:_locales\/[^/]+\/messages|package\.nls(?:\.[\w-]+)?|bundle\.l10n(?:\.[\w-]+)?|i18n\/[^/]+\/(?:code|docusaurus-[^/]+\/.+))\.json$/

const FIELD = /"(?:message|defaultMessage|string|translation)"\s*:/

/** Returns whether the path of a file proves that its texts are those of message objects. */
export const isOwnPath = (path: string): boolean => PATHS.test(path)

/**
 * Returns whether a file has message objects: every value is one or a text, and one has a note. Under a path of its own, texts alone are enough.
 * What `formatjs extract` writes is the format `json`.
 */
export function isMessagesFile(path: string, text: string): boolean {
  if (!/\.json$/i.test(path)) return false
  const isOwn = isOwnPath(path)
  if (!isOwn && !FIELD.test(text)) return false
  const tree = tryParseJson(text)
  const found = tree && findFields(tree)
  if (tree === undefined || found === undefined) return false
  if (isOwn) return found.field !== undefined || found.hasTexts
  return found.hasNotes && !isExtracted(tree)
}

/** Parses a file that may be no JSON. */
function tryParseJson(text: string): JsonTree | undefined {
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}
