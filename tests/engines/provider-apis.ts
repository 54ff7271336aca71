/** The APIs of providers that the fake one speaks. */
export const APIS = ['chat', 'responses', 'messages'] as const
export type Api = (typeof APIS)[number]

/** An answer, whatever API carries it. */
export interface Content {
  readonly text: string
  readonly isCut?: boolean
  readonly isRefused?: boolean
  /** Whether the tokens are counted; default: true. */
  readonly usage?: boolean
}

const PATHS: Readonly<Record<string, Api>> = {
  '/v1/chat/completions': 'chat',
  '/v1/responses': 'responses',
  '/v1/messages': 'messages',
}

export const findApi = (url: string): Api | undefined => PATHS[url.split('?', 1)[0] ?? '']

/** The text of the user's message. */
export function findUserText(body: Readonly<Record<string, unknown>>): string {
  const messages = (body['messages'] ?? body['input']) as readonly { role: string; content: unknown }[]
  const content = messages.findLast(({ role }) => role === 'user')?.content
  if (typeof content === 'string') return content
  return (content as readonly { text?: string }[]).map(({ text = '' }) => text).join('')
}

/** The text of the system's message. */
export function findSystemText(body: Readonly<Record<string, unknown>>): string {
  const { system } = body
  if (typeof system === 'string') return system
  if (Array.isArray(system)) return (system as readonly { text: string }[]).map(({ text }) => text).join('')
  const messages = (body['messages'] ?? body['input']) as readonly { role: string; content: unknown }[]
  const content = messages.find(({ role }) => role === 'system' || role === 'developer')?.content
  return typeof content === 'string'
    ? content
    : (content as readonly { text: string }[]).map(({ text }) => text).join('')
}

export function answerAs(api: Api, { text, isCut = false, isRefused = false, usage = true }: Content): object {
  switch (api) {
    case 'chat':
      return {
        id: 'chatcmpl-1',
        object: 'chat.completion',
        created: 1_700_000_000,
        model: 'fake-1',
        choices: [
          {
            index: 0,
            message: { role: 'assistant', content: text },
            finish_reason: isRefused ? 'content_filter' : isCut ? 'length' : 'stop',
          },
        ],
        ...(usage && { usage: { prompt_tokens: 200, completion_tokens: 50, total_tokens: 250 } }),
      }
    case 'responses':
      return {
        id: 'resp_1',
        object: 'response',
        created_at: 1_700_000_000,
        model: 'fake-1',
        status: isCut || isRefused ? 'incomplete' : 'completed',
        incomplete_details: isRefused ? { reason: 'content_filter' } : isCut ? { reason: 'max_output_tokens' } : null,
        output: [
          {
            type: 'message',
            id: 'msg_1',
            role: 'assistant',
            status: 'completed',
            content: [{ type: 'output_text', text, annotations: [] }],
          },
        ],
        usage: usage ? { input_tokens: 200, output_tokens: 50, total_tokens: 250 } : null,
      }
    case 'messages':
      return {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'fake-1',
        content: isRefused ? [] : [{ type: 'text', text }],
        stop_reason: isRefused ? 'refusal' : isCut ? 'max_tokens' : 'end_turn',
        stop_sequence: null,
        usage: { input_tokens: 200, output_tokens: 50 },
      }
  }
}

export const errorAs = (api: Api, status: number): object =>
  api === 'messages'
    ? { type: 'error', error: { type: 'api_error', message: `failed with secret-key and ${status}` } }
    : { error: { message: `failed with secret-key and ${status}`, type: 'api_error', code: null } }
