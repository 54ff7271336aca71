import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Loop, openLoop } from '../loop.ts'

let loop: Loop

const PATH = 'locale/pl/app.po'
const WRONG = 'nplurals=2; plural=(n != 1);'
const RIGHT = 'nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);'
const file = (line: string, ...texts: string[]): string =>
  `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: ${line}\\n"\n\nmsgid "%d file"\nmsgid_plural "%d files"\n${texts.map((text, form) => `msgstr[${form}] "${text}"\n`).join('')}`
const FORMS = ['%d plik', '%d pliki', '%d plików'] as const

beforeEach(async () => {
  loop = await openLoop(['pl'])
  const source = 'msgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] ""\nmsgstr[1] ""\n'
  await loop.push(source, {}, 'locale/en/app.po')
})
afterEach(() => loop.close())

const pushFile = (content: string): Promise<Record<string, unknown>> =>
  loop.ada.call('push_translations', { project: loop.project, files: [{ path: PATH, content }] })

describe('the plural rule of a pushed translation', () => {
  it('is refused when wrong, with the right line, and accepted with that line', async () => {
    await expect(pushFile(file(WRONG, '%d plik', '%d pliki'))).rejects.toThrow(
      `${PATH}: Invalid PO file at 4:1: Plural-Forms in the header is wrong for pl: it has 2 forms, but pl has 3 forms.`,
    )
    await expect(pushFile(file(WRONG, '%d plik', '%d pliki'))).rejects.toMatchObject({
      fix: expect.stringContaining(`Write "Plural-Forms: ${RIGHT}\\n"`),
    })
    expect(await pushFile(file(RIGHT, ...FORMS))).toMatchObject({ imported: 1 })
  })

  it('is told when it changes', async () => {
    await pushFile(file(RIGHT, ...FORMS))
    const other = 'nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);'
    const { next } = await pushFile(file(other, ...FORMS))
    expect(next).toContain(`In ${PATH}, Plural-Forms changed from ${RIGHT} to ${other}.`)
    expect((await pushFile(file(other, ...FORMS)))['next']).not.toContain('changed')
    // The line of the project's own file is the right one.
    await expect(pushFile(file(WRONG, '%d plik', '%d pliki'))).rejects.toMatchObject({
      fix: expect.stringContaining(`Write "Plural-Forms: ${other}\\n"`),
    })
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

it('warns of a surplus msgstr, and keeps it in the file', async () => {
  const surplus = file(RIGHT, ...FORMS, '%d plika')
  expect(await pushFile(surplus)).toMatchObject({
    imported: 1,
    findings: [{ check: 'extra_plural_forms', level: 'warning', count: 1, first: [{ key: '%d file' }] }],
  })
  expect((await loop.pull()).content).toBe(surplus)
})
