import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS } from '../../../src/tools/projects/default-settings.ts'
import { type Answer, type Item, type Loop, openLoop, type Translation } from '../loop.ts'

let loop: Loop

beforeEach(async () => {
  loop = await openLoop()
  await loop.push({ a: 'Apple' })
})
afterEach(() => loop.close())

type Kind = Translation['texts'][number]['origin']['kind']

/** Makes the text of `a` somebody else's, or approved. */
const make = (change: { kind?: Kind; state?: 'approved' | 'needs_review'; faulty?: boolean }): Promise<void> =>
  loop.alter('a', ({ texts }) => ({
    texts: texts.map(text => ({
      ...text,
      state: change.state ?? text.state,
      origin: { ...text.origin, kind: change.kind ?? text.origin.kind },
      findings: change.faulty === true ? [{ id: 'placeholders', level: 'error' as const, message: 'wrong' }] : [],
    })),
  }))
/** Another credential of the same person. */
const other = async (items: readonly Item[]): Promise<Answer> => {
  const made = await loop.ada.call<{ token: string }>('create_token', { name: 'other', scopes: ['project:write'] })
  const { texts } = await loop.unit('a')
  const src = texts[0]?.src.slice(0, 8)
  const caller = await loop.world.bearer(made.token)
  const sent = items.map(item => ({ src, ...item }))
  return caller.call('submit_translations', { project: loop.project, locale: 'de', items: sent })
}
const required = (): Promise<void> =>
  loop.world.services.store.transaction(async tx => {
    await tx.projects.put({ ...(await loop.record()), settings: { ...DEFAULT_SETTINGS, review: 'required' } })
  })

describe('a protected text', () => {
  for (const [name, change] of [
    ['that a person wrote', { kind: 'human' }],
    ['that was imported', { kind: 'import' }],
    ['that was approved', { state: 'approved' }],
  ] as const) {
    it(`${name} is kept, and what an agent sends is a suggestion, once`, async () => {
      await loop.submit([{ key: 'a', text: 'Apfel' }])
      await make(change)
      const before = await loop.unit('a')
      const answer = await loop.submit([{ key: 'a', text: 'Äpfelchen' }])
      expect(answer).toMatchObject({
        accepted: 0,
        suggested: 1,
        refused: [{ code: 'protected', got: 'Apfel', key: 'a' }],
        batch: expect.any(String),
      })
      await loop.submit([{ key: 'a', text: 'Äpfelchen' }])
      await loop.submit([{ key: 'a', text: 'Äpfelchen', rev: before.rev }])
      const after = await loop.unit('a')
      expect(after.suggestions).toMatchObject([
        { value: 'Äpfelchen', batch_id: answer.batch, origin: { kind: 'agent' } },
      ])
      expect({ ...after, suggestions: [] }).toEqual(before)
      expect((await loop.pull()).content).toContain('"Apfel"')
    })
  }

  it('that is locked is nobody’s work, so that an agent comes to an end', async () => {
    await loop.alter('a', () => ({ locked: true }))
    for (const branch of [undefined, 'feature']) {
      if (branch !== undefined) await loop.push({ a: 'Apple' }, { branch })
      const args = { project: loop.project, ...(branch !== undefined && { branch }) }
      expect(await loop.ada.call('get_work', { ...args, locale: 'de' })).toMatchObject({ items: [], left: 0 })
      expect(await loop.ada.call('get_status', args)).toMatchObject({ locales: [{ untranslated: 1, left: 0 }] })
    }
  })

  it('that is locked is kept always, even when its source changed', async () => {
    await loop.submit([{ key: 'a', text: 'Apfel' }])
    await loop.alter('a', () => ({ locked: true }))
    expect((await loop.submit([{ key: 'a', text: 'x' }])).refused).toMatchObject([
      { code: 'protected', why: 'The text is locked.' },
    ])
    await loop.push({ a: 'Pear' })
    expect((await loop.submit([{ key: 'a', text: 'Birne' }])).refused).toMatchObject([{ code: 'protected' }])
    expect((await loop.unit('a')).texts).toMatchObject([{ value: 'Apfel' }])
  })

  it('is not kept in a dry run as a suggestion', async () => {
    await loop.submit([{ key: 'a', text: 'Apfel' }])
    await make({ kind: 'human' })
    expect(await loop.submit([{ key: 'a', text: 'x' }], { dry_run: true })).toMatchObject({ suggested: 1 })
    expect((await loop.unit('a')).suggestions).toEqual([])
  })

  it('gives way when it has an error, and when its source changed', async () => {
    await loop.submit([{ key: 'a', text: 'Apfel' }])
    await make({ kind: 'import', faulty: true })
    expect(await loop.submit([{ key: 'a', text: 'Apfel gut' }])).toMatchObject({ accepted: 1 })
    await make({ kind: 'human' })
    await loop.push({ a: 'Pear' })
    expect(await loop.submit([{ key: 'a', text: 'Birne' }])).toMatchObject({ accepted: 1 })
  })
})

