import { z } from 'zod'
import { AppError } from '../../errors.ts'

/** The time range of a listing, both ends included. A date without a time is that whole day in UTC. */
export const timeRangeInput = {
  since: z.string().min(1).max(40).optional().describe('RFC 3339'),
  until: z.string().min(1).max(40).optional(),
}

/** The first instant of the range. @throws AppError `invalid_input` for an invalid date. */
export const parseSince = (text: string | undefined): string | undefined =>
  parseInstant('since', text, 'T00:00:00.000Z')

/** The last instant of the range. @throws AppError `invalid_input` for an invalid date. */
export const parseUntil = (text: string | undefined): string | undefined =>
  parseInstant('until', text, 'T23:59:59.999Z')

const Instant = z.iso.datetime({ offset: true })
const Day = z.iso.date()

function parseInstant(name: string, text: string | undefined, ofDay: string): string | undefined {
  if (text === undefined) return undefined
  const full = Day.safeParse(text).success ? `${text}${ofDay}` : text.toUpperCase()
  const at = Instant.safeParse(full).success ? new Date(full).toISOString() : undefined
  // With an offset, the last hours of 9999 fall in the year 10000, which sorts before all others.
  if (at?.length === 24) return at
  throw new AppError('invalid_input', `${name} is ${JSON.stringify(text)}, which is not a date.`, {
    fix: 'Give an RFC 3339 date (2027-01-31) or date-time (2027-01-31T12:00:00Z).',
    field: name,
  })
}
