import type { Format, WriteRequest } from '../../../src/l10n/formats/format.ts'
import type { Message } from '../../../src/l10n/message/message.ts'

/** Writes texts by their keys: `more` has the base and what else a request can have. */
export const writerOf =
  (format: Format, locale = 'de') =>
  (source: string, texts: Readonly<Record<string, Message>> = {}, more: Partial<WriteRequest> = {}): string =>
    format.write({ source, locale, values: new Map(Object.entries(texts)), ...more })
