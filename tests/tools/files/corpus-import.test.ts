import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { pushTranslations } from '../../../src/tools/files/import/push-translations.ts'
import type { pullTranslations } from '../../../src/tools/files/pull/pull-translations.ts'
import { findTool } from '../../../src/tools/registry.ts'
import { allTests } from '../../harness/each-test.ts'
import { corpusFolder, describeWith } from '../../require.ts'
import { atNight } from '../../runs.ts'
import type { AnswerOf } from '../answer.ts'
import { openWorld } from '../world.ts'

const FOLDER = 'app/javascript/mastodon/locales'
const LOCALES = [...atNight(['ar', 'de', 'ja']), 'pl', ...atNight(['ru'])]

/** The published translations of a real project, as they are in its repository. */
describeWith('corpus', 'importing the files of a real project', () => {
  const read = (name: string): string =>
    readFileSync(join(corpusFolder, 'mastodon-formatjs-json', FOLDER, `${name}.json`), 'utf8')
  const files = LOCALES.map(locale => ({ path: `${FOLDER}/${locale}.json`, content: read(locale) }))
  const project = 'ada/mastodon'
  const world = allTests(() => openWorld())
  const ada = allTests(() => world.user('ada'))
  const first = allTests(async () => {
    await ada.call('create_project', { project, source_locale: 'en', target_locales: LOCALES })
    await ada.call('push_source', { project, files: [{ path: `${FOLDER}/en.json`, content: read('en') }] })
    return ada.call<AnswerOf<typeof pushTranslations>>('push_translations', { project, files })
  })
  const pullOne = async (locale: string): Promise<string> => {
    const { principal } = ada
    const call = { services: world.services, principal, surface: 'cli', requestId: 'r', inlineFiles: true } as const
    const answer = (await findTool('pull_translations').invoke({ project, locale }, call)) as AnswerOf<
      typeof pullTranslations
    >
    return answer.files?.[0]?.content ?? ''
  }

  it('are imported completely, and their true defects are reported', () => {
    const texts = LOCALES.map(locale => Object.values(JSON.parse(read(locale)) as object).filter(text => text !== ''))
    expect(first.imported).toBe(LOCALES.length * 1393 - (first.missing ?? 0))
    expect(first.imported).toBe(texts.flat().length - (first.unknown?.count ?? 0))
    const errors = (first.findings ?? []).filter(({ level }) => level === 'error')
    const places = errors.flatMap(({ first: some }) => some.map(one => `${one.locale} ${one.key}`))
    expect(places).toEqual(
      expect.arrayContaining([
        ...atNight([
          'ru account_edit.verified_modal.invisible_link.details',
          'de notification_requests.confirm_accept_multiple.message',
        ]),
        'pl notifications.group',
      ]),
    )
    expect(errors.reduce((sum, { count }) => sum + count, 0)).toBeLessThan(25)
  })

  it('are written back byte for byte, and imported again without a change', async () => {
    for (const locale of LOCALES) expect(await pullOne(locale), locale).toBe(read(locale))
    expect(await ada.call('push_translations', { project, files })).toMatchObject({ unchanged: first.imported })
  })
})
