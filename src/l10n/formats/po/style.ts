import { detectEol, type Eol } from '../eol.ts'
import type { PoEntry } from './entries.ts'
import type { PoFile } from './file.ts'
import { measureWidth, splitBreakable, wrap } from './line-breaks.ts'
import { encodeText, literalEnd, type PoField } from './scan.ts'
import { isIcuCatalog } from './syntax.ts'

/** The style of a PO file, so that new and changed entries match it. */
export interface PoStyle {
  readonly eol: Eol
  /** Maximum columns of a line; infinite if the file is not wrapped. */
  readonly width: number
  /** Whether each line of a multi-line string starts a new line in the file. */
  readonly splits: boolean
}

/** The line width of gettext's own programs. */
const USUAL_WIDTH = 79
const USUAL_WIDTHS = [USUAL_WIDTH, 100, 120]

/** Maximum strings to examine for the style. */
const MAX_SAMPLES = 10_000

/** Detects the style of a file. Ignores the header, which programs wrap independently of entries. */
export function detectStyle(file: PoFile): PoStyle {
  const { text, entries } = file
  let seen = 0
  let wrapped = 0
  let long = 0
  let least = 0
  let most = Number.POSITIVE_INFINITY
  let together = 0
  let apart = 0
  for (const entry of entries) {
    for (const field of listFields(entry)) {
      if (seen > MAX_SAMPLES) break
      const pieces = listPieces(text, field)
      seen += pieces.length
      if (pieces.length === 1 && (pieces[0]?.length ?? 0) + 12 <= USUAL_WIDTH && !pieces[0]?.includes('\\n')) continue
      if (/\n./s.test(field.value)) {
        if (pieces.length === 1) together += 1
        else apart += 1
      }
      for (const [at, piece] of pieces.entries()) {
        const lead = pieces.length === 1 ? toKeyword(field).length + 3 : 2
        const wide = measureWidth(piece) + lead
        if (splitBreakable(piece).length > 1) {
          least = Math.max(least, wide)
          if (wide > USUAL_WIDTH) long += 1
        }
        const next = pieces[at + 1]
        if (next === undefined || piece === '' || piece.endsWith('\\n')) continue
        wrapped += 1
        most = Math.min(most, wide + measureWidth(splitBreakable(next)[0] ?? '') - 1)
      }
    }
  }
  const neverWraps = wrapped === 0 && isIcuCatalog(file)
  const width = neverWraps ? Number.POSITIVE_INFINITY : detectWidth(wrapped, long, least, most)
  return { eol: detectEol(text), width, splits: together <= apart }
}

/** Renders `msgstr "text"`, or the keyword with an empty string and the text in the lines below it. */
export function renderText(keyword: string, value: string, { eol, width, splits }: PoStyle): string {
  const escaped = encodeText(value)
  const whole = `${keyword} "${escaped}"`
  if (!splits && width === Number.POSITIVE_INFINITY) return whole
  const isOneLine = !splits || !/\n./s.test(value)
  // As msgcat, does not move a text that no line could break.
  if (isOneLine && (measureWidth(whole) <= width || splitBreakable(escaped).length === 1)) return whole
  const texts = splits ? value.split(/(?<=\n)/) : [value]
  const lines = texts.flatMap(line => wrap(encodeText(line), width - 2))
  return [`${keyword} ""`, ...lines.map(line => `"${line}"`)].join(eol)
}

export const toKeyword = ({ keyword, index }: PoField): string =>
  index === undefined ? keyword : `${keyword}[${index}]`

/** Lists the raw text between the quotes of each piece of a field. */
export function listPieces(text: string, { start, end }: PoField): string[] {
  const pieces: string[] = []
  for (let at = text.indexOf('"', start); at !== -1 && at < end; ) {
    const after = literalEnd(text, at) ?? end
    pieces.push(text.slice(at + 1, after - 1))
    at = text.indexOf('"', after)
  }
  return pieces
}

const listFields = ({ id, plural, texts }: PoEntry): PoField[] => [id, ...(plural ? [plural] : []), ...texts]

/**
 * Returns the line width of a file with so many wrapped lines, and lines over the usual width that could have been wrapped.
 * @param least the longest line
 * @param most the largest width at which no wrapped line had room for its next part
 */
function detectWidth(wrapped: number, long: number, least: number, most: number): number {
  const isOneWidth = wrapped > 0 && least <= most
  if (long > wrapped && !isOneWidth) return Number.POSITIVE_INFINITY
  if (least > most) return USUAL_WIDTH
  return USUAL_WIDTHS.find(width => least <= width && width <= most) ?? (most < USUAL_WIDTH ? most : least)
}
