import { Refused } from './refused.ts'

interface ToolResult {
  readonly isError?: boolean | undefined
  readonly content?: unknown
  readonly structuredContent?: unknown
  readonly _meta?: Readonly<Record<string, unknown>> | undefined
}

/** The answer in a tool's result, as a client reads it that forwards nothing but text. @throws Refused. */
export function answerOf(result: ToolResult): unknown {
  const text = (result.content as readonly { text: string }[]).map(part => part.text).join('')
  if (result.isError !== true) return JSON.parse(text)
  const body = result._meta?.['dragoman/error'] as { code: string; message: string; fix?: string } | undefined
  if (body === undefined) throw new Error(`an error without its body: ${text}`)
  if (!text.includes(body.message)) throw new Error(`the text ${text} does not say ${body.message}`)
  throw new Refused(body.code, body.message, body.fix)
}

/** A protocol error of a call: an unknown tool, in both eras. */
export function protocolRefusal(error: unknown): unknown {
  if (error instanceof Error && 'code' in error && error.code === -32602) {
    return new Refused('unknown_tool', error.message, undefined)
  }
  return error
}
