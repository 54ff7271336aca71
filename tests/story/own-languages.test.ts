import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { parseCsv } from '../../scripts/locales/csv.ts'
import { EXCEPTIONS } from '../../scripts/locales/exceptions.ts'
import { allTests } from '../harness/each-test.ts'
import { callByRest } from '../harness/rest-call.ts'
import { startDragoman } from '../harness.ts'
import { isNightly } from '../runs.ts'

const LANGUAGES = isNightly ? ['de', 'es', 'ja', 'ar'] : ['ar']
const project = 'ada/dragoman'

const dragoman = allTests(() => startDragoman())
let token: string
const call = <T>(tool: string, args: object): Promise<T> =>
  callByRest(dragoman.url, token, tool, { ...args }) as Promise<T>
const read = (path: string): Promise<string> => readFile(path, 'utf8')

beforeAll(async () => {
  token = await dragoman.token('all', 'ada')
})

describe('the messages of Dragoman’s pages', () => {
  it('are a project of Dragoman: no error, no warning without a reason, and files that come back as they were', async () => {
    const files = [{ source: 'locales/en.json', target: 'locales/{locale}.json' }]
    await call('create_project', { project, source_locale: 'en', target_locales: LANGUAGES, files })
    await call('update_project_policy', { project, syntax: 'icu' })
    await call('save_glossary', { target: project, upsert: await readTerms() })
    await call('push_source', { project, files: [{ path: 'locales/en.json', content: await read('locales/en.json') }] })
    for (const language of LANGUAGES) {
      const path = `locales/${language}.json`
      await call('push_translations', { project, files: [{ path, content: await read(path) }] })
    }
    await expect
      .poll(async () => (await call<{ rechecking?: number }>('get_status', { project })).rechecking ?? 0, {
        timeout: 60_000,
      })
      .toBe(0)
    const { locales } = await call<{ locales: readonly Readonly<Record<string, number>>[] }>('get_status', { project })
    expect(locales.map(({ left, errors }) => ({ left, errors }))).toEqual(LANGUAGES.map(() => ({ left: 0, errors: 0 })))
    for (const locale of LANGUAGES) {
      const found = await call<{ entries: readonly { key: string }[] }>('get_entries', {
        project,
        locale,
        finding: 'warning',
      })
      const excused = EXCEPTIONS.filter(exception => exception.locale === locale).map(({ key }) => key)
      expect(found.entries.map(({ key }) => key).toSorted()).toEqual(excused.toSorted())
    }
    for (const language of LANGUAGES) {
      const answer = await fetch(`${dragoman.url}/api/projects/${project}/file?locale=${language}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      expect(await answer.text()).toBe(await read(`locales/${language}.json`))
    }
  })
})

/** The terms of the product, as the import of a glossary takes them. */
async function readTerms(): Promise<readonly object[]> {
  const [header = [], ...rows] = parseCsv(await read('locales/glossary.csv'))
  return rows.map(row => {
    const cells = new Map(header.map((name, at) => [name, row[at] ?? '']))
    const translated = LANGUAGES.filter(language => cells.get(language))
    return {
      term: cells.get('term'),
      kind: cells.get('kind'),
      case_sensitive: cells.get('case_sensitive') === 'yes',
      definition: cells.get('definition'),
      translations: Object.fromEntries(
        translated.map(language => [
          language,
          {
            translation: cells.get(language),
            variants: (cells.get(`${language} variants`) ?? '')
              .split('|')
              .map(one => one.trim())
              .filter(Boolean),
          },
        ]),
      ),
    }
  })
}
