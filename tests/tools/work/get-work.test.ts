import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { atNight, isNightly } from '../../runs.ts'
import { eachLoop, openLoop, type Packet, type Row } from '../loop.ts'
import { readPages } from '../read-pages.ts'
import { openWorld, refused } from '../world.ts'

const loop = eachLoop(['de', 'ja', 'pl'])

interface Guided extends Packet {
  readonly voice?: unknown
  readonly terms?: readonly { readonly term: string }[]
  readonly withheld?: readonly string[]
}

const numbered = (count: number, more = ''): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, `Text ${at}${more}`]))

/** Every row that the cursors lead to. */
async function walk(more: object): Promise<{ rows: readonly Row[]; packets: readonly Packet[] }> {
  const packets = await readPages(at => loop.work({ ...more, ...at }))
  return { rows: packets.flatMap(({ items }) => items), packets }
}

describe('a work packet', () => {
  it('has each source once with its relevant fields, and common fields outside the rows', async () => {
    await loop.push({ hi: 'Hello {name}', n: '{n, plural, one {# file} other {# files}}' })
    const packet = await loop.work({ locale: 'pl' })
    expect(packet).toEqual({
      project: 'ada/app',
      source_locale: 'en',
      locale: 'pl',
      file: 'locales/en.json',
      rules: { icu: expect.stringContaining('ICU MessageFormat') },
      forms: { pl: { required: ['one', 'few', 'many', 'other'] } },
      items: [
        {
          id: expect.stringMatching(/^e[0-9a-z]+$/),
          key: 'hi',
          src: expect.stringMatching(/^[0-9a-f]{8}$/),
          text: 'Hello {name}',
        },
        {
          id: expect.any(String),
          key: 'n',
          src: expect.any(String),
          text: '{n, plural, one {# file} other {# files}}',
        },
      ],
      left: 2,
      next: 'submit_translations with project ada/app, locale pl and items [{id, src, text}].',
    })
    expect(await loop.work({ locale: 'pl' })).toEqual(packet)
  })

  it('omits rules and forms when no string has placeholders or plurals', async () => {
    await loop.push({ hi: 'Hello' })
    const packet = await loop.work()
    expect(packet).not.toHaveProperty('rules')
    expect(packet).not.toHaveProperty('forms')
    expect(packet.items[0]).not.toHaveProperty('syntax')
  })

  it('has file and syntax in the rows when they differ', async () => {
    await loop.push({ hi: 'Hello {name}' })
    await loop.push({ ho: 'Ho %{name}' }, {}, 'rails/en.json')
    const packet = await loop.work()
    expect(packet).not.toHaveProperty('file')
    expect(Object.keys(packet.rules ?? {}).sort()).toEqual(['icu', 'ruby'])
    expect(packet.items).toMatchObject([
      { key: 'hi', file: 'locales/en.json', syntax: 'icu' },
      { key: 'ho', file: 'rails/en.json', syntax: 'ruby' },
    ])
  })

  it('explains a stale translation: its text, source and reason, for each locale', async () => {
    await loop.push({ a: 'Old', b: 'B' })
    await loop.submit([{ key: 'a', texts: { de: 'Alt', ja: '古い' } }])
    await loop.push({ a: 'New', b: 'B' })
    const before = { source: 'Old', text: 'Alt', why: 'source_changed' }
    expect((await loop.work()).items).toMatchObject([{ key: 'a', text: 'New', before }, { key: 'b' }])
    const { items } = await loop.work({ locales: 'all' })
    expect(items[0]).toMatchObject({ before: { de: before, ja: { ...before, text: '古い' } } })
    expect(items[0]).not.toHaveProperty('want')
    expect(items[0]?.before).not.toHaveProperty('pl')
  })

  it('for several locales has each source once, with its locales if not all need it', async () => {
    await loop.push({ a: 'A', b: 'B', c: 'C' })
    await loop.submit([
      { key: 'a', texts: { de: 'Ä' } },
      { key: 'c', texts: { de: 'Z', ja: 'シ', pl: 'Ce' } },
    ])
    const { items, left } = await loop.work({ locales: ['pl', 'de', 'ja', 'DE'] })
    expect(items.map(({ key, want }) => [key, want])).toEqual([
      ['a', ['pl', 'ja']],
      ['b', undefined],
    ])
    expect(left).toBe(5)
  })

  it('keeps its size limit, with long texts too, and always has one row', async () => {
    await loop.push(numbered(isNightly ? 120 : 60, ` ${'long 長い '.repeat(30)}{n, plural, other {#}}`))
    for (const max_bytes of [2000, ...atNight([5000]), 16_000]) {
      for (const wanted of [{ locale: 'de' }, { locales: 'all' }]) {
        const packet = await loop.work({ ...wanted, max_bytes, limit: 200 })
        const size = Buffer.byteLength(JSON.stringify(packet))
        expect(size).toBeLessThanOrEqual(max_bytes)
        expect(size).toBeGreaterThan(max_bytes - 1500)
      }
    }
    await loop.push({ big: 'x'.repeat(5000), next: 'Next' }, {}, 'big/en.json')
    const { rows, packets } = await walk({ file: 'big/en.json', max_bytes: 2000 })
    expect(rows.map(({ key }) => key)).toEqual(['big', 'next'])
    expect(packets).toHaveLength(2)
  })
})

