/** Which plain scalars are strings: by YAML 1.1 as Ruby reads it, or by the core schema of YAML 1.2. */
export type Schema = 'ruby' | 'core'

const NULL = /^(?:~|null)?$/i
/** What YAML 1.1 and 1.2 read as a number, date or time; longer texts are none. */
const NUMBER_LIKE =
  /^(?:[-+]?(?:0[bB][01_,]+|0[oO]?[0-7_,]+|0[xX][0-9a-fA-F_,]+|[0-9][0-9_,]*(?::[0-5]?[0-9]){0,2}(?:\.[0-9_]*)?|(?:[0-9][0-9_,]*)?\.?[0-9_]*(?:[eE][-+]?[0-9]+)?|\.(?:inf|Inf|INF))|\.(?:nan|NaN|NAN)|-?\d{4}-\d{1,2}-\d{1,2}(?:(?:[Tt]|[ \t]+)[0-9:.]+[ \t]*(?:Z|[-+][0-9:]+)?)?)$/
const CORE_NUMBER =
  /^(?:[-+]?(?:0o[0-7]+|0x[0-9a-fA-F]+|(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|\.(?:inf|Inf|INF))|\.(?:nan|NaN|NAN)|\d{4}-\d\d-\d\d)$/
const RUBY_NUMBER =
  /^(?:[-+]?(?:0b[01_,]+|0[0-7_,]+|0x[0-9a-fA-F_,]+|0|[1-9](?:[0-9]|[,_][0-9])*|(?:[0-9][0-9_,]*\.[0-9]*|\.[0-9]+)(?:[eE][-+][0-9]+)?|[0-9][0-9_]*(?::[0-5]?[0-9]){1,2}(?:\.[0-9_]*)?)|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)|\d{4}-(?:1[012]|0?\d)-(?:[12]\d|3[01]|0?\d)|-?\d{4}-\d{1,2}-\d{1,2}(?:[Tt]|\s+)\d{1,2}:\d\d:\d\d(?:\.\d*)?(?:\s*(?:Z|[-+]\d{1,2}:?(?:\d\d)?))?)$/
const MAX_NUMBER = 60

/** Returns whether a plain scalar is null, in any case as Ruby reads it. */
export const isNull = (source: string): boolean => source.length <= 4 && NULL.test(source)

/** Returns whether a plain scalar is a string for the program that reads it. */
export function isString(source: string, schema: Schema): boolean {
  if (isNull(source)) return false
  const first = source.charCodeAt(0)
  if (schema === 'ruby') {
    if (/^(?:yes|no|true|false|on|off)$/i.test(source)) return false
    // A symbol.
    if (first === COLON && source.length > 1) return false
    return !mayBeNumber(first) || source.length > MAX_NUMBER || !RUBY_NUMBER.test(source)
  }
  if (/^(?:true|True|TRUE|false|False|FALSE)$/.test(source)) return false
  return !mayBeNumber(first) || source.length > MAX_NUMBER || !CORE_NUMBER.test(source)
}

/** Returns whether every reader of YAML 1.1 and 1.2 takes a plain scalar for a string. */
export function isStringEverywhere(source: string): boolean {
  if (isNull(source) || source === '=' || source === '<<' || source.startsWith(':')) return false
  if (source.length <= 5 && /^(?:y|n|yes|no|true|false|on|off)$/i.test(source)) return false
  return !mayBeNumber(source.charCodeAt(0)) || source.length > MAX_NUMBER || !NUMBER_LIKE.test(source)
}

const COLON = 0x3a

/** Numbers, dates and times begin with a digit, a sign or a point. */
const mayBeNumber = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) || code === 0x2b || code === 0x2d || code === 0x2e
