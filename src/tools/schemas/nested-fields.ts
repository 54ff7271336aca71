import { z } from 'zod'

type Schema = z.core.$ZodType
type Issue = z.core.$ZodIssue

/** The names of the fields at a place of an input; empty if the place has no fixed fields. */
export function listFieldsAt(schema: Schema, path: readonly PropertyKey[]): readonly string[] {
  const [step, ...rest] = path
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return listFieldsAt(schema.def.innerType, path)
  }
  if (schema instanceof z.ZodUnion) {
    return schema.options.map(option => listFieldsAt(option, path)).find(names => names.length > 0) ?? []
  }
  if (schema instanceof z.ZodArray && typeof step === 'number') return listFieldsAt(schema.element, rest)
  if (schema instanceof z.ZodRecord && step !== undefined) return listFieldsAt(schema.valueType, rest)
  if (!(schema instanceof z.ZodObject)) return []
  const shape: Readonly<Record<string, Schema>> = schema.shape
  if (step === undefined) return Object.keys(shape)
  const field = typeof step === 'string' && Object.hasOwn(shape, step) ? shape[step] : undefined
  return field === undefined ? [] : listFieldsAt(field, rest)
}

/** Places whose fields one fix lists. */
const MAX_PLACES = 3

/** Lists the fields of each nested place with an unknown field, as ends of a fix: `items.0 takes id, key, text`. Equal lists are given once. */
export function describeNestedFields(issues: readonly Issue[], schema: Schema): readonly string[] {
  const places = new Map<string, string>()
  for (const { code, path } of issues) {
    if (code !== 'unrecognized_keys' || path.length === 0 || places.size === MAX_PLACES) continue
    const fields = listFieldsAt(schema, path).join(', ')
    if (fields !== '' && !places.has(fields)) places.set(fields, path.map(String).join('.'))
  }
  return [...places].map(([fields, place]) => `${place} takes ${fields}`)
}