describe('a work packet of a gettext file', () => {
  const HEAD = (forms: string): string =>
    `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: ${forms}\\n"\n\n`

  it('has no key that is the text itself, but context, note and the reference of short texts', async () => {
    const long = 'A text of more than three words'
    const content = `${HEAD('nplurals=2; plural=(n != 1);')}#. A verb\n#: a.c:1\nmsgid "Open"\nmsgstr ""\n
#: b.c:2 c.c:3\nmsgctxt "door\u200b"\nmsgid "Open"\nmsgstr ""\n\n#: d.c:4\nmsgid "${long}"\nmsgstr ""\n`
    await loop.push(content, {}, 'po/en.po')
    const { items } = await loop.work()
    expect(items).toEqual([
      { id: 'e1', src: expect.any(String), text: 'Open', note: 'A verb' },
      { id: 'e2', src: expect.any(String), text: 'Open', context: 'door<U+200B>', at: 'b.c:2' },
      { id: 'e3', src: expect.any(String), text: long },
    ])
  })

  it('has the plural forms that the check of the same file requires', async () => {
    const content = `${HEAD('nplurals=2; plural=(n != 1);')}msgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] ""\nmsgstr[1] ""\n`
    await loop.push(content, {}, 'po/en.po')
    const packet = await loop.work({ locale: 'pl' })
    const [row] = packet.items
    expect(row).toMatchObject({ forms: { one: '%d file', other: '%d files' } })
    const categories = packet.forms?.['pl']?.required ?? []
    expect(categories.length).toBeGreaterThan(0)
    const forms = Object.fromEntries(categories.map(category => [category, `%d ${category}`]))
    const sent = { id: row?.id ?? '', src: row?.src ?? '' }
    expect(await loop.submit([{ ...sent, forms }], { locale: 'pl' })).toMatchObject({ accepted: 1 })
  })
})

it('the plural forms of a work packet are those of whole numbers, as the check requires them', async () => {
  const other = await openLoop(['fr', 'cs', 'ar'])
  onTestFinished(other.close)
  await other.push({ n: '{n, plural, one {# file} other {# files}}', r: '{n, selectordinal, one {#st} other {#th}}' })
  const packet = await other.work({ locales: 'all' })
  expect(packet).toMatchObject({
    forms: {
      fr: { required: ['one', 'other'], optional: ['many'] },
      cs: { required: ['one', 'few', 'other'], optional: ['many'] },
      ar: { required: ['one', 'two', 'few', 'many', 'other'], optional: ['zero'] },
    },
    ordinals: { fr: { required: ['one', 'other'] }, cs: { required: ['other'] }, ar: { required: ['other'] } },
  })
})

