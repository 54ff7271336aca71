import { createServer, type ServerResponse } from 'node:http'
import { listen } from '../harness/listen.ts'

interface KeyValue {
  readonly key: string
  readonly value: { readonly stringValue?: string; readonly intValue?: number | string; readonly boolValue?: boolean }
}

/** A span as OTLP sends it in JSON (opentelemetry-proto, trace/v1). */
interface WireSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly attributes: readonly KeyValue[]
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[]
  readonly status: { readonly code?: number }
}

interface WireRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly KeyValue[] }
    readonly scopeSpans: readonly { readonly spans: readonly WireSpan[] }[]
  }[]
}

export interface CollectedSpan extends Omit<WireSpan, 'attributes'> {
  readonly service: unknown
  readonly attributes: Readonly<Record<string, unknown>>
}

export interface Collector {
  readonly url: string
  readonly spans: readonly CollectedSpan[]
  /** The headers of the last request. */
  readonly headers: NodeJS.Dict<string | string[]>
  /** Waits for a span. */
  find(is: (span: CollectedSpan) => boolean): Promise<CollectedSpan>
  close(): Promise<void>
}

type Answer = (response: ServerResponse) => void

const accept: Answer = response => void response.writeHead(200, { 'content-type': 'application/json' }).end('{}')

/** An OpenTelemetry collector on this machine, for OTLP over HTTP with JSON. */
export async function openCollector(answer: Answer = accept): Promise<Collector> {
  const spans: CollectedSpan[] = []
  const waiting = new Set<() => void>()
  let headers: NodeJS.Dict<string | string[]> = {}
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      headers = request.headers
      if (request.url === '/v1/traces') spans.push(...readSpans(Buffer.concat(chunks).toString()))
      answer(response)
      for (const wake of waiting) wake()
    })
  })
  const { url, close } = await listen(server)
  return {
    url,
    spans,
    get headers() {
      return headers
    },
    find: async is => {
      for (;;) {
        const found = spans.find(is)
        if (found !== undefined) return found
        await new Promise<void>(resolve => {
          const wake = (): void => {
            waiting.delete(wake)
            resolve()
          }
          waiting.add(wake)
        })
      }
    },
    close,
  }
}

function readSpans(body: string): readonly CollectedSpan[] {
  const { resourceSpans } = JSON.parse(body) as WireRequest
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(scope =>
      scope.spans.map(span => ({
        ...span,
        service: toObject(resource.attributes)['service.name'],
        attributes: toObject(span.attributes),
      })),
    ),
  )
}

const toObject = (attributes: readonly KeyValue[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.boolValue ?? Number(value.intValue)]),
  )
