import { SaxesParser } from 'saxes'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readTmx } from '../../../src/l10n/memory/tmx/read.ts'
import { findTool } from '../../../src/tools/registry.ts'
import { readCorpus } from '../../l10n/corpus.ts'
import { describeWith } from '../../require.ts'
import { isNightly } from '../../runs.ts'
import { openWorld, type World } from '../world.ts'

interface Family {
  readonly folder: string
  readonly path: (locale: string) => string
  readonly locales: readonly string[]
}

const SMALL: readonly Family[] = [
  { folder: 'bookstack-php', path: locale => `lang/${locale}/common.php`, locales: ['ar', 'ja', 'pl'] },
  { folder: 'hugocoder-toml', path: locale => `i18n/${locale}.toml`, locales: ['ar', 'ja', 'pl', 'ru'] },
]

const LARGE: readonly Family[] = [
  ...['auth', 'entities', 'settings', 'validation'].map(name => ({
    folder: 'bookstack-php',
    path: (locale: string) => `lang/${locale}/${name}.php`,
    locales: ['ar', 'ja', 'pl'],
  })),
  {
    folder: 'mastodon-formatjs-json',
    path: locale => `app/javascript/mastodon/locales/${locale}.json`,
    locales: ['ar', 'de', 'ja', 'pl', 'ru'],
  },
  { folder: 'aves-flutter-arb', path: locale => `lib/l10n/app_${locale}.arb`, locales: ['ar', 'ja', 'pl', 'ru'] },
  {
    folder: 'jabref-properties',
    path: locale => `jablib/src/main/resources/l10n/JabRef_${locale}.properties`,
    locales: ['ar', 'de'],
  },
]

interface Exported {
  readonly files: readonly { readonly content: string }[]
  readonly units: number
}

describeWith('corpus', 'the memory of published files', () => {
  let world: World
  let ada: Awaited<ReturnType<World['user']>>

  beforeEach(async () => {
    world = await openWorld()
    await world.organization('acme', { ada: 'admin' })
    await world.setAccount('acme', { has_access: true })
    ada = await world.user('ada')
  })
  afterEach(() => world.close())

  const exportAll = async (project: string): Promise<Exported> => {
    const { principal } = ada
    const call = { services: world.services, principal, surface: 'cli', requestId: 'r', inlineFiles: true } as const
    return (await findTool('export_memory').invoke({ project }, call)) as Exported
  }

  it.each(isNightly ? [...SMALL, ...LARGE] : SMALL)(
    'is the same in another account after TMX: $folder',
    async ({ folder, path, locales }) => {
      const read = (locale: string) => ({ path: path(locale), content: readCorpus(`${folder}/${path(locale)}`) })
      const create = { source_locale: 'en', target_locales: locales }
      await ada.call('create_project', { project: 'acme/app', ...create })
      await ada.call('create_project', { project: 'ada/copy', ...create })
      const call = { services: world.services, principal: ada.principal, surface: 'cli', requestId: 'r' } as const
      const invoke = (tool: string, input: object) => findTool(tool).invoke(input, call)
      await invoke('push_source', { project: 'acme/app', files: [{ ...read('en'), target: path('{locale}') }] })
      await invoke('push_translations', { project: 'acme/app', files: locales.map(read) })

      const first = await exportAll('acme/app')
      expect(first.units).toBeGreaterThan(locales.length)
      const content = first.files[0]?.content ?? ''
      new SaxesParser({ xmlns: true }).write(content).close()

      const files = [{ path: 'all.tmx', content }]
      const { added } = (await invoke('import_memory', { project: 'ada/copy', files })) as { added: number }
      const second = await exportAll('ada/copy')
      expect([added, second.units]).toEqual([first.units, first.units])
      expect(listUnits(second)).toEqual(listUnits(first))
      expect(await invoke('import_memory', { project: 'ada/copy', files })).toMatchObject({ unchanged: first.units })
    },
    isNightly ? 120_000 : undefined,
  )
})

/** The units, in an order of their own, without their lines in the file. */
const listUnits = ({ files }: Exported): readonly string[] =>
  [...readTmx(files[0]?.content ?? '')]
    .flat()
    .map(({ line: _line, ...unit }) => JSON.stringify(unit, Object.keys(unit).sort()))
    .sort()
