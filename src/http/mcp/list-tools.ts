import type { Tool, Toolset } from '../../tools/pipeline/tool.ts'
import { TOOLS } from '../../tools/registry.ts'
import { type JsonSchema, terseSchema } from '../../tools/schemas/json-schema.ts'

/** A tool as MCP lists it. */
export interface ListedTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: JsonSchema & { readonly type: 'object' }
  readonly outputSchema?: JsonSchema & { readonly type: 'object' }
  readonly annotations: {
    readonly readOnlyHint?: true
    readonly destructiveHint?: false
    readonly idempotentHint?: true
    readonly openWorldHint: false
  }
}

const toolsByToolsets = new Map<string, readonly ListedTool[]>()

/** The tools of some toolsets in the order of the registry; converted once, because the definitions never change while a process runs. */
export function listTools(toolsets: readonly Toolset[]): readonly ListedTool[] {
  const known = toolsByToolsets.get(toolsets.join())
  if (known !== undefined) return known
  const tools = TOOLS.filter(tool => toolsets.includes(tool.toolset)).map(describeTool)
  toolsByToolsets.set(toolsets.join(), tools)
  return tools
}

function describeTool({ name, title, description, input, output, structured, hints }: Tool): ListedTool {
  return {
    name,
    title,
    description,
    inputSchema: toObjectSchema(toListedInput(terseSchema(input, 'input'), hints)),
    ...(structured && { outputSchema: toObjectSchema(terseSchema(output, 'output')) }),
    annotations: {
      // What is not said is what the protocol takes for granted: a tool that writes, destroys and is not idempotent.
      ...(hints.readOnly && { readOnlyHint: true }),
      ...(!hints.readOnly && !hints.destructive && { destructiveHint: false }),
      ...(!hints.readOnly && hints.idempotent && { idempotentHint: true }),
      openWorldHint: false,
    },
  }
}

/** Whoever repeats an idempotent call needs no key for it: there the argument works, and is not listed. */
function toListedInput(schema: JsonSchema, { idempotent }: Tool['hints']): JsonSchema {
  if (!idempotent) return schema
  const { idempotency_key: _, ...properties } = schema.properties ?? {}
  return { ...schema, properties }
}

const toObjectSchema = (schema: JsonSchema) => ({ ...schema, type: 'object' as const })
