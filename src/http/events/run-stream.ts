import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError } from '../../errors.ts'
import type { Call } from '../../tools/pipeline/call.ts'
import type { OpenLimit } from '../../tools/pipeline/open-limit.ts'
import { RunView } from '../../tools/runs/view.ts'
import { type RunEvent, readRunEvents } from '../../tools/runs/watch/run-events.ts'
import { waitForDrain } from '../../web/requests/send-stream.ts'
import { endWithClient } from '../connections/client-leaves.ts'
import type { Exchange } from '../exchange.ts'

/** Names of a run in the path of its stream. */
export interface RunName {
  /** `acme/app`. */
  readonly project: string
  readonly run: string
}

interface StreamDeps {
  readonly call: Call
  readonly streamLimit: OpenLimit
}

/** Time after which a client connects again, in milliseconds. */
const RETRY_MS = 2_000

/**
 * Sends the events of a run as `text/event-stream` (HTML 9.2): what the client does not have yet by `Last-Event-ID`, then live. A client that has
 * everything of an ended run gets 204, which ends its attempts.
 * @throws AppError before the first byte, as `get_runs`; `rate_limited` for too many streams.
 */
export async function sendRunStream(exchange: Exchange, name: RunName, deps: StreamDeps): Promise<void> {
  const { request, response, query, log } = exchange
  const after = readLastEventId(request, query.get('last_event_id'))
  const release = deps.streamLimit.take(deps.call.principal)
  const leaving = new AbortController()
  response.once('close', () => leaving.abort())
  endWithClient(response)
  try {
    const events = readRunEvents({ ...name, after, signal: leaving.signal }, deps.call)
    // The first event is read before the headers, so that a refusal is an ordinary error.
    const first = await events.next()
    if (first.done === true) {
      response.writeHead(503, { 'retry-after': '2' }).end()
      return
    }
    if (hasEverything(first.value, after)) {
      response.writeHead(204).end()
      return
    }
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // Proxies such as nginx would hold events back.
      'x-accel-buffering': 'no',
    })
    await write(response, `retry: ${RETRY_MS}\n\n`)
    if (first.value !== undefined) await write(response, format(first.value))
    for await (const event of events) await write(response, event === undefined ? ': still here\n\n' : format(event))
    response.end()
  } catch (error) {
    if (!response.headersSent) throw error
    if (!(error instanceof AppError)) log.error({ err: error }, 'run stream failed')
    response.destroy()
  } finally {
    release()
  }
}

/** Whether a client has the last event of a run that has ended. */
function hasEverything(first: RunEvent | undefined, after: number): boolean {
  const run = first?.name === 'run' ? RunView.parse(first.data) : undefined
  return run?.ended_at !== undefined && after >= run.event
}

/** @throws AppError `invalid_input` */
function readLastEventId({ headers }: IncomingMessage, asked: string | null): number {
  const text = headers['last-event-id'] ?? asked ?? '0'
  if (typeof text === 'string' && /^\d{1,9}$/.test(text)) return Number(text)
  throw new AppError(
    'invalid_input',
    `Last-Event-ID is ${JSON.stringify(String(text).slice(0, 40))}, not the ID of an event.`,
    {
      fix: 'Send the last id of this stream, or leave it out.',
    },
  )
}

const format = ({ name, id, data }: RunEvent): string =>
  `event: ${name}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`

/** Waits for a slow reader. */
async function write(response: ServerResponse, text: string): Promise<void> {
  if (!response.destroyed && !response.write(text)) await waitForDrain(response)
}
