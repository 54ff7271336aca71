import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openUser } from '../../clients/user.ts'
import { begin, type Outcome, run } from '../../harness/command-line.ts'
import { allTests, eachTest } from '../../harness/each-test.ts'
import { openFolder } from '../../harness/folder.ts'
import { type Dragoman, startDragoman } from '../../harness.ts'

/** A user at a machine of their own: a folder, credentials, and a browser. `close` removes the folder. */
export interface Desk {
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
  readonly credentialsPath: string
  readonly user: ReturnType<typeof openUser>
  run(args: readonly string[], more?: Readonly<Record<string, string>>): Promise<Outcome>
  /** Signs in by browser, to the end. */
  logIn(args?: readonly string[]): Promise<Outcome>
  /** The content of credentials.json. */
  credentials(): Promise<{
    default?: string
    servers: Record<string, { client_id?: string; sign_in?: Record<string, string> }>
  }>
  close(): Promise<void>
}

/** A secret of any kind; `svcc_` is a client ID. */
export const SECRET = /sv(?!cc)[a-z]{2}_[0-9a-f]{48}/

/** The address of the page that `login` opens. */
export const OPENED = /Opening (\S+) in your browser/

export async function openDesk(dragoman: Dragoman, handle = 'ada'): Promise<Desk> {
  const { path: folder, close } = await openFolder()
  const user = openUser(dragoman, handle)
  const env = {
    XDG_CONFIG_HOME: join(folder, 'config'),
    XDG_STATE_HOME: join(folder, 'state'),
    XDG_DATA_HOME: join(folder, 'data'),
    // Ends at once and shows nothing: the tests open the page.
    BROWSER: 'true',
  }
  const credentialsPath = join(folder, 'config', 'dragoman', 'credentials.json')
  return {
    folder,
    env,
    credentialsPath,
    user,
    run: (args, more = {}) => run(args, { ...env, ...more }, '', { cwd: folder }),
    logIn: async (args = []) => {
      const command = begin(['login', dragoman.url, ...args], env, { cwd: folder })
      const [, url = ''] = await command.seen(OPENED)
      await user.deliver(url)
      return command.ended
    },
    credentials: async () => JSON.parse(await readFile(credentialsPath, 'utf8')),
    close,
  }
}

export let dragoman: Dragoman
export let desk: Desk

/** Starts a server for all tests of a file, and gives each of them a desk. */
export function useDesk(): void {
  dragoman = allTests(() => startDragoman())
  desk = eachTest(() => openDesk(dragoman))
}
