import { z } from 'zod'
import { AppError, type Fix } from '../../errors.ts'
import { MAX_FAULTS } from '../../l10n/faults.ts'
import type { Pacer } from '../../scheduling/pacer.ts'
import { describeIssues, describeOversize } from '../schemas/describe-issues.ts'
import { inputErrorMap } from '../schemas/error-map.ts'
import { getListBounds, normalizeInput, type Oversize } from '../schemas/normalize-input.ts'

/**
 * Parses a tool's arguments, or those of something else with a `fix` of its own, with its strict schema: a known field that is `null` is absent, unknown fields are refused with the nearest name, and the first 20 faults come in one
 * answer. A tool without fields ignores what it is given.
 * @throws AppError `invalid_input`
 */
export function parseInput<I extends z.ZodObject>(schema: I, raw: unknown, tool: string, fix?: Fix): z.output<I> {
  const steps = parseSteps(schema, raw, tool, fix)
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

/** As `parseInput`, for input of any size: other work runs in between. @throws AppError `invalid_input` */
export const parseInputAsync = <I extends z.ZodObject>(
  schema: I,
  raw: unknown,
  tool: string,
  pace: Pacer,
): Promise<z.output<I>> => pace.run(parseSteps(schema, raw, tool))

const PARSE_OPTIONS = { error: inputErrorMap }

/** A long list is parsed item by item, and no further than it takes to say what is wrong with it. */
function* parseSteps<I extends z.ZodObject>(
  schema: I,
  raw: unknown,
  tool: string,
  fix?: Fix,
): Generator<void, z.output<I>> {
  const names = Object.keys(schema.shape)
  const given = names.length === 0 ? {} : (raw ?? {})
  const refuse = (faults: readonly string[], at: readonly PropertyKey[]): AppError =>
    new AppError('invalid_input', faults.join(' '), {
      fix: fix ?? `Correct the argument${faults.length === 1 ? '' : 's'} of ${tool}: it takes ${names.join(', ')}.`,
      field: names.find(name => name === at[0]),
    })
  const tidy = (part: z.ZodType, value: unknown, path: readonly PropertyKey[]): unknown =>
    normalizeInput(part, value, path, (oversize: Oversize) => refuse([describeOversize(oversize)], oversize.path))
  const lists = findLongLists(schema, given)
  const rest = lists.length === 0 ? given : { ...given, ...Object.fromEntries(lists.map(({ name }) => [name, null])) }
  const parsed = (lists.length === 0 ? schema : withoutLists(schema, lists)).safeParse(
    tidy(schema, rest, []),
    PARSE_OPTIONS,
  )
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
      const one = item.safeParse(tidy(item, value, [name, at]), PARSE_OPTIONS)
      if (one.success) list.push(one.data)
      else issues.push(...one.error.issues.map(issue => ({ ...issue, path: [name, at, ...issue.path] })))
      yield
    }
  }
  if (issues.length > 0) throw refuse(describeIssues(issues, { given, isWhole }, schema), issues[0]?.path ?? [])
  return { ...parsed.data, ...read } as z.output<I>
}

/** Items of a list, and the values that they hold, up to which it is parsed in one piece with the rest. */
const MAX_SHORT_LIST_ITEMS = 20
const MAX_SHORT_LIST_VALUES = 500

interface LongList {
  readonly name: string
  /** The schema of its items. */
  readonly item: z.ZodType
  readonly values: readonly unknown[]
}

/** The fields that hold a list of many items, or of few that hold much, and not too many or too few. */
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

/** The values in a list; no more of them are counted than are few. */
function countValues(value: object): number {
  let count = 0
  for (const item of Object.values(value)) {
    count += typeof item === 'object' && item !== null ? 1 + countValues(item) : 1
    if (count > MAX_SHORT_LIST_VALUES) break
  }
  return count
}

/** The schema of a field that is a list, or may be left out. */
function findArraySchema(field: z.core.$ZodType): z.ZodArray | undefined {
  if (field instanceof z.ZodArray) return field
  return field instanceof z.ZodOptional || field instanceof z.ZodDefault
    ? findArraySchema(field.def.innerType)
    : undefined
}

/** The schema without what its long lists ask for. */
const withoutLists = (schema: z.ZodObject, lists: readonly LongList[]): z.ZodObject =>
  schema.extend(Object.fromEntries(lists.map(({ name }) => [name, z.undefined().optional()])))
