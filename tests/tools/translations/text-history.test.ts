import { beforeEach, describe, expect, it, vi } from 'vitest'
import { messageUnits } from '../../../src/l10n/message/message.ts'
import { compoundKey } from '../../../src/store/records/define.ts'
import { isNightly } from '../../runs.ts'
import { eachLoop, found } from '../loop.ts'

/** How often a source changes until the first of its texts are in the log alone. */
const MANY = isNightly ? 30 : 12

const loop = eachLoop(['de'])

const push = (text: string, more: Readonly<Record<string, unknown>> = {}) =>
  loop.push({ a: text, b: 'Never changed' }, more)
const translate = (text: string, more: Readonly<Record<string, unknown>> = {}) =>
  loop.submit([{ key: 'a', text }], more)

/** The source changes so many times, and each one is translated. */
async function live(times: number): Promise<void> {
  for (let n = 0; n < times; n++) {
    await push(`Text ${n}`)
    await translate(`Wort ${n}`)
  }
}

const entry = async () => {
  const { read } = loop.world.services.store
  const file = found(await read.files.by('path', compoundKey((await loop.record()).id, 'locales/en.json')))
  return found(await read.entries.by('place', compoundKey(file.id, 'a', '')))
}
const sizes = async () => [JSON.stringify(await entry()).length, JSON.stringify(await loop.unit('a')).length]
const status = async (more: object = {}) => {
  const { locales } = await loop.call<{ locales: readonly object[] }>('get_status', more)
  return locales[0]
}
const whole = async (more: object = {}) => {
  const { entries } = await loop.call<{ entries: readonly object[] }>('get_entries', { keys: ['a'], ...more })
  return entries[0]
}

describe('an entry whose source changed many times', () => {
  it('is no larger than one whose source changed 25 times, and so is its translation', async () => {
    await live(25)
    const young = await sizes()
    const end = isNightly ? 80 : 40
    for (let n = 25; n < end; n++) {
      await push(`Text ${n}`)
      await translate(`Wort ${n}`)
    }
    expect(await sizes()).toEqual(young)
    expect((await loop.unit('a')).texts.map(({ value }) => value)).toEqual([1, 2, 3, 4, 5].map(n => `Wort ${end - n}`))
  })

  it('shows the translation of a source that returns, however old it is', async () => {
    await live(MANY)
    await push('Text 2')
    expect(await loop.unit('a')).toMatchObject({ state: 'translated', stale: null, work: false })
    expect((await loop.pull()).content).toContain('"a": "Wort 2"')
    await push(`Text ${MANY - 1}`)
    expect((await loop.pull()).content).toContain(`"a": "Wort ${MANY - 1}"`)
  })

  it('restores no withdrawn translation', async () => {
    await push('Text')
    const { batch } = await translate('Wort')
    await loop.call('revert_changes', { batch })
    await live(20)
    await push('Text')
    expect(await loop.unit('a')).toMatchObject({ stale: { reason: 'source_changed' }, work: true })
  })

  it('shows the source of an old translation beside the new one', async () => {
    await push('The first')
    await translate('Das erste')
    for (let n = 0; n < 20; n++) await push(`Text ${n}`)
    const { items } = await loop.work()
    expect(JSON.stringify(items[0])).toContain('The first')
    expect(JSON.stringify(items[0])).toContain('Das erste')
    expect(JSON.stringify(await whole())).toContain('The first')
  })
})

describe('a branch without a push for a long time', () => {
  beforeEach(async () => {
    await push('Release')
    await translate('Ausgabe')
    await push('Release', { branch: 'old' })
    await live(MANY)
  })

  it('keeps its own source and translation', async () => {
    const branch = { branch: 'old' }
    expect(await status(branch)).toMatchObject({ translated: 1, untranslated: 1, stale: 0, left: 1 })
    expect((await loop.work(branch)).items.map(({ key: name }) => name)).toEqual(['b'])
    expect((await loop.pull(branch)).content).toContain('"a": "Ausgabe"')
    expect(await whole(branch)).toMatchObject({
      source: 'Release',
      texts: { de: { text: 'Ausgabe', state: 'translated' } },
    })
  })

  it('accepts a better translation, and keeps that of the main branch', async () => {
    expect(await translate('Neuigkeit', { branch: 'old' })).toMatchObject({ accepted: 1 })
    expect((await loop.pull({ branch: 'old' })).content).toContain('Neuigkeit')
    expect((await loop.pull()).content).toContain(`Wort ${MANY - 1}`)
    await live(MANY + 10)
    expect((await loop.pull({ branch: 'old' })).content).toContain('Neuigkeit')
  })

  it('reports its existing translation as unchanged', async () => {
    expect(await translate('Ausgabe', { branch: 'old' })).toMatchObject({ accepted: 0, unchanged: 1 })
  })

  it('restores its translation when a later one is reverted', async () => {
    const { batch } = await translate('Andere', { branch: 'old' })
    await loop.call('revert_changes', { batch })
    expect((await loop.pull({ branch: 'old' })).content).toContain('"a": "Ausgabe"')
    expect((await loop.pull()).content).toContain(`Wort ${MANY - 1}`)
  })
})

