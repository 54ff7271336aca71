import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { listTools } from '../../src/http/mcp/list-tools.ts'
import { INSTRUCTIONS } from '../../src/http/mcp/tool-server.ts'
import type { Tool } from '../../src/tools/pipeline/tool.ts'
import { MCP_TOOLS, TOOLS } from '../../src/tools/registry.ts'

const MAX_LISTED = 25
/** Of the tools. With the rest of the response, at most 20,000 are on the wire. */
const MAX_BYTES = 19_600
const LONGEST_DESCRIPTION = 400
const MAX_WORDS = 150

/** What would make our texts a burden for an agent, or a tool's input mean two things: one sentence for each. */
export function overLimits(): readonly string[] {
  const listed = listTools(['core'])
  const bytes = Buffer.byteLength(JSON.stringify({ tools: listed }))
  const words = INSTRUCTIONS.split(/\s+/).length
  return [
    ...over(listed.length, MAX_LISTED, 'tools are listed by default; put some into another toolset'),
    ...over(bytes, MAX_BYTES, 'bytes is the answer of tools/list; shorten descriptions or schemas'),
    ...over(words, MAX_WORDS, 'words are the instructions; shorten src/http/mcp/instructions.ts'),
    ...[...TOOLS, ...MCP_TOOLS].flatMap(overLimitsOf),
  ]
}

const over = (have: number, most: number, text: string) => (have > most ? [`${have} ${text}: at most ${most}.`] : [])

function overLimitsOf({ name, description, input }: Tool): readonly string[] {
  return [
    ...over(description.length, LONGEST_DESCRIPTION, `characters describe ${name}`),
    ...(isIdempotent(input)
      ? []
      : [`The input of ${name} changes its type when it is parsed: take the .transform out.`]),
  ]
}

/** Whether parsing what was parsed gives the same: but for defaults, an input must have the type of its output. */
function isIdempotent(input: z.ZodObject): boolean {
  try {
    return isDeepStrictEqual(
      shape(z.toJSONSchema(input, { io: 'input' })),
      shape(z.toJSONSchema(input, { io: 'output' })),
    )
  } catch {
    return false
  }
}

/** Without what a default changes: a field that may be left out is present afterwards, and zod closes objects on one side only. */
function shape(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(shape)
  if (typeof schema !== 'object' || schema === null) return schema
  const kept = Object.entries(schema).filter(
    ([name, value]) =>
      !(name === 'required' && Array.isArray(value)) && !(name === 'additionalProperties' && value === false),
  )
  return Object.fromEntries(kept.map(([name, value]) => [name, shape(value)]))
}