describe('the guidance of a work packet', () => {
  const write = (tool: string, more: object) => loop.ada.call(tool, { target: 'ada', ...more })

  beforeEach(async () => {
    await write('save_voice', {
      voice: { tone: 'playful', formality: 'informal', guidelines: 'Be brief. '.repeat(20) },
    })
    const terms = Array.from({ length: 30 }, (_, at) => ({
      term: `word${at}`,
      definition: `What word ${at} means, at some length, so that it takes room`,
      translations: { de: { translation: `Wort${at}` } },
    }))
    await write('save_glossary', { upsert: terms })
  })

  it('is the voice, and the terms that occur in its rows', async () => {
    await loop.push({ a: 'A word1 here', b: 'Nothing', c: 'word2 there' })
    const packet = await loop.work<Guided>()
    expect(packet.voice).toContain('playful')
    expect(packet.terms?.map(({ term }) => term)).toEqual(['word1', 'word2'])
    const first = await loop.work<Guided>({ limit: 1 })
    expect(first.terms?.map(({ term }) => term)).toEqual(['word1'])
  })

  it('never exceeds half of the packet, which has fewer rows instead', async () => {
    await loop.push(
      Object.fromEntries(Array.from({ length: 120 }, (_, at) => [`k${at}`, `Some word${at % 30} in text ${at}`])),
    )
    for (const max_bytes of [2000, ...atNight([3000, 6000]), 16_000]) {
      for (const wanted of [{ locale: 'de' }, { locales: 'all' }]) {
        const packet = await loop.work<Guided>({ ...wanted, max_bytes, limit: 200 })
        expect(Buffer.byteLength(JSON.stringify(packet)), `${max_bytes}`).toBeLessThanOrEqual(max_bytes)
        expect(packet.items.length).toBeGreaterThan(1)
        expect(packet.voice).toBeDefined()
        expect(packet.terms?.length ?? 0).toBeGreaterThan(0)
      }
    }
    const { rows } = await walk({ max_bytes: 2500 })
    expect(rows).toHaveLength(120)
  })

  it('names the minimum size for many locales', async () => {
    const locales = 'af am ar az be bg bn bs ca cs cy da de el eo es et eu fa fi fil fr ga gl gu'.split(' ')
    const other = await openLoop(locales)
    onTestFinished(other.close)
    await other.push({ a: '{n, plural, one {#} other {#}}', b: '{n, plural, one {#} other {#}}' })
    const fault = await refused(other.work({ locales: 'all', max_bytes: 2000, limit: 1 }))
    const least = Number(/at least (\d+)/.exec(fault.fix ?? '')?.[1])
    expect(
      Buffer.byteLength(JSON.stringify(await other.work({ locales: 'all', max_bytes: least, limit: 1 }))),
    ).toBeLessThan(least)
  })
})