describe('the sources that an entry stores beside its own', () => {
  const LETTERS = ['a', 'b', 'c', 'd', 'e']
  const long = (letter: string, units: number) => letter.repeat(units)
  const lengths = async () => (await entry()).sources?.map(({ source }) => messageUnits(source))
  const logged = async () => (await loop.world.services.store.status()).counts['sources'] ?? 0

  it('have 2,000 characters together, and the others are in the log', async () => {
    for (const [at, letter] of LETTERS.entries()) {
      await push(long(letter, 900), { branch: letter })
      expect([await lengths(), await logged()]).toEqual([
        [undefined, [900], [900, 900]][Math.min(at, 2)],
        Math.max(0, at - 2),
      ])
    }
    for (const letter of LETTERS) {
      expect(await whole({ branch: letter })).toMatchObject({ source: long(letter, 900) })
    }
  })

  it('have as many characters as its own source if that is longer', async () => {
    await push(long('m', 3000))
    await push(long('a', 1700), { branch: 'a' })
    await push(long('b', 1300), { branch: 'b' })
    expect(await lengths()).toEqual([1300, 1700])
    await push('Short')
    expect([await lengths(), await logged()]).toEqual([[1300], 2])
    expect(await whole({ branch: 'a' })).toMatchObject({ source: long('a', 1700) })
  })

  describe('with a long source on a branch', () => {
    const branch = { branch: 'long' }
    const text = long('x', 5000)
    beforeEach(async () => {
      await push('Short')
      await push('Other', { branch: 'other' })
      await push(text, branch)
    })

    it('keep the short ones', async () => {
      expect([await lengths(), await logged()]).toEqual([[5], 1])
    })

    it('do not change the branch’s work', async () => {
      const { items } = await loop.work(branch)
      expect(items.map(({ key: name }) => name)).toEqual(['a', 'b'])
      expect(JSON.stringify(items[0])).toContain(text)
      expect(await translate('Lang', branch)).toMatchObject({ accepted: 1 })
      expect((await loop.pull(branch)).content).toContain('"a": "Lang"')
      expect(await status(branch)).toMatchObject({ translated: 1, untranslated: 1, left: 1 })
      expect(await status()).toMatchObject({ stale: 0, untranslated: 2, left: 2 })
    })

    it('are not written again by its next push, nor is the log', async () => {
      const before = await entry()
      const { id } = await loop.record()
      const history = async () => (await loop.world.services.store.read.histories.get(id))?.bytes ?? 0
      const earlier = await history()
      await loop.push({ a: text, b: 'Never changed', c: 'New' }, branch)
      expect([await entry(), await logged()]).toEqual([before, 1])
      // The batch alone.
      expect((await history()) - earlier).toBe(500)
    })
  })
})

describe('an entry whose long source no branch has anymore', () => {
  const long = 'A long text.'.repeat(400)
  const short = { branch: 'short' }
  const drop = () => loop.push({ b: 'Never changed' }, { confirm_removed: 1 })

  /** The entry follows the branch that still lists it, and its long source is in the log. */
  async function expectFollows(): Promise<void> {
    expect(await entry()).toMatchObject({ source: 'Short text', words: 2, unused_since: null })
    expect(await entry()).not.toHaveProperty('sources')
    expect((await loop.work(short)).items.map(({ key: name }) => name)).toEqual(['a', 'b'])
    expect(await whole(short)).toMatchObject({ source: 'Short text' })
    await translate('Kurz', short)
    expect((await loop.pull(short)).content).toContain('"a": "Kurz"')
  }

  it('follows another branch that lists it when the main branch does not', async () => {
    await push(long)
    await translate('Lang')
    await push('Short text', short)
    await drop()
    await expectFollows()
    await push(long)
    expect(await whole()).toMatchObject({ source: long, texts: { de: { text: 'Lang', state: 'translated' } } })
    expect((await loop.pull(short)).content).toContain('"a": "Kurz"')
  })

  it('follows it also when the other branch is deleted, and the history counts its source', async () => {
    await drop()
    await push('Short text', short)
    await push(long, { branch: 'long' })
    const { id } = await loop.record()
    const history = async () => (await loop.world.services.store.read.histories.get(id))?.bytes ?? 0
    const before = await history()
    await loop.call('delete_branch', { branch: 'long' })
    expect((await history()) - before).toBe(500 + long.length)
    await expectFollows()
    await push(long, { branch: 'long' })
    expect(await whole({ branch: 'long' })).toMatchObject({ source: long })
  })

  it('is unchanged when another branch has that source, or it is short', async () => {
    await push(long)
    await push('Short text', short)
    await push(long, { branch: 'long' })
    await push('Other')
    await drop()
    expect(await entry()).toMatchObject({ source: 'Other' })
    await push(long)
    await drop()
    expect(await entry()).toMatchObject({ source: long })
  })
})

