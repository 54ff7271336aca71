import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectModern } from '../harness/surfaces.ts'
import { type Dragoman, startDragoman } from '../harness.ts'
import { available, corpusFolder } from '../require.ts'
import { verifies } from '../requirements.ts'

interface Packet {
  items: { id: string; key: string; src: string }[]
  left: number
  next_cursor?: string
}
interface Submitted {
  accepted: number
  repaired?: number
  refused?: { key: string; code: string; why: string; fix: string }[]
  left: Record<string, number>
}

const FOLDER = 'mastodon-formatjs-json/app/javascript/mastodon/locales'
const corpus = available('corpus')

/** A project's published source and translations, pushed and answered by a real MCP client. */
describe.skipIf(corpus === undefined)('the loop on the files of a real project', () => {
  const read = (name: string): string => readFileSync(join(corpusFolder, FOLDER, name), 'utf8')
  const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
  let service: Dragoman
  let agent: Awaited<ReturnType<typeof connectModern>>

  beforeAll(async () => {
    service = await startDragoman()
    const headers = { authorization: `Bearer ${await service.token('everyday', 'ada')}` }
    const transport = new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { requestInit: { headers } })
    agent = await connectModern(transport, '2026-07-28')
  })
  afterAll(async () => {
    await agent.close()
    await service.stop()
  })

  it('takes the source, hands out the work, refuses the true defects, and gives a file with what went in', async () => {
    verifies('1.agent-status', '1.agent-translates', '2.4.content-entry', '2.4.translation')
    const project = 'ada/mastodon'
    await agent.call('create_project', { project, source_locale: 'en', target_locales: ['pl'] })
    const files = [{ path: 'locales/en.json', sha256: hashOf(read('en.json')) }]
    const { uploads } = (await agent.call('push_source', { project, files })) as { uploads: { put: string }[] }
    await fetch(uploads[0]?.put ?? '', { method: 'PUT', body: read('en.json') })
    expect(await agent.call('push_source', { project, files })).toMatchObject({ added: 1393 })
    expect(await agent.call('push_source', { project, files })).toMatchObject({ unchanged: 1393 })

    const published = JSON.parse(read('pl.json')) as Record<string, string>
    const accepted = new Map<string, string>()
    const refused = new Map<string, string>()
    let lacking = 0
    let repaired = 0
    let cursor: string | undefined
    do {
      const packet = (await agent.call('get_work', {
        project,
        locale: 'pl',
        limit: 50,
        ...(cursor !== undefined && { cursor }),
      })) as Packet
      const items = packet.items.flatMap(({ id, key, src }) => {
        const text = published[key]
        return text === undefined ? [] : [{ id, src, text }]
      })
      lacking += packet.items.length - items.length
      if (items.length > 0) {
        const answer = (await agent.call('submit_translations', { project, locale: 'pl', items })) as Submitted
        repaired += answer.repaired ?? 0
        for (const { key, code, why } of answer.refused ?? []) refused.set(key, `${code}: ${why}`)
        expect(answer.accepted + (answer.refused?.length ?? 0)).toBe(items.length)
      }
      for (const { key } of packet.items)
        if (published[key] !== undefined && !refused.has(key)) accepted.set(key, published[key])
      cursor = packet.next_cursor
    } while (cursor !== undefined)

    expect(lacking).toBe(70)
    expect(refused.get('notifications.group')).toMatch(/^invalid: .*other/)
    expect([...refused.values()].filter(why => !why.startsWith('invalid:'))).toEqual([])
    expect(accepted.size + refused.size + lacking).toBe(1393)
    expect(refused.size).toBeLessThan(20)

    const status = (await agent.call('get_status', { project })) as { locales: object[] }
    expect(status.locales).toEqual([
      expect.objectContaining({
        locale: 'pl',
        translated: accepted.size,
        untranslated: 70 + refused.size,
        left: 70 + refused.size,
      }),
    ])
    const pulled = (await agent.call('pull_translations', { project, locale: 'pl' })) as {
      files: { path: string; sha256: string }[]
      downloads: { get: string }[]
    }
    expect(pulled.files).toMatchObject([{ path: 'locales/pl.json', exported: accepted.size }])
    const content = await (await fetch(pulled.downloads[0]?.get ?? '')).text()
    expect(hashOf(content)).toBe(pulled.files[0]?.sha256)
    const texts = JSON.parse(content) as Record<string, string>
    expect(Object.keys(texts)).toEqual(
      Object.keys(JSON.parse(read('en.json')) as object).filter(key => accepted.has(key)),
    )
    const altered = Object.keys(texts).filter(key => texts[key] !== accepted.get(key))
    expect(altered).toHaveLength(repaired)
    for (const key of altered) expect(texts[key]).toBe(accepted.get(key)?.trim())
    process.stderr.write(
      `pl: ${accepted.size} accepted, ${refused.size} refused (${[...refused.keys()].join(', ')}), ${lacking} lacking, ${repaired} repaired\n`,
    )
  }, 120_000)
})
