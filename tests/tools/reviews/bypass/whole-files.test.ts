import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { JSON_FORMAT, MULTILINGUAL } from './formats.ts'
import { useScenes } from './run-cells.ts'
import { BAD, type BypassScene, SOURCES, TEXTS, unfinished } from './scene.ts'

const open = useScenes()
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

describe.each(MULTILINGUAL)('an import by an agent, in $name', format => {
  const bad = Object.fromEntries(['approved', 'locked', 'open'].map(name => [name, { text: BAD, fr: BAD }]))

  it('does not reach the file of a caller who has another one', async () => {
    const scene = await open(format, 'approved')
    const pushed = format.writeSource(SOURCES, TEXTS)
    await scene.push(scene.admin, SOURCES, {}, TEXTS)
    const have = { [format.source]: sha256(pushed) }
    const before = await scene.pulls({ have })
    await scene.importTexts(scene.agent, bad)
    expect(await scene.pulls({ have })).toEqual(before)
  })

  it('stays in the file that has it, for each locale', async () => {
    const scene = await open(format, 'translated')
    const marked = { stale: unfinished(TEXTS.stale), aged: unfinished(TEXTS.aged) }
    const imported = scene.fileWith({ ...bad, ...marked })
    await scene.importFile(scene.agent, imported)
    const pulled = await scene.pulls({ have: { [format.source]: sha256(imported) } })
    expect(pulled[`main, default, all: ${format.source}`]).toBe(imported)
  })
})

/** A catalog whose parts of other locales are no texts of the project: variations, sets, further locales, strings that are not to be translated. */
const catalog = (text: string, source = 'Another one', { withSpanish = true } = {}): string => {
  const unit = (value: string) => ({ stringUnit: { state: 'translated', value } })
  const plural = { variations: { plural: { one: unit(text), other: unit(`${text} %lld`) } } }
  const strings = {
    approved: {
      localizations: {
        de: { ...unit('Datei sichern'), stringSet: { state: 'translated', values: [text] } },
        en: unit('Save the file'),
        ...(withSpanish && { es: unit(text) }),
        fr: { variations: { device: { iphone: unit(text) } } },
      },
    },
    brand: { localizations: { de: unit(text), fr: plural }, shouldTranslate: false },
    locked: {
      localizations: { de: { ...unit('Konto löschen'), substitutions: { n: plural } }, en: unit('Delete the account') },
    },
    extra: { localizations: { en: unit(source), ...(withSpanish && { es: unit(text) }) } },
  }
  return `${JSON.stringify({ sourceLanguage: 'en', strings, version: '1.0' }, null, 2).replaceAll('":', '" :')}\n`
}

/** A table with columns and rows that are no texts of the project. */
const table = (text: string, source = 'Another one', { withSpanish = true } = {}): string =>
  [
    ['key', 'en', 'de', ...(withSpanish ? ['es'] : []), 'fr', '?plural', 'Wie es heißt'],
    ['approved', 'Save the file', 'Datei sichern', ...(withSpanish ? [text] : []), '', '', text],
    ['file', 'One file', text, ...(withSpanish ? [text] : []), text, 'Files', text],
    ['', 'Many files', text, ...(withSpanish ? [text] : []), text, '', ''],
    ['extra', source, '', ...(withSpanish ? [text] : []), '', '', text],
    ['locked', 'Delete the account', 'Konto löschen', ...(withSpanish ? [`"${text}"`] : []), '', '', ''],
  ]
    .map(cells => `${cells.join(',')}\r\n`)
    .join('')

