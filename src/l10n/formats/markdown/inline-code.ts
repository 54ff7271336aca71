/** A backtick that no code begins or ends with. */
const BACKTICK = '&#96;'

/** Replaces backticks that open code without closing it. */
export function closeCode(value: string): string {
  if (!value.includes('`')) return value
  const last = new Map<number, number>()
  for (const { 0: run, index } of value.matchAll(/`+/g)) last.set(run.length, index)
  let closed = ''
  let from = 0
  for (let at = value.indexOf('`'); at !== -1; at = value.indexOf('`', from)) {
    const escapes = /\\*$/.exec(value.slice(Math.max(from, at - MAX_ESCAPES), at))?.[0].length ?? 0
    const open = escapes % 2 === 1 ? at + 1 : at
    const end = endOfRun(value, open)
    closed += value.slice(from, open)
    from = (last.get(end - open) ?? -1) > open ? endOfCode(value, end, end - open) : end
    closed += from > end ? value.slice(open, from) : BACKTICK.repeat(end - open)
  }
  return closed + value.slice(from)
}

const MAX_ESCAPES = 100

/** Returns a text without code. */
export const withoutCode = (value: string): string => value.replace(/\\?`/g, BACKTICK)

function endOfRun(value: string, start: number): number {
  let end = start
  while (value[end] === '`') end += 1
  return end
}

/** The end of code whose closing run is known to exist. */
function endOfCode(value: string, start: number, length: number): number {
  let at = value.indexOf('`', start)
  while (at !== -1) {
    const end = endOfRun(value, at)
    if (end - at === length) return end
    at = value.indexOf('`', end)
  }
  return start
}