describe('the text of another agent', () => {
  it('is replaced only by whoever names its revision', async () => {
    await loop.submit([{ key: 'a', text: 'Apfel' }])
    const answer = await other([{ key: 'a', text: 'Äpfel' }])
    expect(answer.refused).toMatchObject([
      { code: 'rev_required', got: 'Apfel', rev: 1, fix: expect.stringContaining('rev 1') },
    ])
    expect((await other([{ key: 'a', text: 'Äpfel', rev: 7 }])).refused).toMatchObject([
      { code: 'rev_required', rev: 1 },
    ])
    expect(await other([{ key: 'a', text: 'Äpfel', rev: 1 }])).toMatchObject({ accepted: 1 })
    expect((await loop.submit([{ key: 'a', text: 'Apfel' }])).refused).toMatchObject([{ code: 'rev_required', rev: 2 }])
    expect((await loop.unit('a')).texts).toMatchObject([{ value: 'Äpfel', rev: 2 }])
  })

  it('is replaced freely while it is in review, or stale', async () => {
    await loop.submit([{ key: 'a', text: 'Apfel' }])
    await make({ state: 'needs_review' })
    expect(await other([{ key: 'a', text: 'Äpfel' }])).toMatchObject({ accepted: 1 })
    await loop.push({ a: 'Pear' })
    expect(await loop.submit([{ key: 'a', text: 'Birne' }])).toMatchObject({ accepted: 1 })
  })

  it('that says the same is unchanged and stays theirs', async () => {
    await loop.submit([{ key: 'a', text: 'Apfel' }])
    expect(await other([{ key: 'a', text: 'Apfel' }])).toMatchObject({ accepted: 0, unchanged: 1 })
    expect((await loop.unit('a')).texts).toMatchObject([{ origin: { credential: 'stdio' } }])
  })
})

