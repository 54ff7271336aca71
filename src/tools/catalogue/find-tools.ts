import { z } from 'zod'
import { readTool } from '../pipeline/define-tool.ts'
import { jsonByteLength } from '../pipeline/json-byte-length.ts'
import type { Tool } from '../pipeline/tool.ts'
import { DEFAULT_TOOLSETS, TOOLSETS } from '../pipeline/toolsets.ts'
import { terseSchema } from '../schemas/json-schema.ts'
import { rankTools } from './rank-tools.ts'

/** Tools that an answer describes with their arguments, and the bytes of their schemas together. */
const MAX_BEST = 3
const MAX_SCHEMA_BYTES = 12_000

const ToolLine = z.object({
  tool: z.string(),
  does: z.string(),
  scope: z.string().optional(),
  /** Whether the credential lacks the scope. */
  missing: z.literal(true).optional(),
})

/**
 * Defines the tool that names the tools that a client does not list, or describes those for a need. A model knows only the listed ones.
 * @param catalogue returns every tool that `use_tool` can run
 */
export const defineFindTools = (catalogue: () => readonly Tool[]): Tool =>
  readTool({
    name: 'find_tools',
    title: 'Find more tools',
    description:
      'Find tools that are not listed here: reviews, comments, members, organizations, policies, deleting, checks, webhooks. need (such as "invite a member") returns the best with their arguments, or says that none matches. Run them with use_tool.',
    scope: null,
    toolset: 'core',
    rest: [],
    input: z.object({ need: z.string().min(1).max(200).optional() }),
    output: z.object({
      best: z.array(ToolLine.extend({ arguments: z.unknown() })).optional(),
      /** Tools that the client lists and that fit as well: call them directly. */
      listed: z.array(z.string()).optional(),
      /** Without `need`: all by toolset. */
      tools: z.record(z.string(), z.array(ToolLine)).optional(),
      next: z.string(),
    }),
    resource: async () => ({ target: { kind: 'none' } as const }),
    handler: async ({ need }, { principal, toolsets = DEFAULT_TOOLSETS }) => {
      const isListed = ({ toolset }: Tool): boolean => toolsets.includes(toolset)
      const unlisted = catalogue().filter(tool => !isListed(tool))
      if (unlisted.length === 0) return { next: 'All tools are listed. Call them directly.' }
      const describe = ({ name, description, scope }: Tool) => ({
        tool: name,
        does: toFirstSentence(description),
        ...(scope !== null && { scope }),
        ...(scope !== null && !principal.scopes.has(scope) && { missing: true as const }),
      })
      if (need === undefined) {
        const groups = TOOLSETS.map(
          toolset => [toolset, unlisted.filter(tool => tool.toolset === toolset).map(describe)] as const,
        )
        const tools = Object.fromEntries(groups.filter(([, group]) => group.length > 0))
        return { tools, next: 'Call find_tools with need for the arguments of a tool.' }
      }
      const ranked = rankTools(catalogue(), need)
      if (ranked.length === 0) return { next: NO_TOOL }
      const listed = ranked.filter(isListed).slice(0, MAX_BEST)
      const best = takeBest(ranked.filter(tool => !isListed(tool))).map(tool => ({
        ...describe(tool),
        does: tool.description,
        arguments: terseSchema(tool.input, 'input'),
      }))
      return {
        ...(best.length > 0 && { best }),
        ...(listed.length > 0 && { listed: listed.map(({ name }) => name) }),
        next: nextAfterFind(
          best.map(({ tool }) => tool),
          listed.map(({ name }) => name),
          ranked[0],
        ),
      }
    },
  })

const NO_TOOL =
  'No tool matches these words. Name the action and its object in English, such as "remove a member", or call find_tools without need for all names. If none of them fits, tell your user.'

function nextAfterFind(best: readonly string[], listed: readonly string[], first: Tool | undefined): string {
  const [unlistedName] = best
  const ways = [
    ...(listed.length > 0 ? [`Call ${listed[0]} directly.`] : []),
    ...(unlistedName !== undefined ? [`use_tool with tool "${unlistedName}" and its arguments.`] : []),
  ]
  return (first?.name === unlistedName ? ways.toReversed() : ways).join(' ')
}

/** The first tools whose schemas fit together; at least one. */
function takeBest(ranked: readonly Tool[]): readonly Tool[] {
  let bytes = 0
  return ranked.slice(0, MAX_BEST).filter((tool, at) => {
    bytes += jsonByteLength(terseSchema(tool.input, 'input'))
    return at === 0 || bytes <= MAX_SCHEMA_BYTES
  })
}

const toFirstSentence = (text: string): string => /^.*?[.:](?=\s|$)/.exec(text)?.[0].replace(/:$/, '.') ?? text
