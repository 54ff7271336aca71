/** One translation of one source string, as a TMX file and the translation memory exchange it: a row per source and target locale. */
export interface TmxUnit {
  /** Canonical BCP 47 tag. */
  readonly sourceLocale: string
  readonly source: string
  /** Canonical BCP 47 tag. */
  readonly targetLocale: string
  readonly target: string
  /** Slug of the project. */
  readonly project?: string
  /** Path of the source file. */
  readonly file?: string
  /** Key in the file. */
  readonly key?: string
  /** Source string before this one in the file. */
  readonly previous?: string
  /** Source string after this one in the file. */
  readonly next?: string
  /** ISO 8601, UTC, in seconds: `2026-01-31T12:00:00Z`. */
  readonly createdAt?: string
  /** As `createdAt`. */
  readonly changedAt?: string
  readonly note?: string
}

/** A unit that was read, with its place for messages. */
export interface ReadTmxUnit extends TmxUnit {
  /** Line of the `<tu>`, from 1. */
  readonly line: number
}

/** Turns a TMX date (`20260131T120000Z`, or ISO 8601) into ISO 8601 in UTC; undefined if it is none. */
export function readTmxDate(text: string): string | undefined {
  const found = /^(\d{4})-?(\d\d)-?(\d\d)T(\d\d):?(\d\d):?(\d\d)(?:\.\d{1,9})?Z?$/.exec(text.trim())
  if (found === null) return undefined
  const [, year, month, day, hour, minute, second] = found
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}Z`
  const time = Date.parse(iso)
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 19) !== iso.slice(0, 19) ? undefined : iso
}

/** Turns an ISO 8601 time in UTC into a TMX date; undefined if it is none. */
export function toTmxDate(iso: string): string | undefined {
  const time = Date.parse(iso)
  return Number.isNaN(time) ? undefined : `${new Date(time).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
}
