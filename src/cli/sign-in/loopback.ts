import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A listener on this machine for the answer of one sign-in (RFC 8252 7.3). */
export interface Loopback {
  /** `http://127.0.0.1:<port>/callback` */
  readonly redirectUri: string
  /** Resolves with the address that the browser was sent to, if its `state` is the expected one. */
  next(state: string): Promise<Answer>
  close(): Promise<void>
}

interface Answer {
  readonly url: URL
  /** Shows the result in the browser. */
  respond(text: string, isSuccess: boolean): void
}

const PATH = '/callback'

/** Listens on a free port of 127.0.0.1. */
export async function openLoopback(): Promise<Loopback> {
  let waiting: { readonly state: string; readonly resolve: (answer: Answer) => void } | undefined
  const server = createServer((request, response) => {
    // Joined as text: `//` alone is no valid relative URL, and an error here would end the process.
    const url = new URL(`${origin}${request.url ?? '/'}`)
    // A page of the web can send requests to this port, but cannot know the state.
    const isExpected = url.pathname === PATH && url.searchParams.get('state') === waiting?.state
    if (request.method !== 'GET' || waiting === undefined || !isExpected) {
      sendPage(response, 404, 'This sign-in is not expected. Start it again in the terminal.')
      return
    }
    const { resolve } = waiting
    waiting = undefined
    resolve({ url, respond: (text, isSuccess) => sendPage(response, isSuccess ? 200 : 400, text) })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    redirectUri: `${origin}${PATH}`,
    next: state =>
      new Promise(resolve => {
        waiting = { state, resolve }
      }),
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeIdleConnections()
        // A browser keeps its connection open.
        setTimeout(() => server.closeAllConnections(), CLOSE_MS).unref()
      }),
  }
}

const CLOSE_MS = 500

function sendPage(response: ServerResponse, status: number, text: string): void {
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Dragoman</title><style>body{font:16px/1.5 system-ui;margin:15vh auto;max-width:32em;padding:0 1em;color-scheme:light dark}</style><h1>Dragoman</h1><p>${escapeHtml(text)}</p></html>`
  response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      connection: 'close',
    })
    .end(page)
}

const escapeHtml = (text: string): string => text.replace(/[<>&"]/g, character => `&#${character.charCodeAt(0)};`)
