import { createServer, type IncomingMessage, type Server, type ServerResponse, request as send } from 'node:http'
import { PassThrough } from 'node:stream'
import { text as read } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import type { Finding } from '../../src/cli/doctor/finding.ts'
import { runDoctor } from '../../src/cli/doctor/run.ts'
import type { Machine } from '../../src/cli/machine.ts'
import { listen } from '../harness/listen.ts'
import { openTestApp, type TestApp } from '../http/test-app.ts'

export interface Report {
  readonly url: string
  readonly ok: boolean
  readonly findings: readonly Finding[]
}

/** Runs the command in this process: its findings, its exit code, and its stdout. */
export async function examine(
  url: string,
  { token, now = () => new Date() }: { token?: string; now?: () => Date } = {},
) {
  const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() }
  const config = { remoteUrl: token === undefined ? undefined : new URL(url).origin, remoteToken: token }
  const code = await runDoctor({ config, now } as unknown as Machine, { url, json: true, all: false }, streams as never)
  streams.stdout.end()
  const report = JSON.parse(await read(streams.stdout)) as Report
  const stateOf = (check: string) => report.findings.find(finding => finding.check === check)
  return { code, ...report, stateOf, wrong: report.findings.filter(({ state }) => state !== 'works') }
}

/** What a proxy does to an answer before it passes it on; undefined = nothing. */
type Break = (request: IncomingMessage, response: ServerResponse) => ((body: string) => string) | 'answered' | undefined

/** A testApp behind a proxy, with the address of the proxy as its base URL, until the test ends. */
export async function behindProxy(spoil: Break, { base = (url: string) => url, ...options }: ProxyOptions = {}) {
  let deps: TestApp | undefined
  const proxy: Server = createServer((request, response) => {
    const change = spoil(request, response)
    if (change === 'answered' || deps === undefined) return
    const headers = { ...request.headers, 'x-forwarded-for': '203.0.113.7' }
    if (options.forwards === false) Reflect.deleteProperty(headers, 'x-forwarded-for')
    const pass = async (answer: IncomingMessage): Promise<void> => {
      const body = await read(answer)
      const kept = Object.entries(answer.headers).filter(
        ([name]) => name !== 'content-length' && !response.hasHeader(name),
      )
      for (const [name, value] of kept) if (value !== undefined) response.setHeader(name, value)
      for (const name of response.getHeaderNames().filter(one => response.getHeader(one) === 'stripped')) {
        response.removeHeader(name)
      }
      response.writeHead(answer.statusCode ?? 500).end(change?.(body) ?? body)
    }
    const inner = send(`${deps.url}${request.url}`, { method: request.method, headers }, answer => void pass(answer))
    request.pipe(inner)
  })
  const { port, close } = await listen(proxy)
  const url = `http://localhost:${port}`
  deps = await openTestApp({ baseUrl: base(url), trustProxy: options.trustProxy ?? 1 })
  onTestFinished(deps.close)
  onTestFinished(close)
  return { url, testApp: deps }
}

interface ProxyOptions {
  readonly base?: (url: string) => string
  readonly trustProxy?: number
  readonly forwards?: boolean
}