describe('a person', () => {
  const human = async (text: string, more: object = {}): Promise<Answer> => {
    const src = (await loop.unit('a')).texts[0]?.src.slice(0, 8) ?? ''
    const ada = await loop.world.human('ada')
    const items = [{ key: 'a', src, text, ...more }]
    return ada.call('submit_translations', { project: loop.project, locale: 'de', items })
  }

  it('replaces the text of an agent, an import or another person by its revision, and theirs is then protected', async () => {
    for (const change of [{}, { kind: 'import' }, { kind: 'human' }] as const) {
      await loop.submit([{ key: 'a', text: `Apfel ${(await loop.unit('a')).rev}` }])
      await make(change)
      await loop.alter('a', ({ texts }) => ({
        texts: texts.map(text => ({ ...text, origin: { ...text.origin, credential: 'token:of-another' } })),
      }))
      const { rev, texts } = await loop.unit('a')
      expect((await human(`Neu ${rev}`)).refused, JSON.stringify(change)).toMatchObject([
        { code: 'rev_required', got: texts[0]?.value, rev },
      ])
      expect((await human(`Neu ${rev}`, { rev: rev + 5 })).refused).toMatchObject([{ code: 'rev_required', rev }])
      expect(await human(`Neu ${rev}`, { rev })).toMatchObject({ accepted: 1 })
      expect(await loop.unit('a')).toMatchObject({ texts: [{ value: `Neu ${rev}`, origin: { kind: 'human' } }] })
      expect(await loop.submit([{ key: 'a', text: 'Maschine' }])).toMatchObject({ suggested: 1 })
      await make({ kind: 'agent' })
    }
  })

  it('who replaces an approved text leaves it translated: it stays approved only by approving again', async () => {
    await loop.submit([{ key: 'a', text: 'Apfel' }])
    await make({ state: 'approved' })
    expect(await human('Äpfel', { rev: 1 })).toMatchObject({ accepted: 1 })
    expect(await loop.unit('a')).toMatchObject({ state: 'translated', texts: [{ value: 'Äpfel' }] })
  })

  it('is not held up by the review that agents need', async () => {
    await required()
    await loop.submit([{ key: 'a', text: 'Apfel' }])
    expect(await loop.unit('a')).toMatchObject({ state: 'needs_review' })
    expect(await human('Äpfel')).toMatchObject({ accepted: 1 })
    expect(await loop.unit('a')).toMatchObject({ state: 'translated' })
  })

  it('needs no revision where the note of an agent’s text changed, and one where another person wrote it', async () => {
    await loop.submit([{ key: 'a', text: 'Apfel' }])
    await loop.note('a', 'The firm')
    expect(await human('Apple')).toMatchObject({ accepted: 1 })
    await loop.alter('a', ({ texts }) => ({
      texts: texts.map(text => ({ ...text, origin: { ...text.origin, credential: 'session:of-another' } })),
    }))
    await loop.note('a', 'The fruit')
    expect((await human('Apfel')).refused).toMatchObject([{ code: 'rev_required', rev: 2 }])
  })

  it('leaves a locked text as it is, too', async () => {
    await loop.submit([{ key: 'a', text: 'Apfel' }])
    await loop.alter('a', () => ({ locked: true }))
    expect(await human('Äpfel', { rev: 1 })).toMatchObject({
      suggested: 1,
      refused: [{ code: 'protected', fix: expect.stringContaining('unlocked with annotate_entry') }],
    })
  })
})

describe('where the project lets agents replace', () => {
  const allow = (): Promise<void> =>
    loop.world.services.store.transaction(async tx => {
      await tx.projects.put({ ...(await loop.record()), settings: { ...DEFAULT_SETTINGS, agents_replace: true } })
    })

  it('what people wrote, an agent does it by naming the revision, and only then', async () => {
    await allow()
    await loop.submit([{ key: 'a', text: 'Apfel' }])
    await make({ kind: 'human' })
    expect(await loop.submit([{ key: 'a', text: 'Äpfel' }])).toMatchObject({
      suggested: 1,
      refused: [{ code: 'protected', got: 'Apfel', rev: 1, fix: expect.stringContaining('with rev 1') }],
    })
    expect((await loop.submit([{ key: 'a', text: 'Äpfel', rev: 9 }])).refused).toMatchObject([
      { code: 'rev_required', rev: 1 },
    ])
    expect(await loop.submit([{ key: 'a', text: 'Äpfel', rev: 1 }])).toMatchObject({ accepted: 1 })
    expect(await loop.unit('a')).toMatchObject({ texts: [{ value: 'Äpfel', origin: { kind: 'agent' } }] })
  })

  it('a text that was approved waits for a review, and a locked one stays', async () => {
    await allow()
    await loop.submit([{ key: 'a', text: 'Apfel' }])
    await make({ state: 'approved' })
    expect(await loop.submit([{ key: 'a', text: 'Äpfel', rev: 1 }])).toMatchObject({ accepted: 1 })
    expect(await loop.unit('a')).toMatchObject({ state: 'needs_review' })
    await loop.alter('a', () => ({ locked: true }))
    expect(await loop.submit([{ key: 'a', text: 'Birne', rev: 2 }])).toMatchObject({ suggested: 1 })
  })
})

