import { z } from 'zod'
import { isByteLimit } from '../text/byte-size.ts'

/** A list, separated by commas or spaces. */
export const list = z
  .string()
  .default('')
  .transform(text => text.split(/[\s,]+/).filter(Boolean))

/** A value that no message shows. */
export const secret = z.string().min(1).optional()

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 }

/** A duration: a number and `s`, `m`, `h` or `d`, from `least` to `most`. */
export function duration(usual: string | undefined, least: string, most: string) {
  const message = `Give a number and s, m, h or d, from ${least} to ${most}, such as ${usual ?? '90d'}.`
  const text = z.string().refine(given => {
    const length = parseDuration(given)
    return length >= parseDuration(least) && length <= parseDuration(most)
  }, message)
  return usual === undefined ? text.optional() : text.default(usual)
}

/** In milliseconds. */
export function parseDuration(text: string): number {
  const [, count, unit] = /^(\d{1,9})([smhd])$/.exec(text) ?? []
  return Number(count) * (UNITS[unit ?? ''] ?? Number.NaN) * 1000
}

/** A whole number from `least` to `most`. */
export function wholeNumber(usual: number, least: number, most: number) {
  const message = `Give a whole number from ${least} to ${most}, such as ${usual}.`
  return z.coerce.number(message).int(message).min(least, message).max(most, message).default(usual)
}

/** A size in bytes, for limits. */
export const byteSize = (usual: string) =>
  z.string().refine(isByteLimit, 'Give a size up to 1TiB, such as 500MB or 2GiB.').default(usual)