describe.each([
  { name: 'a catalog of Xcode', path: 'Parts.xcstrings', write: catalog },
  { name: 'CSV with all locales', path: 'parts.csv', write: table },
])('parts of other locales that an agent pushes, in $name', ({ path, write }) => {
  const place = `main, default, all: ${path}`
  const push = (scene: BypassScene, by: BypassScene['agent'], content: string) =>
    scene.call(by, 'push_source', { files: [{ path, content }] })
  const has = (content: string) => ({ have: { [path]: sha256(content) } })
  /** A project whose administrator pushed the file. */
  const openWith = async (content: string): Promise<BypassScene> => {
    const scene = await open(JSON_FORMAT, 'translated')
    await push(scene, scene.admin, content)
    await scene.call(scene.admin, 'push_translations', { files: [{ path }] })
    return scene
  }

  it('do not reach the files of others, whatever they are', async () => {
    const good = write('Gut')
    const scene = await openWith(good)
    const before = await scene.pulls()
    expect(before[place]).toBe(good)
    for (const pushed of [write(BAD), write(BAD, undefined, { withSpanish: false })]) {
      await push(scene, scene.agent, pushed)
      await push(scene, scene.agent, pushed)
      expect(await scene.pulls()).toEqual(before)
      expect(await scene.pulls(has(good))).toEqual(before)
    }
    await push(scene, scene.agent, write(BAD, 'One more'))
    expect((await scene.pulls())[place]).toBe(write('Gut', 'One more'))
  })

  it('stay in the file that has them, until an administrator pushes it', async () => {
    const good = write('Gut', undefined, { withSpanish: false })
    const scene = await openWith(good)
    const before = await scene.pulls()
    await push(scene, scene.agent, write(BAD))
    expect(await scene.pulls()).toEqual(before)
    expect((await scene.pulls(has(write(BAD))))[place]).toBe(write(BAD))
    await push(scene, scene.admin, write(BAD))
    expect((await scene.pulls())[place]).toBe(write(BAD))
  })

  it('are not in a new file', async () => {
    const scene = await open(JSON_FORMAT, 'translated')
    await push(scene, scene.agent, write(BAD))
    const pulled = (await scene.pulls())[place]
    expect(pulled).toContain(TEXTS.locked)
    expect(pulled).not.toContain(BAD)
  })
})

/** Source files with translations outside of the units to translate. */
const XLIFF = {
  '1.2': {
    path: 'new/messages.en.xlf',
    head: '<xliff version="1.2"><file original="a" source-language="en"',
    locale: ' target-language="de"',
    units: ['<body><trans-unit id="a"><source>Save the file</source>', '</trans-unit>'],
    others: (text: string) =>
      `<trans-unit id="b" translate="no"><source>Brand</source>${text && `<target>${text}</target>`}</trans-unit><bin-unit id="c" mime-type="text/plain"><bin-source/>${text && `<bin-target>${text}</bin-target>`}</bin-unit></body></file></xliff>`,
    match: `<alt-trans><target>${BAD}</target></alt-trans>`,
  },
  '2.0': {
    path: 'new/messages2.en.xlf',
    head: '<xliff version="2.0" srcLang="en"',
    locale: ' trgLang="de"',
    units: [
      '<file id="f"><unit id="a"><segment><source>Save the file</source>',
      '</segment><ignorable><source> </source></ignorable></unit>',
    ],
    others: (text: string) =>
      `<unit id="b" translate="no"><segment><source>Brand</source>${text && `<target>${text}</target>`}</segment></unit></file></xliff>`,
    match: '',
  },
} as const

describe.each(Object.entries(XLIFF))(
  'translations in a source file of XLIFF %s',
  (version, { path, head, locale, units, others, match }) => {
    it('are in no new file', async () => {
      const scene = await open(JSON_FORMAT, 'translated')
      const [start, end] = units
      const bad = `<target>${BAD}</target>`
      const pushed =
        version === '1.2'
          ? start + bad + match + end
          : `${start}${bad}${end}`.replace(
              '<segment>',
              `<mtc:matches xmlns:mtc="urn:oasis:names:tc:xliff:matches:2.0"><mtc:match ref="#m"><source>Save</source>${bad}</mtc:match></mtc:matches><segment>`,
            )
      const content = `${head}>${pushed.replace('<source> </source>', `<source> </source>${bad}`)}${others(BAD)}`
      await scene.call(scene.agent, 'push_source', { files: [{ path, content }] })
      const pulled = (await scene.pulls())[`main, default, de: ${path.replace('en.', 'de.')}`]
      expect(pulled).toBe(`${head}${locale}>${start}${end}${others('')}`)
    })
  },
)
