import type { z } from 'zod'

/** Omits the other issues of a value whose type is wrong: a string in the place of a list is not "too long". */
export function dropFalseBounds(issues: readonly z.core.$ZodIssue[]): readonly z.core.$ZodIssue[] {
  const wrong = new Set(issues.filter(({ code }) => code === 'invalid_type').map(toPlace))
  return issues.filter(issue => issue.code === 'invalid_type' || !wrong.has(toPlace(issue)))
}

const toPlace = ({ path }: z.core.$ZodIssue): string => JSON.stringify(path.map(String))

type Issue = z.core.$ZodRawIssue

/**
 * Describes the value to give instead of a rejected one, as a noun phrase: `at least 1` in `limit is 0: give at least 1.` A schema's own message takes
 * precedence.
 */
export const inputErrorMap: z.core.$ZodErrorMap = issue => describeExpected(issue)

function describeExpected(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return TYPES[issue.expected] ?? issue.expected
    case 'invalid_value':
      // False counts as absent.
      if (issue.values.length === 1 && issue.values[0] === true) return 'true or false'
      return formatChoices(
        issue.values.map(value => (typeof value === 'string' ? JSON.stringify(value) : String(value))),
      )
    case 'invalid_union':
      // The advice of each alternative.
      return [...new Set(issue.errors.flatMap(dropFalseBounds).map(({ message }) => message))].join(' or ')
    case 'too_small':
      return `${issue.inclusive === false ? 'more than' : 'at least'} ${formatLimit(issue.minimum, issue.origin)}`
    case 'too_big':
      return `${issue.inclusive === false ? 'less than' : 'at most'} ${formatLimit(issue.maximum, issue.origin)}`
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'another value'
    case 'not_multiple_of':
    case 'unrecognized_keys':
    case 'invalid_key':
    case 'invalid_element':
    case 'custom':
      return 'another value'
  }
}

const formatChoices = (values: readonly string[]): string =>
  values.length === 1 ? String(values[0]) : `one of ${values.join(', ')}`

function formatLimit(limit: number | bigint, origin: string): string {
  const unit = UNITS[origin]
  return unit === undefined ? String(limit) : `${limit} ${unit}${Number(limit) === 1 ? '' : 's'}`
}

const UNITS: Readonly<Record<string, string>> = { string: 'character', array: 'item' }

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a JSON array',
  object: 'a JSON object',
  record: 'a JSON object',
}

const FORMATS: Readonly<Record<string, string>> = {
  datetime: 'a time, such as 2026-01-31T12:00:00Z',
}
