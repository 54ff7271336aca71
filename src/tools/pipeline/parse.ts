import { z } from 'zod'
import { AppError, type Fix } from '../../errors.ts'
import { MAX_FAULTS } from '../../l10n/faults.ts'
import type { Pacer } from '../../scheduling/pacer.ts'
import { MAX_JSON_VALUES } from '../../text/json-size.ts'
import { describeIssues, describeOversize } from '../schemas/describe-issues.ts'
import { inputErrorMap } from '../schemas/error-map.ts'
import { describeNestedFields } from '../schemas/nested-fields.ts'
import { getListBounds, normalizeInput, type Oversize, readFields } from '../schemas/normalize-input.ts'

interface ParseOptions {
  /** Of a command, instead of the names of a tool's arguments. */
  readonly fix?: Fix
  /**
   * Whether to read strings as the type of their place, and blank options as absent. Models send a list as JSON text, a number in quotes, and "" for what they
   * leave out. Pages and commands don't, and a blank field of theirs is a mistake to report.
   */
  readonly readsStrings?: boolean
}

/**
 * Parses the arguments of a tool, or of a command with its own `fix`, by a strict schema. A known field that is `null` counts as absent. An unknown field is
 * rejected with the nearest name. The error lists the first 20 faults. A tool without fields ignores its arguments.
 * @throws AppError `invalid_input`; its `field` is the path of the first fault.
 */
export function parseInput<I extends z.ZodObject>(
  schema: I,
  raw: unknown,
  tool: string,
  options: ParseOptions = {},
): z.output<I> {
  const steps = parseSteps(schema, raw, tool, options)
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

/**
 * Like `parseInput`, for input of any size: yields to other work.
 * @throws AppError `invalid_input`
 */
export const parseInputAsync = <I extends z.ZodObject>(
  schema: I,
  raw: unknown,
  tool: string,
  pace: Pacer,
  options: ParseOptions = {},
): Promise<z.output<I>> => pace.run(parseSteps(schema, raw, tool, options))

const PARSE_OPTIONS = { error: inputErrorMap }

/** Parses long lists item by item, and stops after enough faults. */
function* parseSteps<I extends z.ZodObject>(
  schema: I,
  raw: unknown,
  tool: string,
  { fix, readsStrings = false }: ParseOptions,
): Generator<void, z.output<I>> {
  const names = Object.keys(schema.shape)
  const refuse = (faults: readonly string[], at: readonly PropertyKey[], nested: readonly string[] = []): AppError =>
    new AppError('invalid_input', faults.join(' '), {
      fix:
        fix ??
        `Correct the argument${faults.length === 1 ? '' : 's'} of ${tool}: it takes ${[names.join(', '), ...nested].join('; ')}.`,
      ...(fix === undefined && { pageFix: 'Correct the value and try again.' }),
      field: names.find(name => name === at[0]),
    })
  const options = {
    refuse: (oversize: Oversize) => refuse([describeOversize(oversize)], oversize.path),
    strings: readsStrings ? { left: MAX_JSON_VALUES } : undefined,
  }
  const normalize = (part: z.ZodType, value: unknown, path: readonly PropertyKey[]): unknown =>
    normalizeInput(part, value, path, options)
  const given = names.length === 0 ? {} : readFields(schema, raw ?? {}, options)
  const lists = findLongLists(schema, given)
  const rest = lists.length === 0 ? given : { ...given, ...Object.fromEntries(lists.map(({ name }) => [name, null])) }
  const normalized = normalize(schema, rest, [])
  const parsed = (lists.length === 0 ? schema : withoutLists(schema, lists)).safeParse(normalized, PARSE_OPTIONS)
  const issues: z.core.$ZodIssue[] = [...(parsed.error?.issues ?? [])]
  yield
  const read: Record<string, unknown[]> = {}
  let isWhole = true
  for (const { name, item, values } of lists) {
    const list: unknown[] = []
    read[name] = list
    for (const [at, value] of values.entries()) {
      if (issues.length > MAX_FAULTS) {
        isWhole = false
        break
      }
      const tidied = normalize(item, value, [name, at])
      const one = item.safeParse(tidied, PARSE_OPTIONS)
      list.push(one.success ? one.data : tidied)
      if (!one.success) issues.push(...one.error.issues.map(issue => ({ ...issue, path: [name, at, ...issue.path] })))
      yield
    }
  }
  if (issues.length > 0) {
    const whole = typeof normalized === 'object' ? { ...normalized, ...read } : normalized
    const faults = describeIssues(issues, { given, read: whole, isWhole }, schema)
    throw refuse(faults, issues[0]?.path ?? [], describeNestedFields(issues, schema))
  }
  return { ...parsed.data, ...read } as z.output<I>
}

/** Lists up to these sizes are parsed together with the other fields. */
const MAX_SHORT_LIST_ITEMS = 20
const MAX_SHORT_LIST_VALUES = 500

interface LongList {
  readonly name: string
  /** The schema of an item. */
  readonly item: z.ZodType
  readonly values: readonly unknown[]
}

/** Finds the fields with a list that is long, by its items or the values in them, and within the limits of its schema. */
function findLongLists({ shape }: z.ZodObject, given: object): readonly LongList[] {
  return Object.entries(shape).flatMap(([name, field]) => {
    const values = Object.hasOwn(given, name) ? (given as Readonly<Record<string, unknown>>)[name] : undefined
    if (
      !Array.isArray(values) ||
      (values.length <= MAX_SHORT_LIST_ITEMS && countValues(values) <= MAX_SHORT_LIST_VALUES)
    )
      return []
    const list = findArraySchema(field)
    if (list === undefined) return []
    const { min, max, isAll } = getListBounds(list)
    return isAll && values.length >= min && values.length <= max
      ? [{ name, item: list.element as z.ZodType, values }]
      : []
  })
}

/** Counts the values in a list, but stops at one more than a short list may have. */
function countValues(value: object): number {
  let count = 0
  for (const item of Object.values(value)) {
    count += typeof item === 'object' && item !== null ? 1 + countValues(item) : 1
    if (count > MAX_SHORT_LIST_VALUES) break
  }
  return count
}

/** Finds the array schema of a field, even if it is optional; undefined for other fields. */
function findArraySchema(field: z.core.$ZodType): z.ZodArray | undefined {
  if (field instanceof z.ZodArray) return field
  return field instanceof z.ZodOptional || field instanceof z.ZodDefault
    ? findArraySchema(field.def.innerType)
    : undefined
}

/** Returns the schema without its long lists. */
const withoutLists = (schema: z.ZodObject, lists: readonly LongList[]): z.ZodObject =>
  schema.extend(Object.fromEntries(lists.map(({ name }) => [name, z.undefined().optional()])))
