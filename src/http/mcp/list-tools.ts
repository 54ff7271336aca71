import type { Tool } from '../../tools/pipeline/tool.ts'
import type { Toolset } from '../../tools/pipeline/toolsets.ts'
import { MCP_TOOLS, TOOLS } from '../../tools/registry.ts'
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

/** The tools of the given toolsets in registry order. Cached, because definitions never change while a process runs. */
export function listTools(toolsets: readonly Toolset[]): readonly ListedTool[] {
  const known = toolsByToolsets.get(toolsets.join())
  if (known !== undefined) return known
  const listed = TOOLS.filter(tool => toolsets.includes(tool.toolset))
  // Where every tool is listed, none has to be found.
  const tools = [...listed, ...(listed.length < TOOLS.length ? MCP_TOOLS : [])].map(describeTool)
  toolsByToolsets.set(toolsets.join(), tools)
  return tools
}

function describeTool({ name, title, description, unlisted = [], input, output, structured, hints }: Tool): ListedTool {
  return {
    name,
    title,
    description,
    inputSchema: toObjectSchema(
      toListedInput(terseSchema(input, 'input'), hints.idempotent ? ['idempotency_key', ...unlisted] : unlisted),
    ),
    ...(structured && { outputSchema: toObjectSchema(terseSchema(output, 'output')) }),
    annotations: {
      // Omitted hints have the protocol's defaults: not read-only, destructive, not idempotent.
      ...(hints.readOnly && { readOnlyHint: true }),
      ...(!hints.readOnly && !hints.destructive && { destructiveHint: false }),
      ...(!hints.readOnly && hints.idempotent && { idempotentHint: true }),
      openWorldHint: false,
    },
  }
}

/** Omits arguments that work, but that callers don't need, such as the idempotency key of idempotent tools. */
const toListedInput = (schema: JsonSchema, omitted: readonly string[]): JsonSchema => ({
  ...schema,
  properties: Object.fromEntries(Object.entries(schema.properties ?? {}).filter(([name]) => !omitted.includes(name))),
})

const toObjectSchema = (schema: JsonSchema) => ({ ...schema, type: 'object' as const })
