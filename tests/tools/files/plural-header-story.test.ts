import { beforeEach, describe, expect, it } from 'vitest'
import { eachLoop } from '../loop.ts'

const loop = eachLoop(['pl'])

const PATH = 'locale/pl/app.po'
const WRONG = 'nplurals=2; plural=(n != 1);'
const RIGHT = 'nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);'
const file = (line: string, ...texts: string[]): string =>
  `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: ${line}\\n"\n\nmsgid "%d file"\nmsgid_plural "%d files"\n${texts.map((text, form) => `msgstr[${form}] "${text}"\n`).join('')}`
const FORMS = ['%d plik', '%d pliki', '%d plików'] as const

beforeEach(async () => {
  const source = 'msgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] ""\nmsgstr[1] ""\n'
  await loop.push(source, {}, 'locale/en/app.po')
})

const pushFile = (content: string): Promise<Record<string, unknown>> =>
  loop.call('push_translations', { files: [{ path: PATH, content }] })

describe('the plural rule of a pushed translation', () => {
  it('is told with the right line when wrong, and its plurals wait', async () => {
    const { imported, next } = await pushFile(file(WRONG, '%d plik', '%d pliki'))
    expect(imported).toBeUndefined()
    expect(next).toContain(
      `In ${PATH}, 1 plural was not imported, such as "%d file": Plural-Forms is wrong for pl (it has 2 forms, but pl has 3 forms). ` +
        `Write "Plural-Forms: ${RIGHT}\\n" and a msgstr for each form, and push the file again.`,
    )
    expect((await loop.pull()).content).toBe(file(WRONG, '%d plik', '%d pliki'))
    expect(await pushFile(file(RIGHT, ...FORMS))).toMatchObject({ imported: 1 })
  })

  it('does not keep other translations from the import', async () => {
    const save = 'msgid "Save"\nmsgstr ""\n'
    const plural = 'msgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] ""\nmsgstr[1] ""\n'
    await loop.push(`${plural}\n${save}`, {}, 'locale/en/app.po')
    const polish = `\n${save.replace('""', '"Zapisz"')}`
    expect(await pushFile(file(WRONG, '%d plik', '%d pliki') + polish)).toMatchObject({ imported: 1 })
    const { content } = await loop.pull()
    expect(content).toBe(file(WRONG, '%d plik', '%d pliki') + polish)
    const [row] = (await loop.work()).items
    await loop.submit([{ id: row?.id ?? '', forms: { one: FORMS[0], few: FORMS[1], many: FORMS[2] } }])
    const pulled = await loop.pull()
    expect(pulled.content.replace('12 "\n"', '12 ')).toBe(file(RIGHT, ...FORMS) + polish)
    expect(pulled.next).toContain('Corrected the wrong Plural-Forms')
  })

  it('decides nothing in a file without plurals', async () => {
    await loop.push('msgid "Save"\nmsgstr ""\n', { confirm_removed: 1 }, 'locale/en/app.po')
    for (const line of [WRONG, 'nplurals=9; plural=n;', 'two']) {
      const text = file(line).replace(/msgid "%d file"[^]*/, 'msgid "Save"\nmsgstr "Zapisz"\n')
      const { next } = await pushFile(text)
      expect(next).not.toContain('wrong')
      expect(await loop.pull()).toMatchObject({ content: text, exported: 1 })
    }
  })

  it('is told when it changes', async () => {
    await pushFile(file(RIGHT, ...FORMS))
    const other = 'nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);'
    const { next } = await pushFile(file(other, ...FORMS))
    expect(next).toContain(`In ${PATH}, Plural-Forms changed from ${RIGHT} to ${other}.`)
    expect((await pushFile(file(other, ...FORMS)))['next']).not.toContain('changed')
    // The line of the project's own file is the right one.
    expect((await pushFile(file(WRONG, '%d plik', '%d pliki')))['next']).toContain(`Write "Plural-Forms: ${other}\\n"`)
  })

  it('is corrected by a pull when a wrong one is stored, and told', async () => {
    await pushFile(file(RIGHT, ...FORMS))
    const { store } = loop.world.services
    const { id } = await loop.record()
    const [stored] = await store.read.target_files.list('project', id)
    if (stored === undefined) throw new Error('no file was stored')
    const content = file(WRONG, '%d plik', '%d pliki')
    await store.transaction(tx => tx.target_files.put({ ...stored, content, categories: ['one', 'other'] }))
    const pulled = await loop.pull()
    // The line is wrapped as gettext wraps it.
    expect(pulled.content.replace('12 "\n"', '12 ')).toBe(file(RIGHT, ...FORMS))
    expect(pulled.next).toContain(
      `Corrected the wrong Plural-Forms of ${PATH} to "Plural-Forms: ${RIGHT}" (it has 2 forms, but pl has 3 forms).`,
    )
    const days = 'msgid "%d day"\nmsgid_plural "%d days"\nmsgstr[0] ""\nmsgstr[1] ""\n'
    await loop.push(days, { confirm_removed: 1 }, 'locale/en/app.po')
    expect((await loop.work()).forms).toMatchObject({ pl: { required: ['one', 'few', 'many'] } })
  })
})
