import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { eachSurface } from '../../harness/each-surface.ts'

interface Pulled {
  readonly files: readonly { readonly path: string; readonly content?: string }[]
  /** When the process writes the files itself. */
  readonly written?: readonly string[]
}

describe('existing translations', () => {
  eachSurface('are imported and exported byte for byte on every surface', async ({ call, me, root }) => {
    const project = `${me}/app`
    const german = '{\n\t"b" : "Brot {n}",\n\t"a" : "Apfel"\n}'
    await call('create_project', { project, source_locale: 'en', target_locales: ['de', 'fr'] })
    await call('push_source', { project, files: [{ path: 'l/en.json', content: '{"a":"Apple","b":"Bread {n}"}\n' }] })
    const files = [{ path: 'l/de.json', content: german }]
    expect(await call('push_translations', { project, files })).toMatchObject({ imported: 2, left: { de: 0 } })
    expect(await call('push_translations', { project, files })).toMatchObject({ unchanged: 2 })
    const { files: rows, written } = (await call('pull_translations', { project, locale: 'de' })) as Pulled
    expect(written === undefined ? rows[0]?.content : await readFile(join(root, 'l/de.json'), 'utf8')).toBe(german)
  })
})
