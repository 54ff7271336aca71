import { beforeEach, describe, expect, it } from 'vitest'
import { eachLoop, found, type Pulled } from '../loop.ts'
import { have } from './have.ts'

type Fields = Readonly<Record<string, unknown>>

const loop = eachLoop()

const toFiles = (files: Readonly<Record<string, string>>) =>
  Object.entries(files).map(([path, content]) => ({ path, content }))
const push = (files: Readonly<Record<string, string>>, more: Fields = {}): Promise<Fields> =>
  loop.call('push_source', { files: toFiles(files), ...more })
const importFiles = (files: Readonly<Record<string, string>>): Promise<Fields & { readonly next: string }> =>
  loop.call('push_translations', { files: toFiles(files) })
const pull = async (more: Fields = {}): Promise<Readonly<Record<string, Pulled>>> =>
  Object.fromEntries((await loop.files({ locale: 'de', ...more })).map(file => [file.path, file]))
const contents = async (more: Fields = {}): Promise<Readonly<Record<string, string>>> =>
  Object.fromEntries(Object.entries(await pull(more)).map(([path, { content }]) => [path, content]))
const set = (settings: Fields): Promise<unknown> => loop.call('update_project_policy', settings)

describe('a fuzzy translation of PO', () => {
  const EN_A = 'locale/en/a.po'
  const EN_B = 'locale/en/b.po'
  const DE_A = 'locale/de/a.po'
  const DE_B = 'locale/de/b.po'
  const HEADER =
    'msgid ""\nmsgstr ""\n"Language: de\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n'
  const entry = (id: string, text = '', head = ''): string => `\n${head}msgid "${id}"\nmsgstr "${text}"\n`
  const english = (...ids: string[]): string => ids.map(id => entry(id)).join('')
  const FUZZY = '#, fuzzy\n'
  const a = HEADER + entry('Open', 'Öffnen?', FUZZY) + entry('Save', 'Sichern')
  const b = HEADER + entry('Close', 'Schließen')

  beforeEach(async () => {
    await push({ [EN_A]: english('Open', 'Save'), [EN_B]: english('Close') })
    await importFiles({ [DE_A]: a, [DE_B]: b })
    expect(await contents()).toEqual({ [DE_A]: a, [DE_B]: b })
  })

  it('moves to another file with its mark', async () => {
    await push({ [EN_A]: english('Save'), [EN_B]: english('Close', 'Open') })
    expect((await contents())[DE_B]).toBe(b + entry('Open', 'Öffnen?', FUZZY))
    expect((await pull())[DE_B]).toMatchObject({ exported: 1, fuzzy: 1 })
    // Nobody works on a text because its file was split.
    expect((await loop.work()).items).toMatchObject([{ text: 'Open', before: { text: 'Öffnen?' } }])
  })

  it('moves to a file that nobody pushed in German', async () => {
    await push({ [EN_A]: english('Save'), 'locale/en/c.po': english('Open') })
    expect((await contents())['locale/de/c.po']).toContain(entry('Open', 'Öffnen?', FUZZY))
  })

  it('moves with a file that is renamed, and comes back', async () => {
    const moved = 'locale/en/c.po'
    await push({ [moved]: english('Open', 'Save'), [EN_B]: english('Close') }, { prune: true, confirm_removed: 2 })
    const files = await contents()
    expect(files['locale/de/c.po']).toContain(entry('Open', 'Öffnen?', FUZZY))
    expect(files['locale/de/c.po']).toContain(entry('Save', 'Sichern'))
  })

  it('is counted as stale when its source changes, and is omitted by policy', async () => {
    const german = (id: string, head: string): string =>
      HEADER + entry(id, 'Datei öffnen?', head) + entry('Save', 'Sichern')
    await push({ [EN_A]: english('Opne the file', 'Save') }, { confirm_removed: 1 })
    await importFiles({ [DE_A]: german('Opne the file', FUZZY) })
    await push({ [EN_A]: english('Open the file', 'Save') })
    const kept = found((await pull())[DE_A])
    expect(kept).toMatchObject({ exported: 1, fuzzy: 1, stale: 1 })
    expect(kept.content).toContain(german('Open the file', `${FUZZY}#| msgid "Opne the file"\n`))
    await set({ stale: 'omit' })
    const omitted = found((await pull())[DE_A])
    expect(omitted).toMatchObject({ exported: 1, omitted: 1 })
    expect(omitted).not.toHaveProperty('stale')
    const obsolete = `\n${FUZZY}#~ msgid "Opne the file"\n#~ msgstr "Datei öffnen?"\n`
    expect(omitted.content).toBe(HEADER + entry('Save', 'Sichern') + obsolete)
    const { locales } = await loop.call<{ locales: Fields[] }>('get_status', {})
    expect(locales[0]).toMatchObject({ omitted: 1 })
  })

  it('says which plural it translates when only that changes', async () => {
    const plural = (many: string, head = '', texts = ['', '']) =>
      `\n${head}msgid "%d file"\nmsgid_plural "${many}"\nmsgstr[0] "${texts[0]}"\nmsgstr[1] "${texts[1]}"\n`
    const texts = ['%d Datei', '%d Dateien']
    await push({ [EN_B]: plural('%d files') }, { confirm_removed: 1 })
    await importFiles({ [DE_B]: HEADER + plural('%d files', FUZZY, texts) })
    await push({ [EN_B]: plural('%d old files') })
    const { content, ...counts } = found((await pull())[DE_B])
    const previous = '#| msgid "%d file"\n#| msgid_plural "%d files"\n'
    expect(content).toContain(plural('%d old files', FUZZY + previous, texts))
    expect(counts).toMatchObject({ fuzzy: 1, stale: 1 })
  })

  it('stays in the file that has it where a reviewer decides', async () => {
    await set({ review: 'required' })
    await push({ [EN_A]: english('Save'), [EN_B]: english('Close', 'Open') })
    for (const more of [{}, have({ [DE_A]: a, [DE_B]: b })]) {
      expect((await contents(more))[DE_B]).not.toContain('Öffnen?')
    }
    await push({ [EN_A]: english('Open', 'Save'), [EN_B]: english('Close') })
    expect((await contents(have({ [DE_A]: a })))[DE_A]).toBe(a)
  })

  it('becomes finished when the file clears its mark under the new msgid', async () => {
    await push({ [EN_A]: english('Opne the file', 'Save') }, { confirm_removed: 1 })
    const german = (id: string, head: string): string =>
      HEADER + entry(id, 'Datei öffnen', head) + entry('Save', 'Sichern')
    await importFiles({ [DE_A]: german('Opne the file', FUZZY) })
    await push({ [EN_A]: english('Open the file', 'Save') })
    const cleared = german('Open the file', '')
    expect(await importFiles({ [DE_A]: cleared })).toMatchObject({ imported: 1, unchanged: 1 })
    expect((await pull())[DE_A]).toMatchObject({ content: expect.stringContaining(cleared), exported: 2 })
    expect((await loop.work({ file: EN_A })).left).toBe(0)
  })

  it('that is out of use in the file is not delivered where nobody decided on it', async () => {
    const other = `${b}\n#~ msgid "Print"\n#~ msgstr "Drucken"\n`
    await importFiles({ [DE_B]: other })
    await set({ export: 'approved' })
    await push({ [EN_B]: english('Close', 'Print') })
    const pulled = found((await pull())[DE_B])
    expect(pulled.content).not.toContain('\nmsgstr "Drucken"')
    expect(pulled.exported).toBe(0)
    await set({ export: 'translated' })
    expect((await contents())[DE_B]).toBe(b + entry('Print', 'Drucken'))
    await set({ review: 'required' })
    expect((await contents())[DE_B]).not.toContain('\nmsgstr "Drucken"')
  })

  it('that a reviewer sent back does not move', async () => {
    const [row] = (await loop.work({ file: EN_A })).items
    const unit = { id: found(row).id, locale: 'de', rev: 1 }
    await loop.call('review_translations', { items: [{ ...unit, action: 'request_changes', comment: 'No question.' }] })
    await push({ [EN_A]: english('Save'), [EN_B]: english('Close', 'Open') })
    expect((await contents())[DE_B]).not.toContain('Öffnen?')
  })
})

