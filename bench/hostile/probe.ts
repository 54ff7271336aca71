import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Another client, in a process of its own: asks `GET /up` every 10 ms, and creates a token every 100 ms, which it deletes again: a user has 1,000 at most.
 * A message from the parent asks for the longest times since the last message.
 */
const [url = '', token = ''] = process.argv.slice(2)
let up = 0
let write = 0
const pending = new Map<symbol, { readonly kind: 'up' | 'write'; readonly since: number }>()

async function ask(kind: 'up' | 'write'): Promise<void> {
  const id = Symbol(kind)
  const since = performance.now()
  pending.set(id, { kind, since })
  const asked =
    kind === 'up'
      ? fetch(`${url}/up`)
      : fetch(`${url}/api/tokens`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ name: `probe ${since}`, scopes: ['project:read'] }),
        })
  const answered = asked.then(async response => ({ ok: response.ok, text: await response.text() }))
  const { ok, text } = await answered.finally(() => {
    pending.delete(id)
    note(kind, performance.now() - since)
  })
  if (!ok) throw new Error(`the other client was refused: ${text}`)
  if (kind === 'write') await drop((JSON.parse(text) as { readonly id: string }).id)
}

async function drop(id: string): Promise<void> {
  const response = await fetch(`${url}/api/tokens/${id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}` },
  })
  await response.arrayBuffer()
}

function note(kind: 'up' | 'write', took: number): void {
  if (kind === 'up') up = Math.max(up, took)
  else write = Math.max(write, took)
}

async function every(milliseconds: number, kind: 'up' | 'write'): Promise<void> {
  for (;;) {
    // One after the other waits: a late answer is seen whole.
    const started = performance.now()
    await ask(kind).catch((error: unknown) => console.error(String(error)))
    await sleep(Math.max(0, milliseconds - (performance.now() - started)))
  }
}

process.on('message', () => {
  for (const { kind, since } of pending.values()) note(kind, performance.now() - since)
  process.send?.({ up, write })
  up = 0
  write = 0
})
process.on('disconnect', () => process.exit(0))
void every(10, 'up')
void every(100, 'write')
