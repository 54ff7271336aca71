import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Finding } from '../../../src/cli/doctor/finding.ts'
import { findDoubtfulTexts } from '../../../src/tools/doubtful-texts/find-doubtful-texts.ts'
import { run } from '../../harness/command-line.ts'
import { untilRechecked, useEarlierStore } from '../../store/earlier-store.ts'

/** In the order of projects, then locales, then strings; see tests/fixtures/stores/history.mjs. */
const HISTORY = [
  'mara/history main locales/en.json save de: "Speichern" is for "Save", the source is "Save all"',
  'mara/history main locales/en.json open de: "Datei öffnen" is for "Open the file", the source is "Open for business"',
  'mara/history main locales/en.json cancel de: "Alle abbrechen" is for "Cancel all", the source is "Cancel now"',
  'mara/history main locales/en.json remove de: "Entfernen" is for "Remove", the source is "Remove all"',
  'mara/history main locales/en.json save pl: "Zapisz" is for "Save", the source is "Save all"',
  'mara/history main locales/en.json open pl: "Otwórz plik" is for "Open the file", the source is "Open for business"',
  'mara/history main locales/en.json renewed pl: "Wyślij" is for "Send", the source is "Send it"',
]
const APP = [
  'mara/app main locales/en.json nav.home de: "Startseite" is for "Home", the source is "Home page"',
  'mara/app main locales/en.json nav.home pl: "Start" is for "Home", the source is "Home page"',
]

describe('translations that were delivered for another source before the upgrade', () => {
  const { store, dragoman } = useEarlierStore(9)

  const doctor = async (...options: readonly string[]) => {
    const { code, stdout } = await run(['doctor', ...options], { DRAGOMAN_DATA_DIR: dragoman.dataDir })
    expect(code, stdout).toBe(0)
    return stdout
  }
  const findNote = async (...options: readonly string[]): Promise<Finding | undefined> => {
    const { findings } = JSON.parse(await doctor('--json', ...options)) as { findings: readonly Finding[] }
    return findings.find(({ check }) => check === 'translations')
  }
  const send = async (method: 'POST' | 'PUT', path: string, body: object): Promise<void> => {
    const response = await fetch(`${dragoman.url}/api/projects/mara/history/${path}`, {
      method,
      headers: { authorization: `Bearer ${store.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(response.status, await response.text()).toBe(200)
  }
  const linesOf = (text: string): readonly string[] => text.split('\n').filter(line => line.includes('- mara/'))
  const push = (source: object, more: object = {}): Promise<void> =>
    send('PUT', 'files', { files: [{ path: 'locales/en.json', content: JSON.stringify(source, null, 2) }], ...more })
  const SOURCE = {
    save: 'Save all',
    cancel: 'Cancel now',
    delete: 'Delete',
    remove: 'Remove all',
    renewed: 'Send it',
    open: 'Open for business',
  }

  it('are listed with their sources, and with what to do', async () => {
    const note = await findNote()
    expect(note).toMatchObject({
      state: 'note',
      message: expect.stringMatching(/^9 translations are for another source .*: mara\/history 7, mara\/app 2\./),
      fix: expect.stringMatching(/command work .* call annotate_entry with dismiss_stale\./),
    })
    expect(note?.details?.toSorted()).toEqual([...APP, ...HISTORY].toSorted())
  })

  it('are printed once, again on request, and again when there are more', async () => {
    const line = `- ${HISTORY[1]}\n`
    const first = await doctor()
    expect(first).toContain('· note')
    expect(first).toContain(line)
    expect(first).toMatch(/\n\nNo faults found\.\n$/)
    expect(await doctor()).not.toContain('· note')
    expect(await doctor('--all')).toContain(line)
    expect(await doctor()).not.toContain('· note')
    expect((await findNote())?.state).toBe('note')
    await push({ ...SOURCE, open: 'Open doors' }, { branch: 'doors' })
    expect(await doctor()).toContain(
      '- mara/history doors locales/en.json open de: "Datei öffnen" is for "Open the file", the source is "Open doors"\n',
    )
    expect(await doctor()).not.toContain('· note')
  })

  it('are listed in full on request and as JSON, and the first 20 say so', async () => {
    for (let n = 0; n < 8; n++) {
      await push({ ...SOURCE, open: `Open ${n}`, save: `Save ${n}`, cancel: `Cancel ${n}` }, { branch: `b${n}` })
    }
    const count = (await findNote())?.details?.length ?? 0
    expect(count).toBeGreaterThan(30)
    const first = await doctor()
    expect(linesOf(first)).toHaveLength(20)
    expect(first).toContain(`This list is shown once. ${count - 20} translations more: `)
    const all = await doctor('--all')
    expect(linesOf(all)).toHaveLength(count)
    expect(all).toContain('This list is shown once. To repeat it: ')
  })

  it('are not noted as printed by a program that reads JSON', async () => {
    await findNote()
    expect(await doctor()).toContain('· note')
  })

  it('stay as they are', async () => {
    const files = async (): Promise<readonly string[]> => {
      const folder = join(dragoman.dataDir, 'store')
      const names = (await readdir(folder)).toSorted()
      return Promise.all(names.map(async name => `${name} ${await readFile(join(folder, name), 'utf8')}`))
    }
    await untilRechecked(dragoman)
    const before = await files()
    await doctor()
    await findNote()
    expect(await files()).toEqual(before)
  })

  it('are no longer listed when they are confirmed, written anew, or of a key that begins again', async () => {
    await send('POST', 'entries/annotate', { key: 'save', locale: 'de', dismiss_stale: true })
    const { open: _open, ...rest } = SOURCE
    await push(rest, { confirm_removed: 1 })
    await push({ ...rest, open: 'Opening hours' })
    expect((await findNote())?.details?.toSorted()).toEqual(
      [...APP, ...HISTORY].filter(line => !/ (?:save de|open ..): /.test(line)).toSorted(),
    )
  })

  it('are not listed when an earlier source of the string is theirs', async () => {
    await push({ ...SOURCE, delete: 'Delete all' })
    const { first } = await findDoubtfulTexts(dragoman.services.store.read, { described: 20 })
    expect(first.map(({ key }) => key)).not.toContain('delete')
  })

  it('are searched as far as the limit, and the answer says so', async () => {
    const { read } = dragoman.services.store
    expect(await findDoubtfulTexts(read, { described: 2, records: 10_000 })).toMatchObject({
      count: 9,
      partial: false,
      first: [{}, {}],
    })
    const some = await findDoubtfulTexts(read, { described: 20, records: 3 })
    expect(some.partial).toBe(true)
    expect(some.count).toBeLessThan(9)
  })
})
