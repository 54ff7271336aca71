import { z } from 'zod'
import { measureJson } from '../../text/json-size.ts'

type Schema = z.core.$ZodType

/** How many values the strings of one call may still contain. */
export interface StringBudget {
  left: number
}

/**
 * Reads a string as the only type that its place takes: models write arrays and objects as JSON text, and quote numbers and booleans. A place that takes text
 * keeps the text. Other strings also stay, for the schema to refuse.
 * @param tooMany returns the error for JSON with more values than the budget has left
 */
export function readString(schema: Schema, text: string, budget: StringBudget, tooMany: () => Error): unknown {
  const kinds = listAlternatives(schema)
  if (kinds.some(kind => keepsText(kind, text))) return text
  const trimmed = text.trim()
  if (kinds.some(isNumeric) && NUMBER.test(trimmed)) return Number(trimmed)
  if (kinds.some(isBoolean) && BOOLEAN.test(trimmed)) return trimmed.toLowerCase() === 'true'
  const isContainer = trimmed.startsWith('[') ? isArray : trimmed.startsWith('{') ? isObject : undefined
  if (isContainer === undefined || !kinds.some(isContainer)) return text
  const size = measureJson(Buffer.from(trimmed), budget.left)
  if (size === 'too_many') throw tooMany()
  if (size === 'too_deep') return text
  budget.left -= size
  try {
    return JSON.parse(trimmed) as unknown
  } catch {
    return text
  }
}

/** Whether an optional field takes text, but not this blank one: models fill in every field. Blank numbers and lists are ambiguous, because absent often means no limit. */
export function isBlankOption(field: Schema, value: unknown): boolean {
  if (typeof value !== 'string' || value.trim() !== '' || !isOptional(field)) return false
  return listAlternatives(field).every(isText) && !z.safeParse(field, value).success
}

/** Whether a field is a flag that can only be set, and the value says that it is not. */
export const isUnsetFlag = (field: Schema, value: unknown): boolean =>
  value === false && isOptional(field) && listAlternatives(field).every(isFlag)

/** The schemas of which a value matches one, without their optional, nullable and default parts. */
function listAlternatives(schema: Schema): readonly Schema[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return listAlternatives(schema.def.innerType)
  }
  return schema instanceof z.ZodUnion ? schema.options.flatMap(listAlternatives) : [schema]
}

const isOptional = (schema: Schema): boolean => schema instanceof z.ZodOptional || schema instanceof z.ZodDefault

/** A number as JSON writes it. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d{1,2})?$/
const BOOLEAN = /^(?:true|false)$/i

const isNumeric = (schema: Schema): boolean =>
  schema instanceof z.ZodLiteral ? hasValues(schema, 'number') : schema instanceof z.ZodNumber
const isBoolean = (schema: Schema): boolean => schema instanceof z.ZodBoolean || isFlag(schema)
const isFlag = (schema: Schema): boolean =>
  schema instanceof z.ZodLiteral && [...schema.values].every(one => one === true)
const isArray = (schema: Schema): boolean => schema instanceof z.ZodArray
const isObject = (schema: Schema): boolean => schema instanceof z.ZodObject || schema instanceof z.ZodRecord
const isText = (schema: Schema): boolean =>
  schema instanceof z.ZodString ||
  schema instanceof z.ZodStringFormat ||
  schema instanceof z.ZodEnum ||
  (schema instanceof z.ZodLiteral && hasValues(schema, 'string'))

const hasValues = (schema: z.ZodLiteral, type: 'string' | 'number'): boolean =>
  [...schema.values].every(value => typeof value === type)

/** Whether the text is a value of the schema's type, so that it is not read as another one. */
function keepsText(schema: Schema, text: string): boolean {
  if (schema instanceof z.ZodEnum) return schema.options.includes(text)
  if (schema instanceof z.ZodLiteral) return schema.values.has(text)
  return !isNumeric(schema) && !isBoolean(schema) && !isArray(schema) && !isObject(schema)
}
