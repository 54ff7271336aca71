import { z } from 'zod'
import { AppError } from '../../errors.ts'
import type { Call } from '../pipeline/call.ts'
import { parseInput } from '../pipeline/parse.ts'
import type { Tool } from '../pipeline/tool.ts'
import { DEFAULT_TOOLSETS } from '../pipeline/toolsets.ts'

const NAME = 'use_tool'

const Input = z.object({
  tool: z.string().min(1).max(80).describe('Name from find_tools'),
  arguments: z.record(z.string(), z.unknown()).default({}),
})

/**
 * Defines the tool that runs a tool that the client does not list: with that tool's own scope, policy, limits, audit event and errors. It refuses listed
 * tools, so that an approval of a tool by its name keeps its meaning.
 * @param find throws AppError `unknown_tool`
 * @param listedAlways names of tools that every client lists
 */
export const defineUseTool = (find: (name: string) => Tool, listedAlways: readonly string[]): Tool => ({
  name: NAME,
  title: 'Use another tool',
  description: 'Run a tool from find_tools with its own permissions. Call listed tools directly.',
  scope: null,
  hints: { readOnly: false, destructive: true, idempotent: false },
  grows: false,
  toolset: 'core',
  rest: [],
  input: Input,
  output: z.unknown(),
  structured: false,
  invoke: async (raw, call) => {
    const { tool: name, arguments: args } = parseInput(Input.strict(), raw, NAME, { readsStrings: true })
    if ([...listedAlways, NAME].includes(name)) throw listedError(name)
    const tool = find(name)
    if (isListed(tool, call)) throw listedError(name)
    return tool.invoke(args, call)
  },
})

const isListed = ({ toolset }: Tool, { toolsets = DEFAULT_TOOLSETS }: Call): boolean => toolsets.includes(toolset)

const listedError = (name: string): AppError =>
  new AppError('invalid_input', `"${name}" is a listed tool, and use_tool runs only others.`, {
    fix: `Call ${name} directly.`,
  })

/** The tool that a call of `use_tool` names, and that tool's arguments; undefined for other calls. */
export function findInnerCall(
  name: string,
  args: unknown,
): { readonly name: string; readonly args: unknown } | undefined {
  if (name !== NAME) return undefined
  const { tool, arguments: inner } = (args ?? {}) as { readonly tool?: unknown; readonly arguments?: unknown }
  return typeof tool === 'string' ? { name: tool, args: inner } : undefined
}
