import { readdirSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { VERSION } from '../../src/package-root.ts'
import { listBackups } from '../../src/store/archive/list-backups.ts'
import { SHAPE_VERSION } from '../../src/store/records/schema.ts'
import { run } from '../harness/command-line.ts'
import { temporaryFolder } from '../harness/folder.ts'
import { type Dragoman, startDragoman } from '../harness.ts'
import { isNightly } from '../runs.ts'
import { type EarlierStore, expectedPulls, pullAgain, STORES, storedAt, unpackStore } from './earlier-store.ts'

const FIRST_COMPLETE_SHAPE = 4
/** The first one whose stores name their version, which can then replace a newer store. */
const FIRST_NAMED_SHAPE = 9
const SHAPES = readdirSync(STORES)
  .flatMap(name => /^shape-(\d+)\.json\.gz$/.exec(name)?.slice(1).map(Number) ?? [])
  .toSorted((a, b) => a - b)

let root: string
let dataDir: string

beforeEach(async () => {
  root = await temporaryFolder()
  dataDir = join(root, 'data')
})

/** What users put in, as this version tells it. */
async function readContent({ url }: Dragoman, { token }: EarlierStore) {
  const call = async (path: string, body?: object): Promise<Response> =>
    fetch(`${url}/api/${path}`, {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    })
  const json = async <T>(path: string, body?: object): Promise<T> => (await call(path, body)).json() as Promise<T>
  const app = 'projects/mara/app'
  const file = async (locale: string) => (await call(`${app}/file?locale=${locale}&path=locales/en.json`)).text()
  const [project, de, pl, entries, voice, glossary, tokens, changes, audit, organization, invitations] =
    await Promise.all([
      json<{ name: string; target_locales: string[] }>(app),
      file('de'),
      file('pl'),
      json<{ entries: Entry[] }>(`${app}/entries/query`, { locale: 'de', file: 'locales/en.json', full: true }),
      json<{ voice?: object }>(`${app}/voice`),
      json<{ terms?: object[] }>(`${app}/glossary`),
      json<{ tokens: { name: string }[] }>('tokens'),
      json<{ changes: { kind: string }[] }>(`${app}/changes`),
      json<{ events: { action: string }[] }>('user/audit-events?limit=100'),
      json<{ name?: string }>('organizations/acme'),
      json<{ invitations?: { user: string; role: string }[] }>('organizations/acme/invitations'),
    ])
  return {
    project: [project.name, project.target_locales],
    de,
    pl,
    entries: entries.entries.map(({ key, source, comments = [], texts: { de: one } }) => [
      key,
      source,
      one?.stale === undefined ? one?.state : `${one.state}, stale since ${one.stale.source}`,
      one?.locked === true,
      ...[...comments, ...(one?.comments ?? [])].map(({ text }) => text),
    ]),
    voice: voice.voice,
    terms: glossary.terms,
    tokens: tokens.tokens.map(({ name }) => name),
    kinds: [...new Set(changes.changes.map(({ kind }) => kind))].toSorted(),
    created: audit.events.filter(({ action }) => action === 'create_project').length,
    organization: organization.name,
    invitations: invitations.invitations?.map(({ user, role }) => [user, role]),
  }
}

interface Entry {
  readonly key: string
  readonly source: string
  readonly comments?: readonly { readonly text: string }[]
  readonly texts: {
    readonly de?: {
      readonly state: string
      readonly locked?: boolean
      readonly stale?: { readonly source: string }
      readonly comments?: readonly { readonly text: string }[]
    }
  }
}

const toFile = (texts: object): string => `${JSON.stringify(texts, null, 2)}\n`

/** What tests/fixtures/stores/make.mjs put in, with the tools that the version of the shape had. */
function expected(shape: number): Awaited<ReturnType<typeof readContent>> {
  const has = <T>(since: number, value: T): T | undefined => (shape >= since ? value : undefined)
  const isReviewed = shape >= 2
  return {
    project: ['App', ['de', 'pl']],
    de: toFile({
      'nav.home': 'Startseite',
      // From shape 8 on, a pull omits a translation for which changes were requested.
      ...(shape < 8 && { 'nav.back': 'Zurück zu {page}' }),
      'cart.items': '{count, plural, one {Ein Artikel} other {# Artikel}}',
      'cart.pay': 'Jetzt zahlen',
    }),
    pl: toFile({ ...(isReviewed && { 'nav.home': 'Start' }), 'cart.pay': 'Zapłać teraz' }),
    entries: [
      ['nav.home', 'Home page', 'translated, stale since Home', false, ...(isReviewed ? ['The first page'] : [])],
      [
        'nav.back',
        'Back to {page}',
        isReviewed ? 'needs_review' : 'translated',
        false,
        ...(isReviewed ? ['Too long'] : []),
      ],
      ['cart.items', '{count, plural, one {One item} other {# items}}', 'translated', false],
      ['cart.pay', 'Pay now', 'translated', isReviewed],
      ['about.title', 'About Dragoman', 'untranslated', false],
    ],
    voice: has(2, { formality: 'informal', guidelines: 'Short sentences.' }) ?? {},
    terms: has(2, [{ term: 'Dragoman', kind: 'do_not_translate', definition: 'The product' }]) ?? [],
    tokens: ['ci'],
    kinds: isReviewed ? ['annotate', 'import', 'push', 'review', 'submit'] : ['push', 'submit'],
    created: has(9, 2) ?? 1,
    organization: has(4, 'Acme'),
    invitations: has(4, [['bob', 'admin']]),
  }
}

/** Starts the server, reads all, uses the connected app, and stops the server, which removes the folder. */
async function serveAndRead(fixture: EarlierStore) {
  const dragoman = await startDragoman({ dataDir, now: storedAt })
  try {
    const { app } = fixture
    const fields = { grant_type: 'refresh_token', ...app }
    const refreshed =
      app && (await fetch(`${dragoman.url}/oauth/token`, { method: 'POST', body: new URLSearchParams(fields) }))
    const pulls = await pullAgain(dragoman.url, fixture)
    return { content: await readContent(dragoman, fixture), refreshed: refreshed?.status, pulls }
  } finally {
    await dragoman.stop()
  }
}

/** Opens the store with a command, as the first one after an upgrade; returns the command that would restore it. */
async function openFirst(): Promise<string | undefined> {
  const { code, stdout, stderr } = await run(['server', 'status', '--json'], { DRAGOMAN_DATA_DIR: dataDir })
  expect(code, stderr).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ store: { shape: SHAPE_VERSION, writable: true } })
  if (stderr === '') return undefined
  const { restore, msg } = JSON.parse(stderr) as { restore: string; msg: string }
  // While this version is the one of the stores, its number would mislead.
  const old = VERSION === '0.1.0' ? 'the program that you ran before' : 'dragoman 0.1.0'
  expect(msg.endsWith(` restore it with ${old}`), msg).toBe(true)
  return restore
}

