import type { ToolBackend } from '../../http/mcp/tool-backend.ts'
import { loadToolList } from '../../http/mcp/tool-list.ts'
import type { BackendOptions, OpenBackend } from '../backends/backend.ts'
import { openRemote } from '../backends/choose.ts'
import { toolError } from '../backends/tool-error.ts'
import { toToolError } from '../files/tool-result.ts'
import type { Machine } from '../machine.ts'
import { openCredentials } from '../sign-in/credentials.ts'
import { createSignInCredential } from '../sign-in/sign-in-credential.ts'
import { createSignInPrompts } from './sign-in-prompts.ts'

interface ProxyOptions extends Pick<BackendOptions, 'toolsets' | 'files'> {
  readonly server: string
  /** Whether the user named the server, and not only a repository. */
  readonly isTrusted: boolean
  /** How long a repeated call waits for the user to sign in. */
  readonly waitMs?: number
}

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
