import { dirname } from 'node:path'
import { parseScopeList } from '../../operator/tokens/options.ts'
import { createPatience } from '../backends/patience.ts'
import type { CliContext } from '../context.ts'
import { abortOnSignal } from '../shutdown.ts'
import { chooseServer } from './choose-server.ts'
import { openCredentials, shortenHome } from './credentials.ts'
import { openBrowser } from './open-browser.ts'
import { startSignIn } from './sign-in.ts'

interface LoginOptions {
  /** Default: the server that commands here use. */
  readonly url: string | undefined
  readonly device: boolean
  /** `--scopes` */
  readonly scopes: string | undefined
}

/** Signs in to a server and stores the credentials; returns the exit code. */
export async function logIn(context: CliContext, { url, device, scopes }: LoginOptions): Promise<number> {
  const { io, command } = context
  const machine = await context.machine()
  const server = await chooseServer(machine, url)
  const file = openCredentials(machine)
  const { now, pause, config } = machine
  const { browser } = config
  const { signal, exitCode } = abortOnSignal()
  const method = device || browser === undefined ? 'device' : 'browser'
  const scope = scopes === undefined ? undefined : parseScopeList(scopes).join(' ')
  const patience = createPatience({ now, pause, say: line => void io.stderr.write(`${line}\n`) })
  try {
    const { prompt, done } = await startSignIn({ machine, file }, { server, method, scope, signal, patience })
    if (method === 'device' || browser === undefined) {
      io.stderr.write(`Open ${prompt.url} on any device and sign in. Check that the page shows ${prompt.code ?? ''}.\n`)
    } else {
      openBrowser(browser, prompt.url)
      io.stderr.write(
        `Opening ${prompt.url} in your browser. No browser? Run ${command(`login${url === undefined ? '' : ` ${url}`} --device`)}.\n`,
      )
    }
    const { user } = await done
    const folder = shortenHome(dirname(file.path), machine.homeFolder)
    io.stdout.write(
      `Signed in to ${new URL(server).host} as ${user}. Credentials are in ${folder} (only you can read them).\n`,
    )
    if (config.remoteToken !== undefined) {
      io.stderr.write(
        'DRAGOMAN_URL and DRAGOMAN_TOKEN are set: commands use them instead. Unset them to use this sign-in.\n',
      )
    }
    return 0
  } catch (error) {
    if (signal.aborted) return exitCode()
    throw error
  }
}
