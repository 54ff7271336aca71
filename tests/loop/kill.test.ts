import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { temporaryFolder } from '../harness/folder.ts'
import { callByRest } from '../harness/rest-call.ts'
import { isNightly, runs } from '../runs.ts'
import { chances } from '../store/kill/chance.ts'
import { newToken, type Serving, serveIn } from '../store/kill/serving.ts'

interface Packet {
  readonly items: readonly { readonly id: string; readonly src: string; readonly text: string }[]
  readonly left: number
}
interface Answer {
  readonly accepted: number
  readonly batch: string
}

const project = 'ada/app'
const ENTRIES = isNightly ? 600 : 160
const KILLS = isNightly ? runs(2) : 1
const PACKET = 20

let dataDir: string
let service: Serving | undefined

beforeEach(async () => {
  dataDir = await temporaryFolder()
})
afterEach(() => service?.kill('SIGKILL'))

const translated = (text: string): string => `${text} auf Deutsch`

it('an agent finishes a project completely and without duplicates, although the server is killed repeatedly', async () => {
  const chance = chances(Number(process.env['DRAGOMAN_SEED'] ?? 7))
  const acknowledged = new Map<string, Answer>()
  let running = await serveIn(dataDir)
  service = running
  const token = await newToken(dataDir)
  const call = (tool: string, args: Readonly<Record<string, unknown>>) => callByRest(running.url, token, tool, args)
  await call('create_project', { project, source_locale: 'en', target_locales: ['de'] })
  const texts = Object.fromEntries(Array.from({ length: ENTRIES }, (_, at) => [`key${at}`, `Text number ${at}`]))
  await call('push_source', { project, files: [{ path: 'en.json', content: JSON.stringify(texts, null, 2) }] })

  let [kills, submissions, repeated] = [0, 0, 0]
  for (;;) {
    const { items, left } = (await call('get_work', { project, locale: 'de', limit: PACKET })) as Packet
    if (left === 0) break
    const idempotency_key = `packet ${submissions++}`
    const answers = items.map(({ id, src, text }) => ({ id, src, text: translated(text) }))
    const submission = { project, locale: 'de', items: answers, idempotency_key }
    const sent = call('submit_translations', submission).then(
      answer => answer as Answer,
      () => undefined,
    )
    if (kills < KILLS && chance() < 0.3) {
      kills += 1
      // Before, while or after the submission is written.
      await sleep(chance() * 12)
      await running.kill('SIGKILL')
      running = await serveIn(dataDir)
      service = running
    }
    const answer = await sent
    if (answer !== undefined) acknowledged.set(idempotency_key, answer)
    else repeated += 1
    // A client without a certain answer repeats the call with the same key.
    const again = (await call('submit_translations', submission)) as Answer
    if (answer !== undefined) expect(again).toEqual(answer)
    expect(again.accepted).toBe(items.length)
    acknowledged.set(idempotency_key, again)
  }

  expect(kills).toBeGreaterThan(0)
  const { files } = (await call('pull_translations', { project, locale: 'de' })) as {
    files: readonly { content?: string; exported: number }[]
  }
  expect(files[0]?.exported).toBe(ENTRIES)
  const { locales } = (await call('get_status', { project })) as { locales: readonly object[] }
  expect(locales).toEqual([expect.objectContaining({ translated: ENTRIES, left: 0, words_left: 0 })])
  const seen = new Map<string, number>()
  for (const { batch } of acknowledged.values()) {
    let cursor: string | undefined
    do {
      const page = (await call('list_changes', { project, batch, ...(cursor !== undefined && { cursor }) })) as {
        revisions: readonly { id: string; rev: number }[]
        next_cursor?: string
      }
      for (const { id, rev } of page.revisions) {
        seen.set(id, (seen.get(id) ?? 0) + 1)
        expect(rev, id).toBe(1)
      }
      cursor = page.next_cursor
    } while (cursor !== undefined)
  }
  expect(seen.size).toBe(ENTRIES)
  expect([...seen.values()].filter(times => times !== 1)).toEqual([])
  process.stderr.write(`${kills} kills, ${submissions} submissions, ${repeated} without an answer\n`)
  await running.kill('SIGTERM')
})
