import type { Format } from '../../../src/l10n/formats/format.ts'

/** A format whose source files have a root key. */
export const withRoot = (format: Format, rootKey: string): Format => ({
  ...format,
  read: text => format.read(text, rootKey),
  readTarget: (text, locale, source) => format.readTarget(text, locale, source, rootKey),
  write: request => format.write({ ...request, rootKey }),
})
