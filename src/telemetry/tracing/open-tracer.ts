import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  defaultTextMapGetter,
  isSpanContextValid,
  type Link,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BasicTracerProvider,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base'
import type { TracingConfig } from '../../config/telemetry-variables.ts'
import { AppError } from '../../errors.ts'
import type { Log } from '../../log.ts'
import { type ActiveSpan, type Meters, NO_SPAN, type SpanStart, type TraceContext, type Tracer } from '../telemetry.ts'
import { SpanQueue } from './span-queue.ts'

interface TracerOptions {
  readonly config: TracingConfig
  readonly version: string
  readonly meters: Meters
  readonly log: Log
}

/** Longest time that the collector has for a batch, with repetitions. */
const EXPORT_TIMEOUT_MS = 5_000
const CLOSE_MS = 1_000

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT } as const

/** Opens the tracer that sends spans to an OpenTelemetry collector. Only loaded when one is configured. */
export function openTracer({ config, version, meters, log }: TracerOptions): Tracer {
  const url = `${config.endpoint.replace(/\/+$/, '')}/v1/traces`
  const exporter = new OTLPTraceExporter({
    url,
    headers: config.headers,
    timeoutMillis: EXPORT_TIMEOUT_MS,
    concurrencyLimit: 1,
  })
  const queue = new SpanQueue({ exporter, meters, log, endpoint: url })
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': config.serviceName, 'service.version': version }),
    sampler: createSampler(config),
    spanProcessors: [queue],
  })
  return new OpenTelemetryTracer(provider, queue)
}

class OpenTelemetryTracer implements Tracer {
  readonly isRecording = true
  readonly #spans: ReturnType<BasicTracerProvider['getTracer']>
  readonly #queue: SpanQueue
  readonly #contexts = new AsyncLocalStorage<Context>()
  readonly #propagator = new W3CTraceContextPropagator()

  constructor(provider: BasicTracerProvider, queue: SpanQueue) {
    this.#spans = provider.getTracer('dragoman')
    this.#queue = queue
  }

  async span<T>(start: SpanStart, work: (span: ActiveSpan) => Promise<T>): Promise<T> {
    const around = this.#contexts.getStore() ?? ROOT_CONTEXT
    const outer = trace.getSpanContext(around)
    if (start.onlyInTrace === true && outer === undefined) return work(NO_SPAN)
    const { context, links } = this.#findParent(around, start.parent)
    const { name, kind, attributes = {} } = start
    const options = { kind: kind === undefined ? SpanKind.INTERNAL : KINDS[kind], attributes, links: [...links] }
    const span = this.#spans.startSpan(name, options, context)
    try {
      return await this.#contexts.run(trace.setSpan(context, span), () => work(toActiveSpan(span)))
    } catch (error) {
      noteError(span, error)
      throw error
    } finally {
      span.end()
    }
  }

  fields() {
    const current = trace.getSpanContext(this.#contexts.getStore() ?? ROOT_CONTEXT)
    return current === undefined ? {} : { trace_id: current.traceId, span_id: current.spanId }
  }

  async close(): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>(resolve => {
      timer = setTimeout(resolve, CLOSE_MS)
    })
    await Promise.race([this.#queue.forceFlush(), late])
    clearTimeout(timer)
    // Without waiting: it ends with the open request, which has its own timeout.
    void this.#queue.shutdown()
  }

  /** The caller's span wins. The surrounding one, which may be in another trace, becomes a link. */
  #findParent(around: Context, given: TraceContext | undefined): { context: Context; links: readonly Link[] } {
    if (given === undefined) return { context: around, links: [] }
    const carrier = { traceparent: given.traceparent, tracestate: given.tracestate }
    const context = this.#propagator.extract(ROOT_CONTEXT, carrier, defaultTextMapGetter)
    const parent = trace.getSpanContext(context)
    if (parent === undefined || !isSpanContextValid(parent)) return { context: around, links: [] }
    const outer = trace.getSpanContext(around)
    return { context, links: outer === undefined || outer.traceId === parent.traceId ? [] : [{ context: outer }] }
  }
}

const toActiveSpan = (span: Span): ActiveSpan => ({
  set: attributes => void span.setAttributes({ ...attributes }),
  fail: code => {
    span.setAttribute('error.type', code)
    span.setStatus({ code: SpanStatusCode.ERROR })
  },
})

/** A refusal is an answer. Only faults of the server fail a span. The message of an unknown error may contain content, so it stays in the log. */
function noteError(span: Span, error: unknown): void {
  const code = error instanceof AppError ? error.code : 'internal_error'
  span.setAttribute('error.type', code)
  if (code === 'internal_error' || code === 'store_unavailable') span.setStatus({ code: SpanStatusCode.ERROR })
}

/** Creates the sampler of `OTEL_TRACES_SAMPLER`. */
function createSampler({ sampler, ratio }: TracingConfig): Sampler {
  const [, parent, rule] = /^(parentbased_)?(.*)$/.exec(sampler) ?? []
  const root =
    rule === 'always_off'
      ? new AlwaysOffSampler()
      : rule === 'traceidratio'
        ? new TraceIdRatioBasedSampler(ratio)
        : new AlwaysOnSampler()
  return parent === undefined ? root : new ParentBasedSampler({ root })
}
