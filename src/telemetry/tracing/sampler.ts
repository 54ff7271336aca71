import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base'
import type { TracingConfig } from '../../config/telemetry-variables.ts'

/** Creates the sampler of `OTEL_TRACES_SAMPLER`. */
export function createSampler({ sampler, ratio }: TracingConfig): Sampler {
  const [, parent, rule] = /^(parentbased_)?(.*)$/.exec(sampler) ?? []
  const root =
    rule === 'always_off'
      ? new AlwaysOffSampler()
      : rule === 'traceidratio'
        ? new TraceIdRatioBasedSampler(ratio)
        : new AlwaysOnSampler()
  return parent === undefined ? root : new ParentBasedSampler({ root })
}