describe('a pull of approved translations when none is approved', () => {
  /** The number of revisions that a pull reads, and its file. */
  async function pulled(): Promise<{ readonly read: number; readonly content: string | undefined }> {
    const { revisions } = loop.world.services.store.read
    const page = revisions.page.bind(revisions)
    let read = 0
    const counting = vi.spyOn(revisions, 'page').mockImplementation(async (...asked) => {
      const one = await page(...asked)
      read += one.items.length
      return one
    })
    try {
      const [file] = await loop.files({ include: 'approved' })
      return { read, content: file?.content }
    } finally {
      counting.mockRestore()
    }
  }
  const change = async (from: number, to: number): Promise<void> => {
    for (let n = from; n < to; n++) await translate(`Wort ${n}`)
  }

  it('reads no more revisions after 500 changes than after 200', async () => {
    await push('Text')
    await change(0, 200)
    const { read } = await pulled()
    await change(200, isNightly ? 500 : 250)
    expect(await pulled()).toEqual({ read, content: undefined })
    expect(read).toBe(400)
  })

  it('returns the approved translation behind any number of later ones that nobody decided on', async () => {
    const { project } = loop
    await push('Text')
    await translate('Abgenommen')
    const byHand = await loop.world.human('ada')
    const { rev } = await loop.unit('a')
    await loop.review([{ key: 'a', action: 'approve', rev }])
    const policy = { review: 'required', export: 'approved', agents_replace: true, approve: 'people' }
    await byHand.call('update_project_policy', { project, ...policy })
    const { content } = await pulled()
    const src = (await entry()).src.slice(0, 8)
    const submit = (text: string, at: number) =>
      loop.ada.call('submit_translations', { project, locale: 'de', items: [{ key: 'a', src, text, rev: at }] })
    let batch = ''
    for (let n = 0; n < 201; n++) ({ batch } = (await submit(`Wort ${n}`, rev + 1 + n)) as { batch: string })
    await loop.ada.call('revert_changes', { project, batch })
    expect((await loop.unit('a')).texts).toMatchObject([{ value: 'Wort 199', state: 'needs_review' }])
    expect(await pulled()).toEqual({ read: 200, content })
    expect(content).toBe('{\n  "a": "Abgenommen"\n}\n')
  })
})

describe('a key that was renamed many times', () => {
  it('stores its last names only', async () => {
    for (let n = 0; n < 40; n++) await loop.push({ [`key${n}`]: 'The same text', b: 'Another one' })
    const { read } = loop.world.services.store
    const file = found(await read.files.by('path', compoundKey((await loop.record()).id, 'locales/en.json')))
    const renamed = found((await read.entries.list('file', file.id)).find(({ key: name }) => name === 'key39'))
    expect(renamed.other_keys).toHaveLength(20)
  })

  it('stores names up to 2,000 characters together, and always the last one', async () => {
    const names = ['a', 'b', 'c', 'd'].map(letter => letter.repeat(700))
    const longest = 'l'.repeat(2000)
    const named = async (name: string) => {
      await loop.push({ [name]: 'The same text', b: 'Another one' })
      const { read } = loop.world.services.store
      const file = found(await read.files.by('path', compoundKey((await loop.record()).id, 'locales/en.json')))
      return found(await read.entries.by('place', compoundKey(file.id, name, ''))).other_keys
    }
    for (const name of names) await named(name)
    expect(await named('now')).toEqual(names.slice(-2))
    await named(longest)
    expect(await named('again')).toEqual([longest])
  })
})
