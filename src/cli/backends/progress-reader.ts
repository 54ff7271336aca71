import { z } from 'zod'
import { tryParseJson } from '../../text/try-parse-json.ts'
import type { Progress } from '../../tools/pipeline/call.ts'

const Notification = z.object({
  method: z.literal('notifications/progress'),
  params: z.object({ progress: z.number(), total: z.number().optional(), message: z.string().optional() }),
})

/** Longer lines are the answer. */
const MAX_LINE_CHARACTERS = 10_000

/** Returns a function that receives the parts of an event stream as they arrive, and reports the notifications of progress in it. */
export function createProgressReader(progress: Progress): (part: Uint8Array) => void {
  const decoder = new TextDecoder()
  let rest = ''
  return part => {
    const lines = (rest + decoder.decode(part, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    // The beginning of the answer, which is read as a whole.
    if (rest.length > MAX_LINE_CHARACTERS) rest = ''
    for (const line of lines) {
      const found = Notification.safeParse(line.startsWith('data:') ? tryParseJson(line.slice(5)) : undefined)
      if (!found.success) continue
      const { progress: done, total, message } = found.data.params
      progress({ progress: done, ...(total !== undefined && { total }), ...(message !== undefined && { message }) })
    }
  }
}