const expectedOf = (shape: number, fixture: EarlierStore) => ({
  content: expected(shape),
  refreshed: fixture.app && 200,
  pulls: expectedPulls(fixture),
})

const earlier = SHAPES.filter(shape => shape < SHAPE_VERSION)
const restored = isNightly ? earlier : [FIRST_COMPLETE_SHAPE, SHAPE_VERSION - 1]

it('each earlier shape has a store', () => {
  expect(earlier).toEqual(Array.from({ length: SHAPE_VERSION - 1 }, (_, n) => n + 1))
})

describe.each(SHAPES)('a store of shape %i, written by that version and killed during a push', shape => {
  it('opens with all that was put in, after one backup', async () => {
    const fixture = await unpackStore(shape, dataDir)
    const restore = await openFirst()
    const backups = await listBackups(dataDir)
    expect(backups.map(backup => backup.shape)).toEqual(shape === SHAPE_VERSION ? [] : [shape])
    if (shape !== SHAPE_VERSION) expect(restore).toContain(`restore ${backups[0]?.path}`)
    expect(await openFirst()).toBeUndefined()
    expect(await listBackups(dataDir)).toEqual(backups)
    expect(await serveAndRead(fixture)).toEqual(expectedOf(shape, fixture))
  })

  it.runIf(restored.includes(shape))('has all of it again after the restore that the upgrade names', async () => {
    const fixture = await unpackStore(shape, dataDir)
    const form = shape < FIRST_NAMED_SHAPE ? /^mv (\S+) (\S+) && .* restore (\S+)$/ : /()() restore (\S+) (--replace)$/
    const [, store = '', newer = '', backup = '', ...options] = form.exec((await openFirst()) ?? '') ?? []
    if (store !== '') await rename(store, newer)
    const restoring = await run(['restore', backup, ...options, '--keep-credentials'], { DRAGOMAN_DATA_DIR: dataDir })
    expect(restoring).toMatchObject({ code: 0 })
    expect(await serveAndRead(fixture)).toEqual(expectedOf(shape, fixture))
  })
})
