import { distance } from 'fastest-levenshtein'
import type { z } from 'zod'
import { AppError } from '../errors.ts'
import { shown } from './shown.ts'

/**
 * Parses a tool's arguments with its strict schema: `null` is absent, unknown fields are refused with the nearest name, all faults come in one answer. A tool without
 * fields ignores what it is given.
 * @throws AppError `invalid_input`
 */
export function parseInput<I extends z.ZodObject>(schema: I, raw: unknown, tool: string): z.output<I> {
  const names = Object.keys(schema.shape)
  const given = names.length === 0 ? {} : withoutNulls(raw ?? {})
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const { issues } = parsed.error
  const faults = issues.slice(0, MOST_FAULTS).flatMap(issue => describeIssue(issue, given, schema))
  const told = faults.slice(0, MOST_FAULTS)
  const more = issues.length > MOST_FAULTS || faults.length > MOST_FAULTS ? ['There are more faults of this kind.'] : []
  throw new AppError('invalid_input', [...told, ...more].join(' '), {
    fix: `Correct the argument${faults.length === 1 ? '' : 's'} of ${tool}: it takes ${names.join(', ')}.`,
  })
}

/** How many faults one answer tells: what is wrong a thousand times is wrong in the same way. */
const MOST_FAULTS = 20
/** Longest name that is echoed, and that is taken for a slip of another one. */
const LONGEST_NAME = 80

/** The nearest of some names, when one is near enough to be meant. */
export function nearest(word: string, names: readonly string[]): string | undefined {
  const reach = Math.max(2, Math.floor(word.length / 3))
  if (word.length > 2 * LONGEST_NAME) return undefined
  const ranked = names
    .filter(name => Math.abs(name.length - word.length) <= reach)
    .map(name => ({ name, far: distance(word.toLowerCase(), name.toLowerCase()) }))
  const best = ranked.sort((a, b) => a.far - b.far)[0]
  return best !== undefined && best.far <= reach ? best.name : undefined
}

function withoutNulls(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    return Array.isArray(value) ? value.map(item => (item === null ? item : withoutNulls(item))) : value
  }
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== null)
      .map(([name, item]) => [name, withoutNulls(item)]),
  )
}

function describeIssue(issue: z.core.$ZodIssue, given: unknown, schema: z.ZodObject): string[] {
  const where = shortened(issue.path.map(String).join('.'))
  if (issue.code === 'unrecognized_keys') {
    const known = issue.path.length === 0 ? Object.keys(schema.shape) : []
    return issue.keys.slice(0, MOST_FAULTS + 1).map(name => {
      const close = nearest(name, known)
      return `Unknown argument ${[...issue.path.map(String), shortened(name)].join('.')}${close === undefined ? '.' : `: did you mean ${close}?`}`
    })
  }
  if (where === '') return ['The arguments must be a JSON object.']
  const value = valueAt(given, issue.path)
  if (value === undefined) return [`${where} is missing.`]
  if (typeof value === 'string' && wantsArray(issue, value)) {
    return [`${where} is a string; give a JSON array, not text that holds one.`]
  }
  return [`${where} is ${echoed(value)}: ${issue.message}.`]
}

/** Where an array is one of several things that a field may be, only text that looks like one is taken for it. */
function wantsArray(issue: z.core.$ZodIssue, value: string): boolean {
  if (issue.code === 'invalid_type') return issue.expected === 'array'
  return (
    issue.code === 'invalid_union' &&
    value.trim().startsWith('[') &&
    issue.errors.some(issues => issues.some(one => wantsArray(one, value)))
  )
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (at, step) => (typeof at === 'object' && at !== null ? (at as Record<PropertyKey, unknown>)[step] : undefined),
    root,
  )
}

const echoed = (value: unknown): string => shortened(JSON.stringify(value) ?? String(value))

/** What a caller sent turns no sentence of ours around, and hides nothing in it. */
const shortened = (text: string): string =>
  shown(text.length > LONGEST_NAME ? `${text.slice(0, LONGEST_NAME - 3)}...` : text)
