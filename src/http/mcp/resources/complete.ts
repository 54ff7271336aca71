import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { echo } from '../../../text/escape.ts'
import { findPrompt } from '../prompts.ts'
import type { ToolBackend, ToolCallContext } from '../tool-backend.ts'
import { callTool, projectNames } from './call-tool.ts'
import { TEMPLATES } from './uri.ts'

const MAX_VALUES = 100

interface CompletionRequest {
  /** Name of a template variable or a prompt argument. */
  readonly name: string
  readonly value: string
  /** Values of the variables or arguments that are filled in already. */
  readonly known: Readonly<Record<string, string>>
  /** In a prompt, `project` is `account/project`; in a template it is the second half. */
  readonly isPrompt: boolean
}

type Ref =
  | { readonly type: 'ref/prompt'; readonly name: string }
  | { readonly type: 'ref/resource'; readonly uri: string }

/**
 * Checks that a prompt or a template exists.
 * @throws ProtocolError for an unknown prompt or template.
 */
export function assertCompletable(ref: Ref): void {
  if (ref.type === 'ref/prompt') findPrompt(ref.name)
  else if (TEMPLATES.every(({ uriTemplate }) => uriTemplate !== ref.uri)) {
    const text = `Resource template ${JSON.stringify(echo(ref.uri))} does not exist. Use one from resources/templates/list.`
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, text)
  }
}

/** Completes a template variable or a prompt argument with values that the caller can access. */
export async function completeArgument(completion: CompletionRequest, backend: ToolBackend, context: ToolCallContext) {
  const all = await listValues(completion, backend, context)
  const wanted = completion.value.toLowerCase()
  const fitting = [...new Set(all)].filter(value => value.toLowerCase().startsWith(wanted))
  const values = fitting.slice(0, MAX_VALUES)
  return { completion: { values, total: fitting.length, hasMore: fitting.length > values.length } }
}

async function listValues(
  { name, known, isPrompt }: CompletionRequest,
  backend: ToolBackend,
  context: ToolCallContext,
): Promise<readonly string[]> {
  if (name === 'account' || name === 'project') {
    const names = await projectNames(backend, context)
    if (isPrompt) return names
    const pairs = names.map(one => one.split('/'))
    return name === 'account'
      ? pairs.map(([account = '']) => account)
      : pairs
          .filter(([account]) => known['account'] === undefined || account === known['account'])
          .map(pair => pair[1] ?? '')
  }
  const project = isPrompt ? known['project'] : `${known['account'] ?? ''}/${known['project'] ?? ''}`
  if (project === undefined || !/^[^/]+\/[^/]+$/.test(project)) return []
  if (name === 'run') {
    const { runs = [] } = (await callTool(backend, 'get_runs', { project }, context)) as {
      runs?: readonly { id: string }[]
    }
    return runs.map(({ id }) => id)
  }
  const { target_locales = [], files = [] } = (await callTool(backend, 'get_project', { project }, context)) as {
    target_locales?: readonly string[]
    files?: readonly { path: string }[]
  }
  if (name === 'locale') return target_locales
  return name === 'path' ? files.map(({ path }) => path) : []
}
