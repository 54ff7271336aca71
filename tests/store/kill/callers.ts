import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { callByRest } from '../../harness/rest-call.ts'
import { type CallTool, connectModern } from '../../harness/surfaces.ts'

export const PROJECT = 'ada/app'
const KEYS = 160
const TOGETHER = 4

/** The calls that were sent to a service, and its answers. */
export class Sent {
  /** Token names, with the promise of the latest answer about each. */
  readonly tokens = new Map<string, 'asked' | 'made' | 'asked to revoke' | 'revoked'>()
  /** Keys of one file that were submitted in one call. */
  readonly submissions: { readonly file: string; readonly keys: readonly string[]; isAnswered: boolean }[] = []
  answers = 0
}

interface Work {
  readonly items: readonly { readonly key: string; readonly src: string }[]
}

export const fileOf = (round: number): string => `round-${round}/en.json`
export const textOf = (key: string): string => `Text ${key}`

/** Calls a service concurrently until it stops answering. `onAnswer` gets each answer to a write. */
export async function callUntilGone(
  { url, token, round, sent }: { url: string; token: string; round: number; sent: Sent },
  onAnswer: () => void,
): Promise<void> {
  const rest: CallTool = (tool, args = {}) => callByRest(url, token, tool, args)
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp?toolsets=all`), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  })
  const mcp = await connectModern(transport, '2026-07-28')
  const answered = (): void => {
    sent.answers++
    onAnswer()
  }
  const source = Object.fromEntries(Array.from({ length: KEYS }, (_, at) => [`k${round}-${at}`, `Source ${at}`]))
  await mcp.call('push_source', { project: PROJECT, files: [{ path: fileOf(round), content: JSON.stringify(source) }] })
  const file = fileOf(round)
  const work = (await mcp.call('get_work', {
    project: PROJECT,
    locale: 'de',
    file,
    limit: 200,
    max_bytes: 60_000,
  })) as Work
  if (work.items.length !== KEYS) throw new Error(`${file} has ${work.items.length} texts to translate, not ${KEYS}.`)
  const loops = [
    ...[0, 1, 2].map(at => makeTokens(rest, `${round}-${at}`, { sent, answered })),
    makeTokens(mcp.call, `${round}-mcp`, { sent, answered }),
    ...[mcp.call, rest].map((call, at) =>
      submit(call, { file, items: work.items.filter((_, n) => n % 2 === at) }, { sent, answered }),
    ),
  ]
  const ends = await Promise.allSettled(loops)
  await mcp.close()
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

interface Ledger {
  readonly sent: Sent
  readonly answered: () => void
}

/** Creates tokens, and revokes every third. */
async function makeTokens(call: CallTool, caller: string, { sent, answered }: Ledger): Promise<void> {
  for (let n = 0; ; n++) {
    const name = `${caller}-${n}`
    sent.tokens.set(name, 'asked')
    const made = await unlessGone(call('create_token', { name, scopes: ['project:read'] }))
    if (made === GONE) return
    sent.tokens.set(name, 'made')
    answered()
    if (n % 3 !== 0) continue
    sent.tokens.set(name, 'asked to revoke')
    if ((await unlessGone(call('revoke_token', { id: (made as { id: string }).id }))) === GONE) return
    sent.tokens.set(name, 'revoked')
    answered()
  }
}

async function submit(
  call: CallTool,
  { file, items }: { file: string } & Work,
  { sent, answered }: Ledger,
): Promise<void> {
  for (let at = 0; at < items.length; at += TOGETHER) {
    const some = items.slice(at, at + TOGETHER)
    const submission = { file, keys: some.map(({ key }) => key), isAnswered: false }
    sent.submissions.push(submission)
    const texts = some.map(({ key, src }) => ({ key, src, text: textOf(key) }))
    const answer = await unlessGone(call('submit_translations', { project: PROJECT, locale: 'de', items: texts }))
    if (answer === GONE) return
    if ((answer as { accepted: number }).accepted !== some.length) throw new Error(JSON.stringify(answer))
    submission.isAnswered = true
    answered()
  }
}

const GONE = Symbol('gone')

/** A killed service does not answer; an error is an answer, and a fault of the test. */
async function unlessGone(answer: Promise<unknown>): Promise<unknown> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof Error && error.name !== 'Refused') return GONE
    throw error
  }
}
