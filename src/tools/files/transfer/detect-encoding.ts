/** Bytes in which a file can declare its encoding. */
const HEAD_BYTES = 1_024

/**
 * Returns the name of another encoding than UTF-8 that a file shows, as iconv knows it: by its byte order mark, by the null bytes of UTF-16, or by its own
 * declaration. Undefined if it shows none.
 */
export function detectEncoding(bytes: Buffer): string | undefined {
  const [first, second, third, fourth] = bytes
  if (first === 0xff && second === 0xfe) return third === 0 && fourth === 0 ? 'UTF-32' : 'UTF-16'
  if (first === 0xfe && second === 0xff) return 'UTF-16'
  if (first !== 0 && second === 0 && third !== 0 && fourth === 0) return 'UTF-16LE'
  if (first === 0 && second !== 0 && third === 0 && fourth !== 0) return 'UTF-16BE'
  const head = bytes.toString('latin1', 0, HEAD_BYTES)
  const declared = /\b(?:encoding\s?=\s?["']|charset=)([A-Za-z][\w.:-]{1,39})/.exec(head)?.[1]
  return declared === undefined || /^(?:utf-?8|charset)$/i.test(declared) ? undefined : declared
}
