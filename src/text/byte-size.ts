const BYTES: Readonly<Record<string, number>> = {
  '': 1,
  B: 1,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  TB: 1e12,
  KIB: 2 ** 10,
  MIB: 2 ** 20,
  GIB: 2 ** 30,
  TIB: 2 ** 40,
}

/** Parses a size such as `500MB`, `1.5 GiB` or `1073741824` into bytes; NaN for any other string. */
export function parseBytes(text: string): number {
  const [, count, unit = ''] = /^(\d{1,15}(?:\.\d{1,2})?) ?([a-z]{0,3})$/i.exec(text.trim()) ?? []
  return Math.floor(Number(count) * (BYTES[unit.toUpperCase()] ?? Number.NaN))
}

/** The largest limit that an operator can set, in bytes. */
const MAX_LIMIT = 2 ** 40

/** Whether a string is a size that is valid as a limit. */
export function isByteLimit(text: string): boolean {
  const bytes = parseBytes(text)
  return bytes >= 1 && bytes <= MAX_LIMIT
}
