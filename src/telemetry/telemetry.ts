/** The outcome of a request that this server sent: the kind of failure, or `ok`. */
export type Outcome = string

/** Counts and measures what happens. Labels are values of closed lists: names of tools and routes, codes, names of the configuration. */
export interface Meters {
  requestBegan(): void
  /** `status`: the HTTP status, or `aborted` without a response. */
  requestEnded(request: { readonly route: string; readonly status: string; readonly seconds: number }): void
  /** `code`: the error code, or `ok`. */
  toolCalled(call: {
    readonly tool: string
    readonly surface: string
    readonly code: string
    readonly seconds: number
  }): void
  /** `attempts`: how often its function ran, because of conflicts with others. */
  transactionEnded(transaction: {
    readonly outcome: 'committed' | 'refused' | 'failed'
    readonly attempts: number
    readonly seconds: number
  }): void
  engineAnswered(request: { readonly engine: string; readonly outcome: Outcome; readonly seconds: number }): void
  runItemsEnded(outcome: string, count: number): void
  /** One attempt to deliver. */
  webhookSent(attempt: { readonly outcome: Outcome; readonly seconds: number }): void
  /** After the last attempt. */
  webhookFailed(): void
  rateLimited(limit: string): void
  quotaRefused(kind: string): void
  cpuRefused(): void
  /** Spans that were sent to the collector, or dropped because it is slow or fails. */
  spansEnded(outcome: 'exported' | 'dropped', count: number): void
}

export type Attributes = Readonly<Record<string, string | number | boolean>>

/** W3C Trace Context of a caller, not yet checked. */
export interface TraceContext {
  readonly traceparent: string
  readonly tracestate?: string | undefined
}

export interface SpanStart {
  readonly name: string
  readonly kind?: 'server' | 'client'
  readonly attributes?: Attributes
  /** The caller's span. The span of this process, if any, becomes a link. Ignored if it is not valid. */
  readonly parent?: TraceContext | undefined
  /** Records no span outside of a trace. */
  readonly onlyInTrace?: true
}

/** The span of running work. */
export interface ActiveSpan {
  /** Adds attributes to the span. */
  set(attributes: Attributes): void
  /** Marks the span as failed, for faults of the server. */
  fail(code: string): void
}

/** The fields by which a log line names its trace. */
export interface TraceFields {
  readonly trace_id?: string
  readonly span_id?: string
}

/** Records the spans of traces. */
export interface Tracer {
  /** False if nothing is recorded. */
  readonly isRecording: boolean
  /** Runs work in a span. If it throws, the span has failed. */
  span<T>(start: SpanStart, work: (span: ActiveSpan) => Promise<T>): Promise<T>
  /** The current span; empty outside of a trace. */
  fields(): TraceFields
  /** Sends what is left, for at most a second. */
  close(): Promise<void>
}

/** What the server measures, in the text format of Prometheus. */
export interface Exposition {
  readonly contentType: string
  read(): Promise<string>
}

/** How others see what the process does. */
export interface Telemetry {
  readonly meters: Meters
  readonly tracer: Tracer
  /** How long the event loop makes others wait: 99th percentile of the last minute, in milliseconds. */
  readonly loop: { readonly p99: number }
}

const nothing = (): void => undefined

export const NO_SPAN: ActiveSpan = { set: nothing, fail: nothing }

/** Measures nothing. */
const NO_METERS: Meters = {
  requestBegan: nothing,
  requestEnded: nothing,
  toolCalled: nothing,
  transactionEnded: nothing,
  engineAnswered: nothing,
  runItemsEnded: nothing,
  webhookSent: nothing,
  webhookFailed: nothing,
  rateLimited: nothing,
  quotaRefused: nothing,
  cpuRefused: nothing,
  spansEnded: nothing,
}

/** Records no spans. */
export const NO_TRACER: Tracer = {
  isRecording: false,
  span: (_start, work) => work(NO_SPAN),
  fields: () => ({}),
  close: async () => undefined,
}

/** For commands, which end within seconds, and for tests. */
export const NO_TELEMETRY: Telemetry = { meters: NO_METERS, tracer: NO_TRACER, loop: { p99: 0 } }

/** The seconds since `from`, a value of `performance.now()`. */
export const secondsSince = (from: number): number => (performance.now() - from) / 1000
