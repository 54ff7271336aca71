import type { pushSource } from '../../../src/tools/files/push/push-source.ts'
import type { searchMemory } from '../../../src/tools/memory/search-memory.ts'
import type { AnswerOf } from '../answer.ts'
import type { Packet } from '../loop.ts'
import { openWorld, type World } from '../world.ts'

type Caller = Awaited<ReturnType<World['user']>>
type More = Readonly<Record<string, unknown>>

type Searched = AnswerOf<typeof searchMemory>

/** Projects of the organization acme: ada administers it, bob is a member, cleo belongs to nothing. */
export interface MemoryScene {
  readonly world: World
  readonly ada: Caller
  readonly bob: Caller
  readonly cleo: Caller
  /** ada in a browser. */
  readonly byHand: Caller
  readonly addProject: (slug: string, more?: More) => Promise<void>
  readonly push: (slug: string, content: More, more?: More & { path?: string }) => Promise<AnswerOf<typeof pushSource>>
  /** Writes translations by key, as a user. */
  readonly translate: (slug: string, texts: Readonly<Record<string, unknown>>, locale?: string) => Promise<unknown>
  readonly search: (slug: string, what: string | More, by?: Caller) => Promise<Searched['found'][number]['matches']>
  readonly close: () => Promise<void>
}

export async function openMemory(options: Parameters<typeof openWorld>[0] = {}): Promise<MemoryScene> {
  const world = await openWorld(options)
  await world.organization('acme', { ada: 'admin', bob: 'member' })
  await world.setAccount('acme', { has_access: true })
  const [ada, bob, cleo, byHand] = [
    await world.user('ada'),
    await world.user('bob'),
    await world.user('cleo'),
    await world.human('ada'),
  ]
  return {
    world,
    ada,
    bob,
    cleo,
    byHand,
    addProject: async (slug, more = {}) => {
      const locales = { source_locale: 'en', target_locales: ['de', 'fr'] }
      await ada.call('create_project', { project: `acme/${slug}`, ...locales, ...more })
    },
    push: (slug, content, { path = 'locales/en.json', ...more } = {}) =>
      ada.call('push_source', {
        project: `acme/${slug}`,
        files: [{ path, content: `${JSON.stringify(content, null, 2)}\n` }],
        ...more,
      }),
    translate: async (slug, texts, locale = 'de') => {
      const project = `acme/${slug}`
      const { items } = await ada.call<Packet>('get_work', { project, locale, keys: Object.keys(texts) })
      return byHand.call('submit_translations', {
        project,
        locale,
        items: items.map(({ key, src }) => ({ key, src, text: texts[key] })),
      })
    },
    search: async (slug, what, by = ada) => {
      const more = typeof what === 'string' ? { text: what } : what
      const query = { project: `acme/${slug}`, locale: 'de', ...more }
      const { found } = await by.call<Searched>('search_memory', query)
      return found.flatMap(({ matches }) => matches)
    },
    close: world.close,
  }
}
