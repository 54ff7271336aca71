import { normalizeUsage } from './reported-usage.ts'

/** Maximum bytes of an answer. */
const MAX_BYTES = 4 * 1024 * 1024

/**
 * A fetch for the SDK. It ends answers that are too long, normalizes the usage that they report, and follows no redirects: they could send strings and the key
 * elsewhere.
 */
export const limitedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'manual' })
  if (response.body === null) return response
  const chunks: Uint8Array[] = []
  let bytes = 0
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      bytes += chunk.byteLength
      if (bytes > MAX_BYTES) controller.error(new RangeError('The answer is larger than 4 MiB.'))
      else chunks.push(chunk)
    },
    flush: controller => {
      const body = Buffer.concat(chunks)
      controller.enqueue(response.ok ? Buffer.from(normalizeUsage(body.toString('utf8'))) : body)
    },
  })
  const { status, statusText, headers } = response
  return new Response(response.body.pipeThrough(limit), { status, statusText, headers })
}
