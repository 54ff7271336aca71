import type { CallToolResult } from '@modelcontextprotocol/server'

/** The answer in a result, as it was given: undefined for a refusal. */
export function answerOf(result: CallToolResult): unknown {
  if (result.isError === true) return undefined
  return JSON.parse(result.content.map(part => (part.type === 'text' ? part.text : '')).join(''))
}

export const resultOf = (answer: unknown): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(answer) }],
})
