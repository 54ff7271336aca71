import type { CallToolResult } from '@modelcontextprotocol/server'
import { AppError } from '../../errors.ts'

/** The answer in a result, as it was given: undefined for a refusal. @throws AppError `unavailable` for what is no JSON. */
export function parseToolResult(result: CallToolResult): unknown {
  if (result.isError === true) return undefined
  try {
    return JSON.parse(getResultText(result))
  } catch (cause) {
    throw new AppError('unavailable', 'The answer of the server is not JSON.', {
      fix: 'Check that DRAGOMAN_URL is the address of a Dragoman server of this version.',
      cause,
    })
  }
}

export const getResultText = ({ content }: CallToolResult): string =>
  content.map(part => (part.type === 'text' ? part.text : '')).join('')

export const toToolResult = (answer: unknown): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(answer) }],
})
