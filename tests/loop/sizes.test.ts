import { expect, it } from 'vitest'
import { describeWith } from '../require.ts'
import { openWorld } from '../tools/world.ts'
import { MASTODON, published, readSource } from './projects.ts'

interface Packet {
  readonly items: readonly { readonly id: string; readonly key: string; readonly src: string }[]
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))
const say = (what: string, bytes: number, most: number) => process.stderr.write(`${what}: ${bytes} bytes of ${most}\n`)

describeWith('corpus', 'what an agent has to read of a real project', () => {
  it('is at most 9.3 kB for 50 units, and 400 bytes for the answer to their 50 texts', async () => {
    const world = await openWorld()
    try {
      const ada = await world.user('ada')
      const project = 'ada/app'
      const [path = ''] = MASTODON.sources
      await ada.call('create_project', { project, source_locale: 'en', target_locales: ['pl'] })
      await ada.call('push_source', { project, files: [{ path, content: readSource(MASTODON, path) }] })
      const packet = await ada.call<Packet>('get_work', { project, locale: 'pl', limit: 50 })
      expect(packet.items).toHaveLength(50)
      say('packet of 50', bytesOf(packet), 9_300)
      expect(bytesOf(packet)).toBeLessThanOrEqual(9_300)
      const texts = published(MASTODON, 'pl').get(path)
      const items = packet.items.map(({ id, key, src }) => ({ id, src, text: texts?.get(key) ?? 'Tekst' }))
      const answer = await ada.call<{ accepted: number }>('submit_translations', { project, locale: 'pl', items })
      expect(answer.accepted).toBe(50)
      say('answer to 50 texts', bytesOf(answer), 400)
      expect(bytesOf(answer)).toBeLessThanOrEqual(400)
    } finally {
      await world.close()
    }
  })
})