describe('the state of an accepted text', () => {
  it('is needs_review where the project requires review', async () => {
    await required()
    expect(await loop.submit([{ key: 'a', text: 'Apfel' }])).toMatchObject({ accepted: 1, left: { de: 0 } })
    expect(await loop.unit('a')).toMatchObject({
      state: 'needs_review',
      stale: null,
      texts: [{ state: 'needs_review' }],
    })
  })

  it('is needs_review where an approved text went stale, and translated where a translated one did', async () => {
    await loop.submit([{ key: 'a', text: 'Apfel' }])
    await loop.push({ a: 'Pear' })
    expect(await loop.unit('a')).toMatchObject({ state: 'translated', stale: { reason: 'source_changed' } })
    await loop.submit([{ key: 'a', text: 'Birne' }])
    expect(await loop.unit('a')).toMatchObject({ state: 'translated', stale: null })
    await make({ state: 'approved' })
    await loop.push({ a: 'Plum' })
    expect(await loop.unit('a')).toMatchObject({ state: 'approved', stale: { reason: 'source_changed' } })
    await loop.submit([{ key: 'a', text: 'Pflaume' }])
    expect(await loop.unit('a')).toMatchObject({ state: 'needs_review', stale: null })
  })
})

describe('a note that changes', () => {
  const statusOf = (): Promise<{ locales: unknown[] }> => loop.ada.call('get_status', { project: loop.project })

  it('makes the text of an agent stale, and work, until a text is written with the new one', async () => {
    await loop.submit([{ key: 'a', text: 'Apfel' }])
    await loop.note('a', 'The firm, not the fruit')
    expect(await loop.unit('a')).toMatchObject({ state: 'translated', stale: { reason: 'note_changed' }, work: true })
    expect((await loop.work()).items).toMatchObject([
      { note: 'The firm, not the fruit', before: { source: 'Apple', text: 'Apfel', why: 'note_changed' } },
    ])
    expect(await statusOf()).toMatchObject({ locales: [{ stale: 1, left: 1, words_left: 1 }] })
    expect(await loop.submit([{ key: 'a', text: 'Apple' }])).toMatchObject({ accepted: 1, left: { de: 0 } })
    expect(await loop.unit('a')).toMatchObject({ stale: null, work: false, texts: [{ value: 'Apple' }] })
  })

  it('in a pushed file does the same, and the text can be said to hold by sending it again', async () => {
    const po = (note: string): string =>
      `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n#. ${note}\nmsgid "Pear"\nmsgstr ""\n`
    const file = 'po/en.po'
    await loop.push(po('A fruit'), {}, file)
    const [row] = (await loop.work({ file })).items
    const item = { id: row?.id ?? '', src: row?.src ?? '', text: 'Birne' }
    await loop.submit([item])
    expect((await loop.work({ file })).items).toEqual([])
    await loop.push(po('A colour'), {}, file)
    expect((await loop.work({ file })).items).toMatchObject([
      { id: row?.id, note: 'A colour', before: { source: 'Pear', text: 'Birne', why: 'note_changed' } },
    ])
    expect(await loop.submit([item])).toMatchObject({ accepted: 1 })
    expect((await loop.work({ file })).items).toEqual([])
    await loop.push(po('A fruit'), {}, file)
    expect((await loop.work({ file })).items).toMatchObject([{ before: { why: 'note_changed' } }])
  })

  it('and the same text again say that it still holds', async () => {
    await loop.submit([{ key: 'a', text: 'Apfel' }])
    await loop.note('a', 'The fruit')
    expect(await loop.submit([{ key: 'a', text: 'Apfel' }])).toMatchObject({ accepted: 1, left: { de: 0 } })
    expect(await loop.unit('a')).toMatchObject({ stale: null, rev: 2 })
  })

  it('and changes back leaves nothing stale', async () => {
    await loop.note('a', 'The fruit')
    await loop.submit([{ key: 'a', text: 'Apfel' }])
    await loop.note('a', 'The firm')
    expect(await loop.unit('a')).toMatchObject({ stale: { reason: 'note_changed' } })
    await loop.note('a', 'The fruit')
    expect(await loop.unit('a')).toMatchObject({ stale: null, work: false })
  })

  for (const [name, change] of [
    ['that a person wrote', { kind: 'human' }],
    ['that was imported', { kind: 'import' }],
    ['that was approved', { state: 'approved' }],
  ] as const) {
    it(`makes a text ${name} stale, for a person: it is no work, and what an agent sends is a suggestion`, async () => {
      await loop.submit([{ key: 'a', text: 'Apfel' }])
      await make(change)
      await loop.note('a', 'The firm')
      expect(await loop.unit('a')).toMatchObject({ stale: { reason: 'note_changed' }, work: false })
      expect(await loop.work()).toMatchObject({ items: [], left: 0 })
      expect(await statusOf()).toMatchObject({ locales: [{ stale: 1, left: 0, words_left: 0, suggestions: 0 }] })
      expect(await loop.submit([{ key: 'a', text: 'Apple' }])).toMatchObject({
        suggested: 1,
        refused: [{ code: 'protected' }],
      })
      expect(await loop.unit('a')).toMatchObject({ stale: { reason: 'note_changed' }, texts: [{ value: 'Apfel' }] })
      expect(await statusOf()).toMatchObject({ locales: [{ suggestions: 1 }] })
    })
  }
})

