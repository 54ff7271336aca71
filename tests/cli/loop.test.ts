import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { eachSurface } from '../harness/each-surface.ts'

interface Packet {
  readonly items: readonly { readonly id: string; readonly key: string; readonly src: string }[]
}

interface Pulled {
  readonly files: readonly { readonly path: string; readonly content?: string }[]
  /** When the process writes the files itself. */
  readonly written?: readonly string[]
}

const SOURCE = '{\n  "menu": {\n    "open": "Open {file}",\n    "12": "Twelve"\n  },\n  "quit": "Quit"\n}\n'
const TEXTS: Readonly<Record<string, string>> = { 'menu.open': '{datei} öffnen', 'menu.12': 'Zwölf', quit: 'Beenden' }

describe('translating a file', () => {
  eachSurface('the loop runs on every surface', async ({ call, me, root }) => {
    const project = `${me}/app`
    await call('create_project', { project, source_locale: 'en', target_locales: ['de'] })
    const files = [{ path: 'locales/en.json', content: SOURCE }]
    expect(await call('push_source', { project, files })).toMatchObject({ added: 3 })
    const { items } = (await call('get_work', { project, locale: 'de' })) as Packet
    expect(items.map(({ key }) => key)).toEqual(['menu.open', 'menu.12', 'quit'])
    const sent = items.map(({ id, key, src }) => ({ id, src, text: TEXTS[key] ?? '' }))
    expect(await call('submit_translations', { project, locale: 'de', items: sent })).toMatchObject({
      accepted: 2,
      refused: [
        {
          key: 'menu.open',
          code: 'invalid',
          fix: expect.any(String),
          findings: expect.arrayContaining([expect.objectContaining({ message: expect.stringContaining('{file}') })]),
        },
      ],
      left: { de: 1 },
    })
    expect(await call('get_status', { project })).toMatchObject({ locales: [{ locale: 'de', translated: 2, left: 1 }] })
    const { files: rows, written } = (await call('pull_translations', { project, locale: 'de' })) as Pulled
    expect(rows).toMatchObject([{ path: 'locales/de.json', missing: 1 }])
    const content = written === undefined ? rows[0]?.content : await readFile(join(root, 'locales/de.json'), 'utf8')
    expect(content).toBe('{\n  "menu": {\n    "12": "Zwölf"\n  },\n  "quit": "Beenden"\n}\n')
  })
})
