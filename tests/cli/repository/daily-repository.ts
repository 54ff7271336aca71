import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect } from 'vitest'
import { type Outcome, run } from '../../harness/command-line.ts'
import { withoutTime } from '../without-time.ts'

let folder: string
export let repository: string
export let env: Readonly<Record<string, string>>

/** Gives each test an empty repository, and a data folder of its own. */
export function useRepository(): void {
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dragoman-daily-'))
    repository = join(folder, 'repository')
    env = { DRAGOMAN_DATA_DIR: join(folder, 'data'), XDG_STATE_HOME: join(folder, 'state') }
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))
}

export const dragoman = async (
  args: readonly string[],
  input = '',
  more: Readonly<Record<string, string>> = {},
): Promise<Outcome> => withoutTime(await run(args, { ...env, ...more }, input, { cwd: repository }))

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
  expect(await dragoman(['init', '--yes', '--project', `${user.handle}/app`])).toMatchObject({ code: 0, stderr: '' })
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
