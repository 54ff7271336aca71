import { AppError } from '../../../errors.ts'
import type { Format } from '../../../l10n/formats/format.ts'

/** What the start of a file shows of its format, whatever its path says. */
const MARKS: readonly (readonly [name: string, endings: RegExp, start: RegExp])[] = [
  ['JSON', /json|\.arb|\.xcstrings/, /^\uFEFF?\s{0,99}\{\s{0,99}(?:"[^"\n]{0,200}"\s{0,9}:|\})/],
  ['gettext', /\.po/, /^msgid "/m],
  ['XLIFF', /\.xlf|\.xliff/, /<xliff[\s>]/],
  ['Android XML', /\.xml/, /<resources[\s>/]/],
  ['Qt Linguist', /\.ts/, /<TS[\s>]/],
  ['RESX', /\.res[xw]/, /<resheader[\s>]/],
]

/** UTF-16 units of a file that are looked at. */
const MAX_HEAD = 2000

/** Adds to the error of a file that cannot be read which other format it probably has. */
export function withLikelyFormat(error: unknown, content: string, { extensions, about }: Format): unknown {
  if (!(error instanceof AppError) || error.code !== 'invalid_input') return error
  const head = content.slice(0, MAX_HEAD)
  const found = MARKS.find(([, endings, start]) => start.test(head) && !endings.test(extensions))
  if (found === undefined) return error
  return new AppError(error.code, `${error.message} It looks like ${found[0]}.`, {
    fix: `Push the translated file in the format of its source, ${about.name}.`,
    cause: error,
  })
}
