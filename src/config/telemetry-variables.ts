import { z } from 'zod'

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

const RATIO_FIX = 'Give a number from 0 to 1, such as 0.1.'

/** The environment variables of metrics and traces. Those of OpenTelemetry have its names and meanings (OpenTelemetry specification, SDK configuration). */
export const TELEMETRY_VARIABLES = {
  DRAGOMAN_METRICS_TOKEN: z
    .string()
    .regex(
      /^[\w.~+/-]{20,512}$/,
      'Give 20 or more random letters and digits, such as the output of: openssl rand -hex 32',
    )
    .optional()
    .describe('Bearer token for `GET /metrics` ([monitoring.md](monitoring.md)), of 20 characters or more.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .refine(isCollectorUrl, 'Give the http or https URL of a collector, such as http://localhost:4318.')
    .optional()
    .describe(
      'OpenTelemetry collector that receives traces, by OTLP over HTTP with JSON: `http://localhost:4318`. Default: no traces.',
    ),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .refine(
      text => parseHeaders(text) !== undefined,
      'Give name=value pairs, separated by commas, with values as in URLs.',
    )
    .optional()
    .describe('Headers for the collector, such as `authorization=Bearer%20secret`.'),
  OTEL_SERVICE_NAME: z.string().min(1).max(100).default('dragoman').describe('Name of the service in traces.'),
  OTEL_TRACES_SAMPLER: z
    .enum(SAMPLERS, `Give ${SAMPLERS.join(', ')}.`)
    .default('parentbased_always_on')
    .describe(
      'Which traces are recorded: `parentbased_traceidratio` follows the caller, and takes a share of the others.',
    ),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number(RATIO_FIX)
    .min(0, RATIO_FIX)
    .max(1, RATIO_FIX)
    .default(1)
    .describe('The share for `traceidratio`, from 0 to 1.'),
}

const Variables = z.object(TELEMETRY_VARIABLES)

/** Where traces go. */
export interface TracingConfig {
  /** Base URL, to which `/v1/traces` is added. */
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
  readonly serviceName: string
  readonly sampler: (typeof SAMPLERS)[number]
  /** For samplers by ratio: from 0 to 1. */
  readonly ratio: number
}

/** Where traces go; undefined if nowhere. */
export function readTracing(value: z.output<typeof Variables>): TracingConfig | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = value
  if (endpoint === undefined) return undefined
  return {
    endpoint,
    headers: parseHeaders(value.OTEL_EXPORTER_OTLP_HEADERS ?? '') ?? {},
    serviceName: value.OTEL_SERVICE_NAME,
    sampler: value.OTEL_TRACES_SAMPLER,
    ratio: value.OTEL_TRACES_SAMPLER_ARG,
  }
}

/** Parses `name=value` pairs with percent-encoded values (OpenTelemetry Protocol Exporter, "Specifying headers"); undefined if they are not valid. */
function parseHeaders(text: string): Record<string, string> | undefined {
  const headers: Record<string, string> = {}
  for (const pair of text.split(',').filter(part => part.trim() !== '')) {
    const [, name, value = ''] = /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(.*?)\s*$/.exec(pair) ?? []
    if (name === undefined) return undefined
    try {
      headers[name] = decodeURIComponent(value)
    } catch {
      return undefined
    }
  }
  return headers
}

function isCollectorUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, search, hash } = new URL(text)
  return /^https?:$/.test(protocol) && !search && !hash
}
