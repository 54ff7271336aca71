import { AppError } from '../../errors.ts'

const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }

/** Parses `--expires-in`, such as `30d`. Returns the date as RFC 3339; undefined if it is blank or omitted, which means never. @throws AppError `invalid_input`. */
export function parseExpiration(duration: string | undefined, now: Date): string | undefined {
  if (duration === undefined || duration === '') return undefined
  const [, count, unit] = /^(\d{1,5})([mhdw])$/.exec(duration) ?? []
  const length = Number(count) * (UNIT_MS[unit ?? ''] ?? Number.NaN)
  if (length > 0) return new Date(now.getTime() + length).toISOString()
  throw new AppError('invalid_input', `--expires-in ${JSON.stringify(duration.slice(0, 40))} is not valid.`, {
    fix: 'Use a number and m, h, d or w, such as 30d. Leave it out for a token that never expires.',
  })
}
