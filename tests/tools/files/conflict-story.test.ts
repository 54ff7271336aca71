import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { eachSurface } from '../../harness/each-surface.ts'
import { have } from './have.ts'

const EN = '{"a": "Apple", "b": "Bread"}'
const SAME = '{"a": "Apfel", "b": "Brot"}'
/** As a person edited it in the repository. */
const EDITED = '{"a": "Apfel (Person)", "b": "Brot (Person)"}'
const PATH = 'l/de.json'

interface Conflict {
  readonly id: string
  readonly key: string
  readonly ours: string
  readonly theirs: string
  readonly suggestion: string
}

interface Imported {
  readonly conflicts?: { readonly count: number; readonly first: readonly Conflict[] }
  readonly next: string
}

interface Pulled {
  readonly files: readonly { readonly content?: string; readonly conflicts?: number }[]
  readonly conflicts?: { readonly count: number; readonly first: readonly Conflict[] }
  /** When the process writes the files itself. */
  readonly written?: readonly string[]
  readonly next: string
}

describe('a file that a person edits while an agent edits the project', () => {
  eachSurface('keeps the edits until somebody decides, both ways', async ({ call, me, root }) => {
    const project = `${me}/app`
    const locale = 'de'
    const push = async (content: string) =>
      (await call('push_translations', { project, files: [{ path: PATH, content }] })) as Imported
    const pull = async (more: object = {}) => (await call('pull_translations', { project, locale, ...more })) as Pulled
    const fileOf = async ({ files, written }: Pulled) =>
      JSON.parse(written === undefined ? (files[0]?.content ?? '') : await readFile(join(root, PATH), 'utf8')) as object
    const review = (item: object) => call('review_translations', { project, locale, items: [item] })

    await call('create_project', { project, source_locale: 'en', target_locales: [locale] })
    await call('push_source', { project, files: [{ path: 'l/en.json', content: EN }] })
    const { items } = (await call('get_work', { project, locale })) as { items: readonly { id: string; src: string }[] }
    const translate = (texts: readonly string[], rev?: number) =>
      call('submit_translations', {
        project,
        locale,
        items: items.map(({ id, src }, at) => ({ id, src, text: texts[at], ...(rev !== undefined && { rev }) })),
      })
    expect(await translate(['Apfel', 'Brot'])).toMatchObject({ accepted: 2 })
    expect(await push(SAME)).toMatchObject({ unchanged: 2 })
    expect(await translate(['Agent', 'Agent'], 1)).toMatchObject({ accepted: 2 })

    const { conflicts, next } = await push(EDITED)
    expect(conflicts).toMatchObject({
      count: 2,
      first: [
        { key: 'a', ours: 'Agent', theirs: 'Apfel (Person)' },
        { key: 'b', ours: 'Agent', theirs: 'Brot (Person)' },
      ],
    })
    expect(next).toMatch(
      /^Decide 2 conflicts first; until then, a pull keeps the text of the file if its hash is in have\. /,
    )
    expect(next).not.toContain('Get the files')

    expect(await fileOf(await pull())).toEqual({ a: 'Agent', b: 'Agent' })
    const kept = await pull(have({ [PATH]: EDITED }))
    expect(await fileOf(kept)).toEqual(JSON.parse(EDITED))
    expect(kept.files).toMatchObject([{ conflicts: 2 }])
    expect(kept.conflicts?.first).toMatchObject([{ key: 'a' }, { key: 'b' }])
    expect(kept.next).toMatch(/^Decide 2 conflicts first; /)

    const [first, second] = conflicts?.first ?? []
    await review({ id: first?.id, suggestion: first?.suggestion, action: 'accept' })
    await review({ id: second?.id, suggestion: second?.suggestion, action: 'reject' })
    const decided = await pull()
    expect(await fileOf(decided)).toEqual({ a: 'Apfel (Person)', b: 'Agent' })
    expect(decided).not.toHaveProperty('conflicts')
    expect(await push(EDITED)).not.toHaveProperty('conflicts')
  })
})
