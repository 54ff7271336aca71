import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../errors.ts'
import type { ToolBackend } from '../../http/mcp/tool-backend.ts'
import { loadToolList } from '../../http/mcp/tool-list.ts'
import type { BackendOptions, OpenBackend } from '../backends/backend.ts'
import { openRemote } from '../backends/choose.ts'
import { toolError } from '../backends/error-answer.ts'
import { toToolError } from '../files/tool-result.ts'
import type { Machine } from '../machine.ts'
import { PROJECT_FILE } from '../repository/project-file.ts'
import { openCredentials } from '../sign-in/credentials.ts'
import type { SignInPrompt } from '../sign-in/oauth-server.ts'
import { openBrowser } from '../sign-in/open-browser.ts'
import type { StartedSignIn } from '../sign-in/sign-in.ts'
import { createSignInCredential, findSignIn } from '../sign-in/sign-in-credential.ts'

/** Below the shortest time after which clients give up a call. */
const MAX_WAIT_MS = 20_000

interface PromptOptions {
  readonly machine: Machine
  readonly server: string
  /** Whether the user named the server. For one that only a repository names, no browser opens and nothing is sent. */
  readonly isTrusted: boolean
  /** How long a repeated call waits for the user. */
  readonly waitMs?: number
}

/** Signs the user of a stdio server in while it runs: the agent passes on where, and calls again. */
interface SignInPrompts {
  /** Returns undefined when the user is signed in. Otherwise starts a sign-in, or waits for the running one, and returns the error for the agent. */
  check(): Promise<AppError | undefined>
  /** Ends a sign-in that still waits. */
  stop(): void
}

export function createSignInPrompts({
  machine,
  server,
  isTrusted,
  waitMs = MAX_WAIT_MS,
}: PromptOptions): SignInPrompts {
  const file = openCredentials(machine)
  const { browser } = machine.config
  const stopping = new AbortController()
  let running: Promise<StartedSignIn> | undefined
  const isSignedIn = async (): Promise<boolean> => findSignIn(await file.read(), server) !== undefined

  const start = async (): Promise<StartedSignIn> => {
    const { startSignIn } = await import('../sign-in/sign-in.ts')
    const method = browser === undefined ? 'device' : 'browser'
    const started = await startSignIn({ machine, file }, { server, method, signal: stopping.signal })
    if (browser !== undefined) openBrowser(browser, started.prompt.url)
    return started
  }

  const begin = async (): Promise<AppError> => {
    const own = start()
    running = own
    try {
      return toPromptError(server, (await own).prompt, browser !== undefined)
    } catch (error) {
      if (running === own) running = undefined
      throw error
    }
  }

  const wait = async (started: Promise<StartedSignIn>): Promise<AppError | undefined> => {
    const { prompt, done } = await started
    try {
      const outcome = await Promise.race([done, sleep(waitMs, undefined, { ref: false })])
      if (outcome === undefined) return toPromptError(server, prompt, false)
      running = undefined
      return undefined
    } catch (error) {
      // Denied or expired: the next call starts another one.
      running = undefined
      throw error
    }
  }

  return {
    check: async () => {
      try {
        if (await isSignedIn()) return undefined
        if (!isTrusted) return untrustedError(server)
        return await (running === undefined ? begin() : wait(running))
      } catch (error) {
        if (error instanceof AppError) return error
        throw error
      }
    },
    stop: () => stopping.abort(),
  }
}

const untrustedError = (server: string): AppError =>
  new AppError('invalid_token', `You are not signed in to ${server}, which only ${PROJECT_FILE} names.`, {
    fix: dragoman => `Ask your user to run ${dragoman(`login ${server}`)} if they trust it. Then call again.`,
  })

function toPromptError(server: string, { url, code }: SignInPrompt, isOpened: boolean): AppError {
  const where = isOpened
    ? `A page opened in your user's browser. Ask them to sign in there, or at ${url}.`
    : `Ask your user to sign in at ${url}.`
  const check = code === undefined ? '' : ` The page must show the code ${code}.`
  return new AppError('invalid_token', `You are not signed in to ${server}.`, {
    fix: `${where}${check} Then call again.`,
  })
}

type ProxyOptions = Pick<BackendOptions, 'toolsets' | 'files'> & Omit<PromptOptions, 'machine'>

/**
 * Creates the backend of a stdio server that uses the sign-in of `dragoman login`. It starts without one: the first call then starts a sign-in at a server
 * that the user named, and tells the agent where the user finishes it. Tools are listed without the server, so that a client never waits for it at its start.
 */
export async function openProxyBackend(machine: Machine, options: ProxyOptions): Promise<OpenBackend> {
  const { server, toolsets } = options
  const credential = createSignInCredential({ machine, file: openCredentials(machine), server })
  const prompts = createSignInPrompts({ machine, ...options })
  const guard = (signedIn: ToolBackend): ToolBackend => ({
    list: () => loadToolList(toolsets),
    call: async (name, args, context) => {
      const refusal = await prompts.check()
      if (refusal !== undefined) return toolError(refusal, 'sign-in', machine.command)
      const result = await signedIn.call(name, args, context)
      if (result.isError !== true || toToolError(result).code !== 'invalid_token') return result
      // The server ended the sign-in. Another reason, such as a suspended user, is the answer.
      const ended = await prompts.check()
      return ended === undefined ? result : toolError(ended, 'sign-in', machine.command)
    },
    readResource: async (uri, context) => {
      const refusal = await prompts.check()
      if (refusal !== undefined) throw refusal
      if (signedIn.readResource === undefined) throw new Error('a remote backend reads resources')
      return signedIn.readResource(uri, context)
    },
  })
  return {
    ...(await openRemote(machine, server, credential, { ...options, surface: 'stdio', guard })),
    close: async () => prompts.stop(),
  }
}
