import { ExportResultCode } from '@opentelemetry/core'
import type { ReadableSpan, SpanExporter, SpanProcessor } from '@opentelemetry/sdk-trace-base'
import type { Log } from '../../log.ts'
import type { Meters } from '../telemetry.ts'

/** The most spans that wait. More are dropped: a slow collector never slows the service, nor fills its memory. */
const MAX_WAITING = 2_048
const MAX_BATCH = 512
const DELAY_MS = 1_000
const WARN_AFTER_MS = 60_000

interface QueueOptions {
  readonly exporter: SpanExporter
  readonly meters: Meters
  readonly log: Log
  /** Where the spans go, for the warning. */
  readonly endpoint: string
}

/** Sends ended spans to the collector in batches, one request at a time. The processor of the SDK does not tell how many it drops. */
export class SpanQueue implements SpanProcessor {
  readonly #options: QueueOptions
  #waiting: ReadableSpan[] = []
  #timer: NodeJS.Timeout | undefined
  #sending: Promise<void> | undefined
  #dropped = 0
  #warnedAt = Number.NEGATIVE_INFINITY

  constructor(options: QueueOptions) {
    this.#options = options
  }

  onStart(): void {
    // Only ended spans are sent.
  }

  onEnd(span: ReadableSpan): void {
    if (this.#waiting.length >= MAX_WAITING) return this.#drop(1, 'the collector is slower than the spans')
    this.#waiting.push(span)
    if (this.#waiting.length >= MAX_BATCH) this.#begin()
    else this.#timer ??= setTimeout(() => this.#begin(), DELAY_MS).unref()
  }

  /** Sends everything that waits. */
  async forceFlush(): Promise<void> {
    while (this.#waiting.length > 0 || this.#sending !== undefined) {
      this.#begin()
      await this.#sending
    }
  }

  async shutdown(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#options.exporter.shutdown()
  }

  #begin(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#sending !== undefined || this.#waiting.length === 0) return
    const batch = this.#waiting.splice(0, MAX_BATCH)
    this.#sending = this.#send(batch).finally(() => {
      this.#sending = undefined
      if (this.#waiting.length > 0) this.#timer ??= setTimeout(() => this.#begin(), DELAY_MS).unref()
    })
  }

  #send(batch: ReadableSpan[]): Promise<void> {
    const { exporter, meters } = this.#options
    return new Promise(resolve => {
      exporter.export(batch, ({ code, error }) => {
        if (code === ExportResultCode.SUCCESS) meters.spansEnded('exported', batch.length)
        else this.#drop(batch.length, error?.message ?? 'the collector refused them')
        resolve()
      })
    })
  }

  /** Warns at most once a minute. */
  #drop(count: number, reason: string): void {
    const { meters, log, endpoint } = this.#options
    meters.spansEnded('dropped', count)
    this.#dropped += count
    if (performance.now() - this.#warnedAt < WARN_AFTER_MS) return
    this.#warnedAt = performance.now()
    const facts = { endpoint, reason: reason.slice(0, 200), dropped: this.#dropped }
    log.warn(
      facts,
      'spans of traces were dropped. Check OTEL_EXPORTER_OTLP_ENDPOINT: it is OTLP over HTTP, usually port 4318.',
    )
  }
}
