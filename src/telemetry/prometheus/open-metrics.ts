import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Exposition, Meters } from '../telemetry.ts'
import { createReadings, type Sources } from './readings.ts'

/** In seconds: from an answer out of memory to a request that waits for an engine. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const OUTBOUND_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120]

/** Creates the metrics that events change. */
export function createMeters(registry: Registry): Meters {
  const registers = [registry]
  const counter = <L extends string>(name: string, help: string, labelNames: readonly L[] = []) =>
    new Counter({ name, help, labelNames: [...labelNames], registers })
  const histogram = <L extends string>(name: string, help: string, labelNames: readonly L[], buckets = BUCKETS) =>
    new Histogram({ name, help, labelNames: [...labelNames], buckets, registers })

  const inProgress = new Gauge({
    name: 'dragoman_http_requests_in_progress',
    help: 'HTTP requests that are being served, with open streams.',
    registers,
  })
  const requests = histogram('dragoman_http_request_duration_seconds', 'Time to serve an HTTP request.', [
    'route',
    'status',
  ])
  const calls = counter('dragoman_tool_calls_total', 'Calls of tools. `code` is the error code, or `ok`.', [
    'tool',
    'surface',
    'code',
  ])
  const callTimes = histogram('dragoman_tool_call_duration_seconds', 'Time of a call. `outcome` is `ok` or `error`.', [
    'tool',
    'outcome',
  ])
  const transactions = histogram(
    'dragoman_store_transaction_duration_seconds',
    'Time of a transaction, with waits. `refused` = its function rejected it, `failed` = the store did.',
    ['outcome'],
  )
  const retries = counter('dragoman_store_transaction_retries_total', 'Repeated attempts after a conflict of writes.')
  const engineTimes = histogram(
    'dragoman_engine_request_duration_seconds',
    'Time of a request to a translation engine. `outcome` is the kind of failure, or `ok`.',
    ['engine', 'outcome'],
    OUTBOUND_BUCKETS,
  )
  const runItems = counter('dragoman_run_translations_total', 'Translations that runs ended, by outcome.', ['outcome'])
  const webhookTimes = histogram(
    'dragoman_webhook_attempt_duration_seconds',
    'Time of an attempt to deliver to a webhook. `outcome` is `ok`, `status` (not 2xx) or `fault` (no response).',
    ['outcome'],
    OUTBOUND_BUCKETS,
  )
  const webhooksFailed = counter('dragoman_webhook_deliveries_failed_total', 'Deliveries whose last attempt failed.')
  const rateLimited = counter('dragoman_rate_limit_refusals_total', 'Requests above a rate limit.', ['limit'])
  const quotaRefused = counter('dragoman_quota_refusals_total', 'Calls above a limit of an account or of memory.', [
    'kind',
  ])
  const cpuRefused = counter('dragoman_cpu_budget_refusals_total', 'Calls that were out of CPU time.')
  const spans = counter('dragoman_trace_spans_total', 'Spans of traces, by whether the collector got them.', [
    'outcome',
  ])

  return {
    requestBegan: () => inProgress.inc(),
    requestEnded: ({ route, status, seconds }) => {
      inProgress.dec()
      requests.observe({ route, status }, seconds)
    },
    toolCalled: ({ tool, surface, code, seconds }) => {
      calls.inc({ tool, surface, code })
      callTimes.observe({ tool, outcome: code === 'ok' ? 'ok' : 'error' }, seconds)
    },
    transactionEnded: ({ outcome, attempts, seconds }) => {
      transactions.observe({ outcome }, seconds)
      if (attempts > 1) retries.inc(attempts - 1)
    },
    engineAnswered: ({ engine, outcome, seconds }) => engineTimes.observe({ engine, outcome }, seconds),
    runItemsEnded: (outcome, count) => runItems.inc({ outcome }, count),
    webhookSent: ({ outcome, seconds }) => webhookTimes.observe({ outcome }, seconds),
    webhookFailed: () => webhooksFailed.inc(),
    rateLimited: limit => rateLimited.inc({ limit }),
    quotaRefused: kind => quotaRefused.inc({ kind }),
    cpuRefused: () => cpuRefused.inc(),
    spansEnded: (outcome, count) => spans.inc({ outcome }, count),
  }
}

/** The metrics of this process. */
export interface Metrics extends Exposition {
  readonly meters: Meters
  /** Adds what is read from the store and the process. */
  addSources(sources: Sources): void
}

/** Creates the metrics of this process, with those that Prometheus knows of every Node.js process. */
export function openMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return {
    meters: createMeters(registry),
    addSources: sources => createReadings(registry, sources),
    contentType: registry.contentType,
    read: () => registry.metrics(),
  }
}
