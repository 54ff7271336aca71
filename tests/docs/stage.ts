import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { readConfig } from '../../src/config.ts'
import { run } from '../harness/command-line.ts'
import { bareEnvironment, PROGRAM } from '../harness/process.ts'
import { callByRest } from '../harness/rest-call.ts'
import { type Dragoman, startDragoman } from '../harness.ts'
import type { ShellBlock } from './blocks.ts'
import { runShell } from './shell.ts'

/** What the documents assume: a server with the project acme/app, and a repository in which a user works. */
export interface Stage {
  /** The folder of the repository. */
  readonly folder: string
  /** Runs the blocks of a document in one shell, and gives what they print. */
  readonly runBlocks: (blocks: readonly ShellBlock[]) => Promise<string>
  readonly close: () => Promise<void>
}

type Call = <T>(tool: string, args: Readonly<Record<string, unknown>>) => Promise<T>
type Id<Name extends string> = Readonly<Record<Name, { readonly id: string }>>

interface Row {
  readonly id: string
  readonly key: string
  readonly src: string
}

const project = 'acme/app'
const EN = '{"hello": "Hello", "bye": "Bye", "save": "Save", "open": "Open", "close": "Close"}\n'
const SETTINGS = {
  project,
  source_locale: 'en',
  target_locales: ['de', 'pl'],
  files: [{ source: 'locales/en.json', target: 'locales/{locale}.json' }],
}
const TMX = `<?xml version="1.0"?>
<tmx version="1.4"><header srclang="en" datatype="plaintext" segtype="sentence" adminlang="en" o-tmf="x" creationtool="x" creationtoolversion="1"/>
<body><tu><tuv xml:lang="en"><seg>Close</seg></tuv><tuv xml:lang="de"><seg>Schließen</seg></tuv></tu></body></tmx>
`
/** A paid engine. It translates nothing here. */
const GPT = { type: 'openai', model: 'gpt', key: { env: 'OPENAI_API_KEY' }, prices: { input: 1, output: 2 } }

/** A request of a webhook: variables, and body.json. */
export const WEBHOOK = {
  SECRET: `whsec_${Buffer.from('0123456789abcdef').toString('base64')}`,
  WEBHOOK_ID: 'msg_1',
  WEBHOOK_TIMESTAMP: '1800000000',
}
export const WEBHOOK_BODY = '{"type":"ping"}'

export async function openStage(): Promise<Stage> {
  const home = await mkdtemp(join(tmpdir(), 'dragoman-'))
  await writeTree(home, {
    'engines.json': JSON.stringify({ engines: { gpt: GPT } }),
    // An answer that is no success ends a script, too.
    'bin/curl': '#!/bin/sh\nPATH=${PATH#*:} exec curl --fail-with-body "$@"\n',
  })
  await chmod(join(home, 'bin/curl'), 0o755)
  await symlink(PROGRAM[0], join(home, 'bin/dragoman'))
  const { engines } = readConfig({ DRAGOMAN_ENGINES_FILE: join(home, 'engines.json'), OPENAI_API_KEY: 'none' })
  const dragoman = await startDragoman({ isLocal: true, engines })
  const token = await dragoman.token('all', 'ada')
  const env = { DRAGOMAN_DATA_DIR: dragoman.dataDir, DRAGOMAN_URL: dragoman.url, DRAGOMAN_TOKEN: token }
  const call: Call = async <T>(tool: string, args: object) =>
    (await callByRest(dragoman.url, token, tool, { ...args })) as T

  await openProject(dragoman, call)
  const { stdout } = await run(['work', 'de', '--project', project], env)
  const rows = stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Row)
  const { id, src } = findRow(rows, 'close')
  await writeTree(join(home, 'app'), {
    'locales/en.json': EN,
    'locales/de.json': '{"hello": "Hallo"}\n',
    'dragoman.json': JSON.stringify(SETTINGS),
    'done.jsonl': JSON.stringify({ locale: 'de', id, src, text: 'Schließen' }),
    'old.tmx': TMX,
    'body.json': WEBHOOK_BODY,
  })
  const names = {
    ...(await createNames(call, rows)),
    '/srv/l10n': dragoman.dataDir,
    'http://localhost:4050': dragoman.url,
  }
  const shell = { ...bareEnvironment(), ...env, ...WEBHOOK, HOME: home }
  return {
    folder: join(home, 'app'),
    runBlocks: blocks => {
      const script = blocks.map(({ place, text }) => `echo '== ${place}'\n${fill(text, names)}`).join('')
      return runShell(script, join(home, 'app'), {
        ...shell,
        PATH: `${join(home, 'bin')}:${process.env['PATH'] ?? ''}`,
      })
    },
    close: async () => {
      await dragoman.stop()
      await rm(home, { recursive: true, force: true })
    },
  }
}

async function openProject(dragoman: Dragoman, call: Call): Promise<void> {
  await dragoman.token('everyday', 'grace')
  await call('create_organization', { organization: 'acme' })
  await call('create_project', { ...SETTINGS, target_locales: ['de', 'pl', 'nl', 'de-AT'] })
  await call('update_project_policy', { project, approve: 'anyone' })
  await call('push_source', { project, files: [{ path: 'locales/en.json', content: EN }] })
}

/** What the names in capitals stand for in the documents. */
async function createNames(call: Call, rows: readonly Row[]): Promise<Readonly<Record<string, string>>> {
  const submit = async (key: string, text: string): Promise<string> => {
    const { id, src } = findRow(rows, key)
    const items = [{ id, src, text }]
    const { batch } = await call<{ batch: string }>('submit_translations', { project, locale: 'de', items })
    return batch
  }
  const batch = await submit('bye', 'Tschüs')
  const { review } = await call<Id<'review'>>('create_review', { project, batch: await submit('save', 'Sichern') })
  const { run: started } = await call<Id<'run'>>('start_run', { project, locales: ['pl'], engines: ['memory'] })
  const token = await call<{ readonly id: string }>('create_token', { name: 'old', scopes: ['project:read'] })
  await submit('open', 'Öffnen')
  const { id: entry } = findRow(rows, 'open')
  await call('review_translations', { project, locale: 'de', items: [{ id: entry, action: 'approve' }] })
  await submit('open', 'Auf')
  const answer = JSON.stringify(await call('get_entries', { project, locale: 'de', ids: [entry] }))
  const [, suggestion = ''] = /"suggestions":\[\{"id":"(\w+)"/.exec(answer) ?? []
  return { BATCH: batch, REVIEW: review.id, RUN: started.id, ID: token.id, ENTRY: entry, SUGGESTION: suggestion }
}

function findRow(rows: readonly Row[], key: string): Row {
  const row = rows.find(one => one.key === key)
  if (row === undefined) throw new Error(`no work for ${key}`)
  return row
}

const fill = (text: string, names: Readonly<Record<string, string>>): string =>
  Object.entries(names).reduce(
    (filled, [name, value]) => filled.replaceAll(new RegExp(`(?<![\\w$])${name}\\b`, 'g'), value),
    text,
  )

async function writeTree(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}
