import { type JsonSchema, terseSchema } from '../../tools/json-schema.ts'
import { TOOLS } from '../../tools/registry.ts'
import type { Tool, Toolset } from '../../tools/tool.ts'

/** A tool as MCP lists it. */
export interface ListedTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: JsonSchema & { readonly type: 'object' }
  readonly outputSchema?: JsonSchema & { readonly type: 'object' }
  readonly annotations: {
    readonly readOnlyHint: boolean
    /** This and the next say something of tools that write. */
    readonly destructiveHint?: boolean
    readonly idempotentHint?: boolean
    readonly openWorldHint: false
  }
}

const listed = new Map<string, readonly ListedTool[]>()

/** The tools of some toolsets in the order of the registry; converted once, because the definitions never change while a process runs. */
export function listTools(toolsets: readonly Toolset[]): readonly ListedTool[] {
  const known = listed.get(toolsets.join())
  if (known !== undefined) return known
  const tools = TOOLS.filter(tool => toolsets.includes(tool.toolset)).map(describeTool)
  listed.set(toolsets.join(), tools)
  return tools
}

function describeTool({ name, title, description, input, output, structured, hints }: Tool): ListedTool {
  return {
    name,
    title,
    description,
    inputSchema: objectSchema(terseSchema(input, 'input')),
    ...(structured && { outputSchema: objectSchema(terseSchema(output, 'output')) }),
    annotations: {
      readOnlyHint: hints.readOnly,
      ...(!hints.readOnly && { destructiveHint: hints.destructive, idempotentHint: hints.idempotent }),
      openWorldHint: false,
    },
  }
}

const objectSchema = (schema: JsonSchema) => ({ ...schema, type: 'object' as const })
