import type { AnswerShape } from './answer-shape.ts'

/** A JSON schema in the subset that OpenAI and Anthropic accept for structured output. */
export interface JsonSchema {
  readonly type?: 'object' | 'array' | 'string'
  readonly description?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: string[]
  readonly additionalProperties?: false
  readonly items?: JsonSchema
  readonly anyOf?: JsonSchema[]
}

/** The schema of the answer. Ids are not listed, so that requests with the same shapes share one schema, which providers cache. */
export function toAnswerSchema(shapes: readonly AnswerShape[], hasReason: boolean): JsonSchema {
  const variants = new Map<string, JsonSchema>()
  for (const { fields } of shapes) {
    const content: Readonly<Record<string, JsonSchema>> =
      fields === undefined
        ? { text: { type: 'string' } }
        : { forms: toObject(Object.fromEntries(Object.entries(fields).map(([name, use]) => [name, describe(use)]))) }
    const reason: Readonly<Record<string, JsonSchema>> = hasReason ? { reason: { type: 'string' } } : {}
    const variant = toObject({ id: { type: 'string' }, ...content, ...reason })
    variants.set(JSON.stringify(variant), variant)
  }
  const [first, ...others] = variants.values()
  const items: JsonSchema = first !== undefined && others.length === 0 ? first : { anyOf: [...variants.values()] }
  return toObject({ items: { type: 'array', items } })
}

const describe = (use: string): JsonSchema => ({ type: 'string', description: `For ${use}.` })

const toObject = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})
