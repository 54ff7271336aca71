import { setTimeout as sleep } from 'node:timers/promises'
import { place } from '../harness/rest-call.ts'
import { openEvents } from '../http/events/event-reader.ts'
import { modernRequest } from '../http/rpc.ts'

interface StormOptions {
  /** The addresses of the processes. */
  readonly urls: readonly string[]
  readonly token: string
  /** Of a session of the same user. */
  readonly cookie: string
  /** A project with the locales `de` and `en-XA`. */
  readonly project: string
  /** The source hashes of `k0` to `k19` in `en.json`. */
  readonly hashes: ReadonlyMap<string, string>
}

type Args = Readonly<Record<string, unknown>>
type Surface = 'REST' | 'MCP'

const PAGES = ['', '/files', '/strings?locale=de', '/changes', '/review', '/glossary', '/voice', '/runs', '/settings']
const PATHS = ['/', '/account', '/account/tokens', '/account/apps', '/account/audit', '/ready', '/metrics']
const READERS = 12
const STREAMS = 2
/** A caller that was refused waits for a moment, so that the others have the machine. */
const PAUSE_MS = 20

/** Callers of several processes, who go on whatever they are answered. */
export class Storm {
  /** Names of tokens whose creation was answered with success. */
  readonly acknowledged = new Set<string>()
  /** Requests by their answer: a status, with the code of a refusal; or the error of a request without an answer. */
  readonly answers = new Map<string, number>()
  /** Streams of events that were opened. */
  streams = 0
  readonly #options: StormOptions
  readonly #ending = new AbortController()
  readonly #callers: Promise<void>[] = []

  constructor(options: StormOptions) {
    this.#options = options
    for (const url of options.urls) this.#callProcess(url)
  }

  async stop(): Promise<void> {
    this.#ending.abort()
    await Promise.all(this.#callers)
  }

  #callProcess(url: string): void {
    const { project, cookie, hashes } = this.#options
    const headers = { cookie, accept: 'text/html' }
    const paths = [...PATHS, ...PAGES.map(page => `/p/${project}${page}`)]
    const reads: readonly (readonly [string, Args])[] = [
      ['get_context', {}],
      ['list_projects', {}],
      ['list_tokens', {}],
      ['get_status', { project }],
      ['get_entries', { project }],
      ['get_work', { project, locale: 'de' }],
      ['check_text', { project, locale: 'de', source: 'Source 1', text: 'Quelle 1' }],
      ['list_changes', { project }],
      ['pull_translations', { project, locale: 'de' }],
    ]
    const lookers = [
      ...paths.map(path => () => this.#send(url + path, { headers })),
      ...reads.flatMap(([tool, args]) => (['REST', 'MCP'] as const).map(by => () => this.#call(by, url, tool, args))),
    ]
    let next = 0
    for (let n = 0; n < READERS; n++) this.#repeat(() => lookers[next++ % lookers.length]?.())
    for (const by of ['REST', 'MCP'] as const) {
      for (const caller of [0, 1, 2]) {
        this.#repeat(async n => {
          const name = `${url} ${by} ${caller} ${n}`
          const answer = await this.#call(by, url, 'create_token', { name, scopes: ['project:read'] })
          if (/^20\d$/.test(answer)) this.acknowledged.add(name)
        })
      }
    }
    const files = (n: number, of: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: of }, (_, at) => [`k${at}`, `Source ${at} ${n}`])))
    this.#repeat(n =>
      this.#call('MCP', url, 'push_source', {
        project,
        files: [{ path: `more-${new URL(url).port}.json`, content: files(n, 200) }],
      }),
    )
    this.#repeat(n => {
      const items = [{ key: `k${n % 20}`, file: 'en.json', src: hashes.get(`k${n % 20}`), text: `Text ${n}` }]
      return this.#call('REST', url, 'submit_translations', { project, locale: 'de', items })
    })
    this.#repeat(async () => {
      await this.#call('REST', url, 'start_run', { project, locales: ['en-XA'], engines: ['pseudo'] })
      await sleep(5 * PAUSE_MS)
    })
    for (let n = 0; n < STREAMS; n++) this.#repeat(() => this.#listen(url))
  }

  #repeat(call: (n: number) => Promise<unknown> | undefined): void {
    const loop = async (): Promise<void> => {
      for (let n = 0; !this.#ending.signal.aborted; n++) await call(n)
    }
    this.#callers.push(loop())
  }

  /** Reads a stream until it ends. */
  async #listen(url: string): Promise<void> {
    const { token, project } = this.#options
    const notifications = { resourceSubscriptions: [`dragoman://${project}/status`] }
    const { method, headers, body } = modernRequest('subscriptions/listen', { notifications }, token)
    const { signal } = this.#ending
    try {
      const { response, next, close } = await openEvents(`${url}/mcp`, headers, { method, body })
      this.#count(`stream: ${response.status}`)
      if (response.status === 200) this.streams++
      const end = (): void => void close()
      signal.addEventListener('abort', end)
      // A refusal has no events.
      while (!signal.aborted && (await next().catch(() => undefined)) !== undefined);
      signal.removeEventListener('abort', end)
      await close()
    } catch (error) {
      this.#count(`stream: ${describe(error)}`)
    }
    await sleep(PAUSE_MS)
  }

  #call(by: Surface, url: string, tool: string, args: Args): Promise<string> {
    const { token } = this.#options
    if (by === 'MCP') {
      const { headers, ...request } = modernRequest('tools/call', { name: tool, arguments: args }, token)
      return this.#send(`${url}/mcp?toolsets=all`, { ...request, headers })
    }
    const { method, path, rest } = place(tool, args)
    const isRead = method === 'GET'
    const query = isRead
      ? `?${new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)]))}`
      : ''
    return this.#send(`${url}${path}${query}`, {
      method,
      headers: { authorization: `Bearer ${token}`, accept: 'application/json', 'content-type': 'application/json' },
      ...(!isRead && { body: JSON.stringify(rest) }),
    })
  }

  async #send(url: string, request: RequestInit): Promise<string> {
    let answer: string
    try {
      const response = await fetch(url, { ...request, redirect: 'manual' })
      const text = await response.text()
      const isRefused = !response.ok || /"isError":true|^\{"jsonrpc":"2.0","id":\d+,"error"/.test(text)
      const code = isRefused ? / ?"code":"([a-z_]+)"/.exec(text)?.[1] : undefined
      answer = [response.status, code].join(' ').trim()
    } catch (error) {
      answer = describe(error)
    }
    this.#count(answer)
    if (!/^20\d$/.test(answer)) await sleep(PAUSE_MS)
    return answer
  }

  #count(answer: string): void {
    this.answers.set(answer, (this.answers.get(answer) ?? 0) + 1)
  }
}

const describe = (error: unknown): string => String(error instanceof Error ? (error.cause ?? error) : error)
