import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Exposition, Meters } from '../telemetry.ts'
import { createMeters } from './meters.ts'
import { createReadings, type Sources } from './readings.ts'

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
