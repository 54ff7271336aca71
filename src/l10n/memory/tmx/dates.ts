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
