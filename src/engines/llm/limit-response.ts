/** Maximum bytes of an answer. */
const MAX_BYTES = 4 * 1024 * 1024

/** A fetch that ends answers that are too long, and follows no redirects: they could send strings and the key elsewhere. */
export const limitedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'manual' })
  if (response.body === null) return response
  let bytes = 0
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      bytes += chunk.byteLength
      if (bytes > MAX_BYTES) controller.error(new RangeError('The answer is larger than 4 MiB.'))
      else controller.enqueue(chunk)
    },
  })
  const { status, statusText, headers } = response
  return new Response(response.body.pipeThrough(limit), { status, statusText, headers })
}
