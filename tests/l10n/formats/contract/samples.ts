import type { Sample } from './sample.ts'
import { JSON_SAMPLES } from './samples/json.ts'
import { TEXT_SAMPLES } from './samples/text.ts'
import { XML_SAMPLES } from './samples/xml.ts'

/** One sample of each format. */
export const SAMPLES: Readonly<Record<string, Sample>> = { ...JSON_SAMPLES, ...XML_SAMPLES, ...TEXT_SAMPLES }
