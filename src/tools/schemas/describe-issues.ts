import type { z } from 'zod'
import { formatMoreFaults, MAX_FAULTS, MAX_UNKNOWN } from '../../l10n/faults.ts'
import { escapeInvisible } from '../../text/escape.ts'
import { findClosestName } from '../closest-name.ts'
import { dropFalseBounds } from './error-map.ts'
import { listFieldsAt } from './nested-fields.ts'
import type { Oversize } from './normalize-input.ts'

/** Longest name or value that a message repeats. */
const MAX_ECHO_LENGTH = 80

type Issue = z.core.$ZodIssue

/** The input that has the issues. */
interface FaultyInput {
  readonly given: unknown
  /** The input as it was parsed, with strings read as the type of their place. */
  readonly read: unknown
  /** Whether all issues were collected, so that their number is known. */
  readonly isWhole: boolean
}

/** Describes the issues as sentences: at most 20, then how many more. */
export function describeIssues(
  found: readonly Issue[],
  { given, read, isWhole }: FaultyInput,
  schema: z.ZodObject,
): readonly string[] {
  const issues = dropFalseBounds(found)
    .flatMap(unwrapUnionIssue)
    .filter((issue, at, all) => !isLooserBound(issue, all[at + 1]))
  const unknown = issues.reduce(
    (count, issue) => count + (issue.code === 'unrecognized_keys' ? issue.keys.length : 0),
    0,
  )
  const suggests = unknown <= MAX_UNKNOWN
  const sentences = issues
    .slice(0, MAX_FAULTS)
    .flatMap(issue =>
      describeIssue(
        issue,
        getValueAt(read, issue.path) ?? getValueAt(given, issue.path),
        suggests ? schema : undefined,
      ),
    )
  const count = issues.reduce((sum, issue) => sum + (issue.code === 'unrecognized_keys' ? issue.keys.length : 1), 0)
  if (count <= MAX_FAULTS) return sentences
  return [...sentences.slice(0, MAX_FAULTS), formatMoreFaults(isWhole ? count - MAX_FAULTS : undefined)]
}

/** Whether the next issue has a tighter bound for the same value: integers have bounds of their own before those of the field. */
const isLooserBound = (issue: Issue, next: Issue | undefined): boolean =>
  (issue.code === 'too_big' || issue.code === 'too_small') &&
  next?.code === issue.code &&
  formatPath(next.path) === formatPath(issue.path)

/** Describes an argument with too many values to parse. */
export function describeOversize({ path, size, max }: Oversize): string {
  const where = formatPath(path) || 'The call'
  return size === undefined
    ? `${where} holds more than ${max} values.`
    : `${where} has ${size} entries; at most ${max} are allowed.`
}

/** @param schema of the whole input, for suggestions; undefined for none */
function describeIssue(issue: Issue, value: unknown, schema: z.ZodObject | undefined): string[] {
  if (issue.code === 'unrecognized_keys') {
    const names = schema === undefined ? [] : listFieldsAt(schema, issue.path)
    return issue.keys.slice(0, MAX_FAULTS + 1).map(name => {
      const close = findClosestName(name, names)
      const argument = formatPath([...issue.path, truncate(name)])
      return `Unknown argument ${argument}${close === undefined ? '.' : `: did you mean ${close}?`}`
    })
  }
  const where = formatPath(issue.path)
  if (where === '') return ['The arguments must be a JSON object.']
  if (value === undefined) return [`${where} is missing.`]
  if (typeof value === 'string' && expectsArray(issue, value)) {
    return [`${where} is a string: give a JSON array.`]
  }
  return [`${where} is ${describeValue(issue, value)}: give ${issue.message}.`]
}

/** If one alternative of a union accepts the value's type, its issues say more than the union's. */
function unwrapUnionIssue(issue: Issue): readonly Issue[] {
  if (issue.code !== 'invalid_union') return [issue]
  const inside = issue.errors.find(issues => issues.every(({ path }) => path.length > 0))
  return inside?.map(one => ({ ...one, path: [...issue.path, ...one.path] })) ?? [issue]
}

/** The value for a message: its JSON, or `empty` or `too long`. */
function describeValue(issue: Issue, value: unknown): string {
  if (typeof value !== 'string') return formatValue(value)
  if (value.trim() === '') return 'empty'
  return issue.code === 'too_big' ? 'too long' : formatValue(value)
}

const formatPath = (path: readonly PropertyKey[]): string => truncate(path.map(String).join('.'))

/** Whether a string was given for an array. In a union, only a string that begins with `[` counts. */
function expectsArray(issue: Issue, value: string): boolean {
  if (issue.code === 'invalid_type') return issue.expected === 'array'
  return (
    issue.code === 'invalid_union' &&
    value.trim().startsWith('[') &&
    issue.errors.some(issues => issues.some(one => expectsArray(one, value)))
  )
}

function getValueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (at, step) => (typeof at === 'object' && at !== null ? (at as Record<PropertyKey, unknown>)[step] : undefined),
    root,
  )
}

/** The beginning of a value as JSON, without serializing all of a large one. */
export const formatValue = (value: unknown): string => truncate(previewJson(value, MAX_ECHO_LENGTH + 1))

function previewJson(value: unknown, length: number): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, length))
  if (typeof value !== 'object' || value === null) return String(value)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  let text = open
  for (const name in value) {
    if (!Object.hasOwn(value, name)) continue
    const separator = text.length === 1 ? '' : ','
    const label = Array.isArray(value) ? '' : `${JSON.stringify(name.slice(0, length))}:`
    const item = previewJson((value as Record<string, unknown>)[name], Math.max(0, length - text.length))
    text += separator + label + item
    if (text.length > length) return text
  }
  return text + close
}

/** Shortens and escapes input: it can neither reverse nor hide parts of the message. */
const truncate = (text: string): string =>
  escapeInvisible(text.length > MAX_ECHO_LENGTH ? `${text.slice(0, MAX_ECHO_LENGTH - 3)}...` : text)
