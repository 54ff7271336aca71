/** Whether `java.text.SimpleDateFormat` accepts a pattern. */
export function isDatePattern(pattern: string): boolean {
  const parts = pattern.split("'")
  // Apostrophes pair up; letters between them are text.
  if (parts.length % 2 === 0) return false
  const letters = parts.filter((_, at) => at % 2 === 0)
  return letters.every(part => !/[A-Za-z]/.test(part.replace(/[GyMdkHmsSEDFwWahKzZYuL]|X+/g, readRun)))
}

/** The letter X may be repeated three times. */
const readRun = (run: string): string => (run.length <= 3 ? '' : run)

/** Whether `java.text.DecimalFormat` accepts a pattern. The part behind a semicolon is only read for its signs. */
export function isDecimalPattern(pattern: string): boolean {
  const bare = removeQuotes(pattern)
  if (bare === undefined) return false
  const [positive = '', negative, ...others] = bare.split(';')
  if (others.length > 0 || (negative !== undefined && !/[#0,.]/.test(positive))) return false
  if (countPercents(positive) > 1 || countPercents(negative ?? '') > 1) return false
  return isDigits(positive)
}

const countPercents = (text: string): number => text.match(/[%‰]/g)?.length ?? 0

/** Replaces quoted text by a letter; undefined if a quote is not closed. */
function removeQuotes(pattern: string): string | undefined {
  const parts = pattern.replaceAll("''", 'x').split("'")
  return parts.length % 2 === 0 ? undefined : parts.map((part, at) => (at % 2 === 0 ? part : 'x')).join('')
}

function isDigits(positive: string): boolean {
  const exponent = /(?<=[#0,.])E(0*)/.exec(positive)
  const digits = exponent === null ? positive : positive.replace(exponent[0], '')
  let [left, zeros, right] = [0, 0, 0]
  let point: number | undefined
  let group: number | undefined
  for (const mark of digits) {
    if (mark === '#') {
      if (zeros > 0) right += 1
      else left += 1
    } else if (mark === '0') {
      if (right > 0) return false
      zeros += 1
    } else if (mark === ',') group = 0
    else if (mark === '.') {
      if (point !== undefined) return false
      point = left + zeros + right
    }
    if ((mark === '#' || mark === '0') && group !== undefined && point === undefined) group += 1
  }
  if (exponent !== null && (exponent[1] === '' || left + zeros < 1)) return false
  if (zeros === 0 && left > 0 && point !== undefined) {
    const whole = Math.max(point, 1)
    right = left - whole
    left = whole - 1
    zeros = 1
  }
  if (point === undefined) return right === 0 && group !== 0
  return point >= left && point <= left + zeros && group !== 0
}
