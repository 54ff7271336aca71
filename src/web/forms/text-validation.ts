import { escapeInvisible } from '../../text/escape.ts'
import { Line, Lines } from '../../tools/schemas/fields.ts'
import { listFormat } from '../i18n/formats.ts'
import { t } from '../i18n/t.ts'

/** The `maxlength` of a line. Browsers count UTF-16 code units, of which a character can take two, and cut text silently. The server decides. */
export const MAX_LINE_UNITS = 200

/** Describes the error of a name or a note, for the user who typed it. */
export const validateLine = (text: string): string | undefined => validateText(text, Line)

/** Like `validateLine`, for multi-line text. */
export const validateLines = (text: string): string | undefined => validateText(text, Lines)

function validateText(text: string, schema: typeof Line): string | undefined {
  if (schema.safeParse(text).success) return undefined
  const { length } = Array.from(text.trim())
  if (length === 0) return t('forms.line.empty')
  if (schema.maxLength !== null && length > schema.maxLength) {
    return t('forms.line.too_long', { max: schema.maxLength, entered: length })
  }
  const unseen = listFormat().format(new Set(escapeInvisible(text).match(/<U\+[0-9A-F]{4,6}>/g)))
  return unseen === '' ? t('forms.line.invisible') : t('forms.line.invisible_named', { characters: unseen })
}