describe('translations of XLIFF', () => {
  const EN = 'i18n/en.xlf'
  const DE = 'i18n/de.xlf'
  const file = (units: string, locale = ''): string =>
    `<?xml version="1.0"?>\n<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">\n  <file source-language="en"${locale} datatype="plaintext" original="app">\n    <body>\n${units}    </body>\n  </file>\n</xliff>\n`
  const german = (units: string): string => file(units, ' target-language="de"')
  const unit = (id: string, source: string, text = '', state = ''): string =>
    `      <trans-unit id="${id}">\n        <source>${source}</source>\n${text === '' ? '' : `        <target${state && ` state="${state}"`}>${text}</target>\n`}      </trans-unit>\n`
  const REVIEW = 'needs-review-translation'

  it('exchange their places with the states of the file', async () => {
    await push({ [EN]: file(unit('a', 'Open') + unit('b', 'Close') + unit('c', 'Save')) })
    await importFiles({
      [DE]: german(
        unit('a', 'Open', 'Öffnen', 'final') + unit('b', 'Close', 'Schließen', REVIEW) + unit('c', 'Save', 'Sichern'),
      ),
    })
    await push({ [EN]: file(unit('a', 'Close') + unit('b', 'Open') + unit('c', 'Save')) })
    const swapped = german(
      unit('a', 'Close', 'Schließen', REVIEW) + unit('b', 'Open', 'Öffnen', 'final') + unit('c', 'Save', 'Sichern'),
    )
    const pulled = found((await pull())[DE])
    expect(pulled).toMatchObject({ content: swapped, exported: 2, fuzzy: 1 })
    expect(pulled).not.toHaveProperty('stale')
    // The pulled file says the same again.
    expect(await importFiles({ [DE]: swapped })).toMatchObject({ unchanged: 3 })
    expect((await contents())[DE]).toBe(swapped)
  })

  it('move to another file with the state of an unfinished one', async () => {
    const other = 'other/en.xlf'
    await push({ [EN]: file(unit('a', 'Open') + unit('b', 'Close')), [other]: file(unit('x', 'More')) })
    const before = german(unit('x', 'More', 'Mehr'))
    await importFiles({
      [DE]: german(unit('a', 'Open', 'Öffnen') + unit('b', 'Close', 'Schließen', REVIEW)),
      'other/de.xlf': before,
    })
    await push({ [EN]: file(unit('a', 'Open')), [other]: file(unit('x', 'More') + unit('b', 'Close')) })
    expect((await contents())['other/de.xlf']).toBe(
      german(unit('x', 'More', 'Mehr') + unit('b', 'Close', 'Schließen', REVIEW)),
    )
  })

  it('are unfinished where the file names another source string', async () => {
    await push({ [EN]: file(unit('a', 'Delete account') + unit('b', 'Open  the <x id="1"/> file')) })
    const old = german(unit('a', 'Export account', 'Konto exportieren') + unit('b', 'Open the file', 'Datei öffnen'))
    const answer = await importFiles({ [DE]: old })
    expect(answer).toMatchObject({ imported: 2 })
    expect(answer.next).toContain(
      'Imported as unfinished: 1 translation for which the file names another source string.',
    )
    // Each unit still says what it translates.
    expect((await pull())[DE]).toMatchObject({ content: old, exported: 1, fuzzy: 1 })
    expect((await loop.work()).items).toMatchObject([{ text: 'Delete account' }])
    expect(await importFiles({ [DE]: old })).toMatchObject({ unchanged: 2 })
    const accepted = old.replace('Export account', 'Delete account')
    expect(await importFiles({ [DE]: accepted })).toMatchObject({ imported: 1, unchanged: 1 })
    expect((await pull())[DE]).toMatchObject({ content: accepted, exported: 2 })
    expect((await loop.work()).left).toBe(0)
  })

  it('are marked as unfinished in another place, if the file named another source string', async () => {
    await push({ [EN]: file(unit('a', 'Delete account') + unit('b', 'Close')) })
    await importFiles({
      [DE]: german(unit('a', 'Export account', 'Konto exportieren') + unit('b', 'Close', 'Schließen')),
    })
    await push({ [EN]: file(unit('a', 'Close') + unit('b', 'Delete account')) })
    expect((await contents())[DE]).toBe(
      german(unit('a', 'Close', 'Schließen') + unit('b', 'Delete account', 'Konto exportieren', REVIEW)),
    )
  })

  it('are finished once the source file has the string that the unit names', async () => {
    await push({ [EN]: file(unit('a', 'Save file')) })
    const ahead = german(unit('a', 'Save the file now', 'Datei jetzt sichern', 'translated'))
    expect(await importFiles({ [DE]: ahead })).toMatchObject({ imported: 1 })
    expect((await pull())[DE]).toMatchObject({ exported: 0, fuzzy: 1 })
    await push({ [EN]: file(unit('a', 'Save the file now')) })
    expect(await importFiles({ [DE]: ahead })).toMatchObject({ imported: 1 })
    expect((await pull())[DE]).toMatchObject({ content: ahead, exported: 1 })
    expect((await loop.work()).left).toBe(0)
  })

  it('are not confirmed by a file in which only the source string is new', async () => {
    await push({ [EN]: file(unit('a', 'Old')) })
    await importFiles({ [DE]: german(unit('a', 'Old', 'Alt', 'translated')) })
    await push({ [EN]: file(unit('a', 'New')) })
    expect(await importFiles({ [DE]: german(unit('a', 'New', 'Alt', 'translated')) })).toMatchObject({ unchanged: 1 })
    expect((await pull())[DE]).toMatchObject({ stale: 1 })
  })

  it('name the same source string whatever programs make of white space, accents and inline codes', async () => {
    await push({ [EN]: file(unit('a', 'Caf\u00e9 <ph id="1">{0}</ph> {n,plural}') + unit('b', 'Close')) })
    const same = german(
      unit('a', 'Cafe\u0301 <ph id="1"/> {n, plural}', 'Café <ph id="1"/> {n, plural}') + unit('b', '', 'Schließen'),
    )
    expect(await importFiles({ [DE]: same })).toMatchObject({ imported: 2 })
    expect((await pull())[DE]).toMatchObject({ content: same, exported: 2 })
  })

  it('conflict with a finished text where the file names another source string', async () => {
    await push({ [EN]: file(unit('a', 'Delete account')) })
    const right = german(unit('a', 'Delete account', 'Konto löschen'))
    await importFiles({ [DE]: right })
    const old = german(unit('a', 'Export account', 'Konto exportieren'))
    expect(await importFiles({ [DE]: old })).toMatchObject({ conflicts: { count: 1, first: [{ key: 'a' }] } })
    expect(found((await contents())[DE])).toContain('<target>Konto löschen</target>')
    expect((await contents(have({ [DE]: old })))[DE]).toBe(old)
  })

  it('that were confirmed for a new source string stay finished when their file is pushed again', async () => {
    await push({ [EN]: file(unit('a', 'Open file')) })
    const before = german(unit('a', 'Open file', 'Datei öffnen'))
    await importFiles({ [DE]: before })
    await push({ [EN]: file(unit('a', 'Open the file')) })
    const [row] = (await loop.work()).items
    await loop.submit([{ id: found(row).id, src: found(row).src, text: 'Datei öffnen' }])
    expect(await importFiles({ [DE]: before })).toMatchObject({ unchanged: 1 })
    expect((await pull())[DE]).toMatchObject({ exported: 1 })
    expect((await loop.work()).left).toBe(0)
  })
})
