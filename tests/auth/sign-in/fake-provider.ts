import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen } from '../../harness/listen.ts'
import { type Misbehaviour, misbehave } from './provider-faults.ts'

/** One request as a provider saw it. */
export interface SeenRequest {
  readonly method: string
  readonly url: URL
  readonly headers: IncomingMessage['headers']
  readonly form: URLSearchParams
}

/** A server on a free port of this machine that stands in for a provider. */
export interface StandIn {
  readonly url: string
  readonly seen: SeenRequest[]
  /** Paths that misbehave, for a test to fill. */
  readonly broken: Map<string, Misbehaviour>
  readonly close: () => Promise<void>
}

export type Answer = (request: SeenRequest, response: ServerResponse) => void

/** `raw` paths are left to `passOn`, with their body unread. */
export async function openStandIn(
  answer: (url: string) => Answer,
  passOn?: (request: IncomingMessage, response: ServerResponse) => boolean,
): Promise<StandIn> {
  const seen: SeenRequest[] = []
  const broken = new Map<string, Misbehaviour>()
  const server = createServer((request, response) => void receive(request, response))
  const { url, close } = await listen(server)
  const give = answer(url)

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = new URL(request.url ?? '/', url)
    const base = { method: request.method ?? '', url: target, headers: request.headers }
    const how = broken.get(target.pathname)
    if (how === undefined && passOn?.(request, response) === true) {
      seen.push({ ...base, form: new URLSearchParams() })
      return
    }
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const one = { ...base, form: new URLSearchParams(body) }
    seen.push(one)
    if (how === undefined) give(one, response)
    else misbehave(response, how, `${url}/elsewhere`)
  }

  return {
    url,
    seen,
    broken,
    close,
  }
}