describe('the cursors of get_work', () => {
  beforeEach(async () => {
    await loop.push(numbered(23))
    await loop.push(numbered(9), {}, 'other/en.json')
    const { items } = await loop.work({ locale: 'ja' })
    const some = items.filter((_, at) => at % 3 === 0).map(({ id, src }) => ({ id, src, text: 'は' }))
    await loop.submit(some, { locale: 'ja' })
    const others = (await loop.work({ locale: 'pl', file: 'other/en.json' })).items
    await loop.submit(
      others.map(({ id, src }) => ({ id, src, text: 'po' })),
      { locale: 'pl' },
    )
    await loop.submit([{ key: 'k22', file: 'locales/en.json', texts: { de: 'x', pl: 'x', ja: 'x' } }])
  })

  it('reach every unit exactly once in file order, for any filter', async () => {
    await loop.push({ ...numbered(23), k3: 'Branch 3', extra: 'Extra' }, { branch: 'f' })
    for (const query of [
      { locale: 'de' },
      { locale: 'ja' },
      { locales: ['ja', 'de'] },
      { locales: 'all' },
      { locales: 'all', file: 'other/en.json' },
      { locale: 'ja', file: 'locales/en.json' },
      { locale: 'ja', branch: 'f' },
      { locales: 'all', branch: 'f' },
      { locales: 'all', branch: 'f', file: 'locales/en.json' },
    ]) {
      const whole = await loop.work({ ...query, limit: 200 })
      expect(whole).not.toHaveProperty('next_cursor')
      for (const limit of [...atNight([1, 2, 7]), 4]) {
        const { rows, packets } = await walk({ ...query, limit })
        const told = `${JSON.stringify(query)} ${limit}`
        expect(
          rows.map(({ id, want }) => [id, want]),
          told,
        ).toEqual(whole.items.map(({ id, want }) => [id, want]))
        expect(
          packets.every(({ left }) => left === whole.left),
          told,
        ).toBe(true)
        expect(packets.length, told).toBe(Math.ceil(whole.items.length / limit))
      }
      const small = await walk({ ...query, max_bytes: 2000 })
      expect(small.rows).toHaveLength(whole.items.length)
    }
  })

  it('reach an end that explains how to start again', async () => {
    const first = await loop.work({ limit: 200 })
    const part = await loop.work({ limit: first.items.length - 1 })
    const sent = first.items.slice(-1).map(({ id, src }) => ({ id, src, text: 'x' }))
    await loop.submit(sent)
    expect(await loop.work({ limit: first.items.length - 1, cursor: part.next_cursor })).toMatchObject({
      items: [],
      left: first.left - 1,
      next: expect.stringContaining('without cursor'),
    })
  })

  it('continue after submissions in between', async () => {
    const first = await loop.work({ limit: 5 })
    await loop.submit(first.items.map(({ id, src }) => ({ id, src, text: 'x' })))
    const second = await loop.work({ limit: 5, cursor: first.next_cursor })
    expect(second.items.map(({ key }) => key)).toEqual(['k5', 'k6', 'k7', 'k8', 'k9'])
    expect((await loop.work({ limit: 5 })).items).toEqual(second.items)
  })

  it('are rejected by another query', async () => {
    await loop.push({ a: 'A' }, { branch: 'f' })
    const { next_cursor: cursor } = await loop.work({ limit: 1 })
    for (const other of [{ locale: 'pl' }, { branch: 'f' }, { file: 'other/en.json' }, { locales: ['de', 'ja'] }]) {
      const fault = await refused(loop.work({ ...other, cursor }))
      expect([fault.code, fault.message], JSON.stringify(other)).toEqual([
        'invalid_input',
        expect.stringContaining('does not belong'),
      ])
    }
    expect((await refused(loop.work({ cursor: 'nonsense' }))).code).toBe('invalid_input')
  })
})

describe('a get_work query', () => {
  it('accepts a locale in any spelling, and lists the locales for an unknown one', async () => {
    await loop.push({ a: 'A' })
    expect(await loop.work({ locale: 'DE' })).toMatchObject({ locale: 'de' })
    const fault = await refused(loop.work({ locale: 'de-AT' }))
    expect(fault).toMatchObject({
      code: 'invalid_input',
      fix: 'The project’s target locales are de, ja, pl. Did you mean de?',
    })
    // The nearest spelling is another language, which nobody should write by mistake.
    expect((await refused(loop.work({ locale: 'da' }))).fix).not.toContain('Did you mean')
    expect((await refused(loop.work({ locales: ['de', 'fr'] }))).message).toContain('"fr"')
    expect(await refused(loop.call('get_work'))).toMatchObject({
      message: 'locale is missing.',
      fix: 'Add locale or locales. Target locales: de, ja, pl.',
    })
    const both = { project: loop.project, locale: 'de', locales: ['ja'] }
    expect((await refused(loop.ada.call('get_work', both))).message).toBe('locale and locales are both given.')
  })

  it('accepts at most fifty locales', async () => {
    const world = await openWorld()
    onTestFinished(world.close)
    const ada = await world.user('ada')
    const target_locales =
      'af am ar az be bg bn bs ca cs cy da de el eo es et eu fa fi fil fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko ky lo lt lv mk ml mn mr ms my nb ne'.split(
        ' ',
      )
    for (const [project, count] of [
      ['ada/fifty', 50],
      ['ada/more', 51],
    ] as const) {
      await ada.call('create_project', { project, source_locale: 'en', target_locales: target_locales.slice(0, count) })
      const files = [{ path: 'en.json', content: JSON.stringify(numbered(40, '{n, plural, other {#}}')) }]
      await ada.call('push_source', { project, files })
    }
    const packet = await ada.call<Packet>('get_work', { project: 'ada/fifty', locales: 'all', limit: 10 })
    expect(Buffer.byteLength(JSON.stringify(packet))).toBeLessThanOrEqual(16_000)
    expect(packet.items).toHaveLength(10)
    const fault = await refused(ada.call('get_work', { project: 'ada/more', locales: 'all' }))
    expect(fault.fix).toContain('at most 50')
  })
})
