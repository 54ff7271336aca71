import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeEach, expect } from 'vitest'
import { type Outcome, run } from '../../harness/command-line.ts'
import { temporaryFolder } from '../../harness/folder.ts'
import type { Dragoman } from '../../harness.ts'
import { withoutTime } from '../without-time.ts'

let folder: string
export let repository: string
/** Where commands remember what they wrote. */
export let state: string
export let env: Readonly<Record<string, string>>
/** The project of the repository. */
export let project: string

/** Gives each test an empty repository, and a data folder of its own. */
export function useRepository(): void {
  beforeEach(async () => {
    folder = await temporaryFolder()
    repository = join(folder, 'repository')
    state = join(folder, 'state')
    env = { DRAGOMAN_DATA_DIR: join(folder, 'data'), XDG_STATE_HOME: state }
  })
}

/** From now on, commands of this test use a server instead of the data folder. */
export async function useServer(server: Dragoman): Promise<void> {
  env = { DRAGOMAN_URL: server.url, DRAGOMAN_TOKEN: await server.token('all', 'ada'), XDG_STATE_HOME: state }
}

export const dragoman = async (
  args: readonly string[],
  input = '',
  more: Readonly<Record<string, string>> = {},
): Promise<Outcome> => withoutTime(await run(args, { ...env, ...more }, input, { cwd: repository }))

/** The same, with words only. */
export const command = (...args: readonly string[]): Promise<Outcome> => dragoman(args)

/** Calls a tool about the project. */
export async function call<T = object>(tool: string, args: object): Promise<T> {
  const scopes = env['DRAGOMAN_URL'] === undefined ? ['--scopes', 'all'] : []
  const input = JSON.stringify({ project, ...args })
  const { code, stdout, stderr } = await run(['call', tool, ...scopes, '--json', input], env, '', { cwd: repository })
  expect(code, stderr).toBe(0)
  return JSON.parse(stdout) as T
}

export async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(repository, path)), { recursive: true })
    await writeFile(join(repository, path), text)
  }
}

export const read = (path: string): Promise<string> => readFile(join(repository, path), 'utf8')

export async function start(files: Readonly<Record<string, string>>): Promise<void> {
  await write(files)
  const { user } = JSON.parse((await run(['call', 'get_context'], env)).stdout) as { user: { handle: string } }
  project = `${user.handle}/app`
  expect(await command('init', '--yes', '--project', project)).toMatchObject({ code: 0, stderr: '' })
}

/** The same, and the project has what the files say. */
export async function startProject(files: Readonly<Record<string, string>>): Promise<void> {
  await start(files)
  expect(await command('push', '--create', '--translations')).toMatchObject({ code: 0, stderr: '' })
}

interface Work {
  readonly items: readonly { readonly id: string; readonly src: string; readonly rev?: number }[]
}

/** An agent changes a translation of the project. */
export async function submit(key: string, text: string, locale = 'de'): Promise<void> {
  const [row] = (await call<Work>('get_work', { locale, keys: [key] })).items
  const items = [{ id: row?.id, src: row?.src, rev: row?.rev, text }]
  expect(await call('submit_translations', { locale, items })).toMatchObject({ accepted: 1 })
}

export interface WorkLine {
  readonly key?: string
  readonly source: unknown
}

/** Three strings and their German translations. */
export const FILES = {
  'l/en.json': '{\n  "home": "Home",\n  "save": "Save",\n  "quit": "Quit"\n}\n',
  'l/de.json': '{\n  "home": "Startseite",\n  "save": "Speichern",\n  "quit": "Beenden"\n}\n',
}

export const EN = '{\n  "home": "Home",\n  "save": "Save",\n  "quit": "Quit"\n}\n'
export const german = (home: string, save = 'Sichern'): string =>
  `{\n    "home": "${home}",\n    "save": "${save}",\n    "quit": "Beenden"\n}\n`

/** A string catalog with all locales. */
export const XCSTRINGS = (home: string): string =>
  `{
  "sourceLanguage" : "en",
  "strings" : {
    "home" : {
      "localizations" : {
        "de" : {
          "stringUnit" : {
            "state" : "translated",
            "value" : "${home}"
          }
        },
        "en" : {
          "stringUnit" : {
            "state" : "translated",
            "value" : "Home"
          }
        }
      }
    }
  },
  "version" : "1.0"
}
`
