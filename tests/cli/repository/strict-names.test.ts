import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { detectSources } from '../../../src/cli/setup/detect-sources.ts'
import { separateEmpty } from '../../../src/cli/sync/push.ts'
import { temporaryFolder } from '../../harness/folder.ts'

let root: string
beforeEach(async () => {
  root = await temporaryFolder()
})

async function write(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(root, dirname(path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  return Object.keys(files)
}

const TEXT = '{"title":"Title"}'
const BANANA = '{"@metadata":{"authors":[]},"title":"Title"}'

it.each<[name: string, paths: readonly string[], text: string, found: object]>([
  [
    'Minecraft, of which en_us is the source',
    ['assets/m/lang/en_gb.json', 'assets/m/lang/en_us.json', 'assets/m/lang/de_de.json'],
    TEXT,
    { path: 'assets/m/lang/en_us.json', target: 'assets/m/lang/{locale_minecraft}.json', aliases: {} },
  ],
  [
    'a browser extension without translations',
    ['ext/_locales/en/messages.json'],
    TEXT,
    {
      path: 'ext/_locales/en/messages.json',
      target: 'ext/_locales/{locale_webextension}/messages.json',
      aliases: {},
    },
  ],
  [
    'an editor extension',
    ['package.nls.json', 'package.nls.pt-br.json'],
    TEXT,
    { path: 'package.nls.json', target: 'package.nls.{locale_vscode}.json', locales: ['pt-BR'] },
  ],
  [
    'names that the repository spells otherwise',
    ['lang/en_us.json', 'lang/de.json', 'lang/fr.json'],
    TEXT,
    { path: 'lang/en_us.json', target: 'lang/{locale}.json', aliases: {} },
  ],
  [
    'Angular, by the files beside it',
    ['src/locale/messages.json', 'src/locale/messages.fr.json'],
    '{"locale":"en","translations":{"a":"Apple"}}',
    { path: 'src/locale/messages.json', target: 'src/locale/messages.{locale}.json', locales: ['fr'] },
  ],
  [
    'MediaWiki, by its content',
    ['i18n/en.json', 'i18n/de.json'],
    BANANA,
    { path: 'i18n/en.json', target: 'i18n/{locale_lower}.json', locales: ['de'] },
  ],
])('the files of a repository whose tools load one spelling are found for %s', async (_name, paths, text, found) => {
  const files = await write(Object.fromEntries(paths.map(path => [path, text])))
  expect(await detectSources(root, files, 'en')).toMatchObject([found])
})

it('a push of translated files leaves out those that a pull writes without bytes, and no others', async () => {
  await write({ 'l/de.strings': '', 'l/fr.strings': '"a" = "A";\n', 'l/de.json': '' })
  const targets = ['l/de.strings', 'l/fr.strings', 'l/de.json'].map(path => ({ path }))
  expect(await separateEmpty(targets, root)).toEqual({
    targets: [{ path: 'l/fr.strings' }, { path: 'l/de.json' }],
    empty: ['l/de.strings'],
  })
})