describe('a source that returns to what it was', () => {
  it('brings its text back, as it was, and takes it out of the work', async () => {
    await loop.submit([{ key: 'a', text: 'Apfel' }])
    await make({ state: 'approved' })
    await loop.push({ a: 'Pear' })
    expect(await loop.unit('a')).toMatchObject({ stale: { reason: 'source_changed' }, work: true, state: 'approved' })
    await loop.submit([{ key: 'a', text: 'Birne' }])
    expect(await loop.unit('a')).toMatchObject({ stale: null, work: false, state: 'needs_review' })
    await loop.push({ a: 'Apple' })
    expect(await loop.unit('a')).toMatchObject({ stale: null, work: false, state: 'approved' })
    expect((await loop.pull()).content).toContain('Apfel')
  })
})

describe('an entry that is not to be translated', () => {
  it('is no work, whatever its texts', async () => {
    const { entry_id } = await loop.unit('a')
    const { store } = loop.world.services
    const entry = await store.read.entries.get(entry_id)
    if (entry === undefined) throw new Error('no entry')
    await store.transaction(tx => tx.entries.put({ ...entry, do_not_translate: true }))
    await loop.alter('a', () => ({}))
    await loop.push({ a: 'Apple' }, { branch: 'f' })
    for (const more of [{}, { branch: 'f' }]) {
      expect(await loop.work(more)).toMatchObject({ items: [], left: 0 })
      const status = await loop.ada.call('get_status', { project: loop.project, ...more })
      expect(status).toMatchObject({ locales: [{ untranslated: 1, left: 0, words_left: 0 }] })
    }
  })
})

describe('an imported text that waits for a review', () => {
  it('is what its file does not stand by, so an agent may replace it', async () => {
    await loop.submit([{ key: 'a', text: 'Apfel' }])
    await make({ kind: 'import', state: 'needs_review' })
    expect(await loop.work()).toMatchObject({
      left: 1,
      items: [{ key: 'a', before: { text: 'Apfel', why: 'needs_review' } }],
    })
    expect(await loop.submit([{ key: 'a', text: 'Der Apfel' }])).toMatchObject({ accepted: 1, left: { de: 0 } })
  })

  it('is confirmed by sending the same text', async () => {
    await loop.submit([{ key: 'a', text: 'Apfel' }])
    await make({ kind: 'import', state: 'needs_review' })
    expect(await loop.submit([{ key: 'a', text: 'Apfel' }])).toMatchObject({ accepted: 1, left: { de: 0 } })
  })
})

describe('an error that a person chose to ignore', () => {
  it('refuses no text of that unit any more, and still those of others', async () => {
    await loop.push({ a: 'Hello {name}', b: 'Bye {name}' })
    const wrong = [{ key: 'a', text: 'Hallo' }]
    expect(await loop.submit(wrong)).toMatchObject({ accepted: 0, refused: [{ code: 'invalid' }] })
    await loop.alter('a', () => ({
      ignores: [{ finding: 'placeholders', reason: 'no room', user_id: 'ada', at: '2027-03-01T12:00:00.000Z' }],
    }))
    expect(await loop.submit(wrong)).toMatchObject({ accepted: 1 })
    expect(await loop.submit([{ key: 'b', text: 'Tschüss' }])).toMatchObject({ accepted: 0 })
  })
})
