import { setTimeout as sleep } from 'node:timers/promises'
import type { CallToolResult } from '@modelcontextprotocol/server'
import { approvalLink } from '../../auth/oauth/grants/approval-link.ts'
import type { ToolBackend } from '../../http/mcp/tool-backend.ts'
import { escapeInvisible } from '../../text/escape.ts'
import { toToolError } from '../files/tool-result.ts'
import type { Io } from '../io.ts'
import { openBrowser } from './open-browser.ts'
import { parseContext } from './server-context.ts'

interface ApprovalOptions {
  readonly io: Io
  readonly server: string
  readonly browser: string | undefined
  /** Default: four seconds, below the rate limits of the server. */
  readonly pauseMs?: number
}

const MAX_WAIT_MS = 10 * 60_000

/**
 * Lets the user of a terminal allow a scope that a call lacks, and repeats the call when they have: a refused call changed nothing. Where nobody can
 * answer, the call fails with the link.
 */
export function withApproval<B extends ToolBackend>(backend: B, options: ApprovalOptions): B {
  const { io, server, browser, pauseMs = 4_000 } = options
  if (!io.stderr.isTTY) return backend
  const call: ToolBackend['call'] = async (name, args, context) => {
    let result = await backend.call(name, args, context)
    const missing = listMissingScopes(result)
    if (missing.length === 0) return result
    const link = await findApprovalLink(backend, server, missing)
    if (link === undefined) return result
    if (browser !== undefined) openBrowser(browser, link)
    const text = `${toToolError(result).message} To allow it, open ${link} (Ctrl+C stops the command).`
    io.stderr.write(`${escapeInvisible(text)}\n`)
    const deadline = AbortSignal.timeout(MAX_WAIT_MS)
    while (listMissingScopes(result).length > 0 && !deadline.aborted) {
      await sleep(pauseMs, undefined, context.signal === undefined ? {} : { signal: context.signal })
      result = await backend.call(name, args, context)
    }
    return result
  }
  return { ...backend, call }
}

function listMissingScopes(result: CallToolResult): readonly string[] {
  if (result.isError !== true) return []
  const { code, scopes = [] } = toToolError(result)
  return code === 'insufficient_scope' ? scopes : []
}

async function findApprovalLink(
  backend: ToolBackend,
  server: string,
  scopes: readonly string[],
): Promise<string | undefined> {
  const result = await backend.call('get_context', {}, { client: undefined })
  if (result.isError === true) return undefined
  const { via } = parseContext(result, server)
  return via.kind === 'grant' && via.id !== undefined ? approvalLink(server, via.id, scopes) : undefined
}
