import { Counter, Histogram, Registry } from 'prom-client'
import { createMeters } from '../../src/telemetry/prometheus/open-metrics.ts'
import { createReadings, type Sources } from '../../src/telemetry/prometheus/readings.ts'
import { markdownTable } from './markdown.ts'

/** The table of docs/monitoring.md. Nothing is read for it, so there is nothing to read from. */
export function metricsTable(): string {
  const registry = new Registry()
  createMeters(registry)
  createReadings(registry, {} as Sources)
  const rows = registry.getMetricsAsArray().map(metric => {
    const type = metric instanceof Histogram ? 'histogram' : metric instanceof Counter ? 'counter' : 'gauge'
    const { labelNames: labels } = metric as unknown as { readonly labelNames: readonly string[] }
    return [`\`${metric.name}\``, type, labels.map(label => `\`${label}\``).join(' '), metric.help]
  })
  return markdownTable(
    ['Metric', 'Type', 'Labels', 'Meaning'],
    rows.toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1)),
  )
}
