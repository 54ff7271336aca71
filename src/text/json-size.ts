/** No valid message nests deeper. Keeps recursive functions far from a stack overflow. */
export const MAX_JSON_DEPTH = 100

/**
 * Parsing is slowest when each value is an object with a unique name: 40,000 of them take about 40 ms and block the
 * event loop.
 */
export const MAX_JSON_VALUES = 40_000

/** Counts the values of JSON text before it is parsed, up to the first limit that it exceeds. Accepts text that is not JSON. */
export function measureJson(bytes: Uint8Array, maxValues: number): number | 'too_deep' | 'too_many' {
  let depth = 0
  let values = 1
  let inText = false
  let last = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (inText) {
      if (byte === 0x5c) at++
      else if (byte === 0x22) inText = false
    } else if (byte === 0x22) inText = true
    else if (byte === 0x2c) {
      if (++values > maxValues) return 'too_many'
    } else if (byte === 0x5b || byte === 0x7b) {
      if (++depth > MAX_JSON_DEPTH) return 'too_deep'
    } else if (byte === 0x5d || byte === 0x7d) {
      depth--
      // The first value of an object or a list has no comma before it.
      if (last !== 0x5b && last !== 0x7b && ++values > maxValues) return 'too_many'
    }
    if (byte > 0x20) last = byte
  }
  return values
}
