import { z } from 'zod'
import { readTool } from '../../../src/tools/pipeline/define-tool.ts'
import { accountTarget } from '../../../src/tools/pipeline/resources.ts'
import { halfway } from '../../http/half-sent.ts'
import { modernRequest, type RpcAnswer } from '../../http/rpc.ts'
import type { TestApp } from '../../http/test-app.ts'
import { ask } from './ask.ts'

/** A call that started while it was allowed; `finish` returns `ok` or the error code. */
export interface Window {
  readonly name: string
  /** What it needs: to administer, write, read, or read more than the project exports. */
  readonly needs: 'admin' | 'write' | 'read' | 'read_more'
  /** Whether it only begins when it is finished, with what was given before. */
  readonly isNew?: true
  readonly finish: () => Promise<string>
}

interface Scene {
  readonly testApp: TestApp
  readonly account: string
  readonly token: string
}

/** Opens every such call on `account/app` for an administrator; a `reader` opens only those that read what everybody may. */
export async function openWindows(scene: Scene, reader = false): Promise<readonly Window[]> {
  const reading = [halfReadByMcp, longRead, download, resource, ...AFTER_READS]
  const writing = [wideDownload, halfWriteByRest, halfWriteByMcp, replay, waitingUpload, halfUpload, ...AFTER_WRITES]
  const windows = await Promise.all([...reading, ...(reader ? [] : writing)].map(open => open(scene)))
  // The server knows the callers of the half sent requests, because it has answered a later one.
  await ask('MCP', scene.testApp.url, scene.token, 'get_project', { project: `${scene.account}/app` })
  return windows
}

const SOURCE = '{"a":"Apple"}\n'
const POLICY = { four_eyes: false }

async function halfWriteByRest({ testApp: deps, account, token }: Scene): Promise<Window> {
  const url = `${deps.url}/api/projects/${account}/app/policy`
  const { finish } = await halfway('PATCH', url, JSON.stringify(POLICY), {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
  })
  return {
    name: 'a write over REST whose body is half sent',
    needs: 'admin',
    finish: async () => wordOf((await finish()).body),
  }
}

const halfByMcp = async ({ testApp: deps, token }: Scene, tool: string, args: object) => {
  const { body, headers } = modernRequest('tools/call', { name: tool, arguments: args }, token)
  const { finish } = await halfway('POST', `${deps.url}/mcp`, body, headers)
  return async () => rpcWord((await finish()).body as unknown as RpcAnswer)
}

const halfWriteByMcp = async (scene: Scene): Promise<Window> => ({
  name: 'a write over MCP whose body is half sent',
  needs: 'admin',
  finish: await halfByMcp(scene, 'update_project_policy', { project: `${scene.account}/app`, ...POLICY }),
})

const halfReadByMcp = async (scene: Scene): Promise<Window> => ({
  name: 'a read over MCP whose body is half sent',
  needs: 'read',
  finish: await halfByMcp(scene, 'get_project', { project: `${scene.account}/app` }),
})

/** A tool that has read its answer and not sent it, in the pipeline of all tools. */
async function longRead({ testApp: deps, account, token }: Scene): Promise<Window> {
  let goOn = (): void => undefined
  const gate = new Promise<void>(resolve => (goOn = resolve))
  let begun = (): void => undefined
  const isBegun = new Promise<void>(resolve => (begun = resolve))
  const slow = readTool({
    name: 'slow',
    title: 'Slow',
    description: 'Reads, and answers when it is told to.',
    scope: 'project:read',
    toolset: 'core',
    rest: [],
    input: z.object({ account: z.string() }),
    output: z.object({ name: z.string() }),
    structured: true,
    resource: (input, call) => accountTarget(input.account, call),
    handler: async (_input, { resource: { account: found } }) => {
      begun()
      await gate
      return { name: found.name }
    },
  })
  const { principal } = await deps.world.bearer(token)
  const { services } = deps
  const outcome = slow
    .invoke({ account }, { services, principal, surface: 'rest', requestId: 'req-slow' })
    .then(() => 'ok', codeOf)
  await isBegun
  return {
    name: 'a read that takes long',
    needs: 'read',
    finish: () => {
      goOn()
      return outcome
    },
  }
}

async function replay(scene: Scene): Promise<Window> {
  const { testApp: deps, account, token } = scene
  const args = { project: `${account}/app`, ...POLICY, idempotency_key: 'once' }
  const call = async () => (await ask('MCP', deps.url, token, 'update_project_policy', args)).word
  if ((await call()) !== 'ok') throw new Error('the first call of the key failed')
  return { name: 'a repeat of what was done, under its key', needs: 'admin', isNew: true, finish: call }
}

async function uploadPath({ testApp: deps, account, token }: Scene, path: string): Promise<string> {
  const { principal } = await deps.world.bearer(token)
  const aim = { purpose: 'source', project: `${account}/app`, branch: 'main', path }
  const [link] = await deps.services.links.issue([{ kind: 'put', ...aim, principal }])
  return `${deps.url}${link}`
}

async function waitingUpload(scene: Scene): Promise<Window> {
  const url = await uploadPath(scene, 'locales/en.json')
  return {
    name: 'an upload by an address that was given',
    needs: 'write',
    finish: async () => answerWord(await fetch(url, { method: 'PUT', body: SOURCE })),
  }
}

async function halfUpload(scene: Scene): Promise<Window> {
  const { finish } = await halfway('PUT', await uploadPath(scene, 'other/en.json'), SOURCE)
  return { name: 'an upload that is half done', needs: 'write', finish: async () => wordOf((await finish()).body) }
}

const download = async (scene: Scene): Promise<Window> => ({
  name: 'a download by an address that was given',
  needs: 'read',
  finish: await fetchByLink(scene, {}),
})

const wideDownload = async (scene: Scene): Promise<Window> => ({
  name: 'a download of more than the project exports',
  needs: 'read_more',
  finish: await fetchByLink(scene, { include: 'all' }),
})

async function fetchByLink({ testApp: deps, account, token }: Scene, more: object): Promise<() => Promise<string>> {
  const { principal } = await deps.world.bearer(token)
  const args = { project: `${account}/app`, locale: 'de', ...more }
  const [link] = await deps.services.links.issue([{ kind: 'get', args, principal }])
  return async () => answerWord(await fetch(`${deps.url}${link}`))
}

async function resource({ testApp: deps, account, token }: Scene): Promise<Window> {
  const uri = `dragoman://${account}/app/status`
  const read = async () => {
    const response = await fetch(`${deps.url}/mcp`, modernRequest('resources/read', { uri, name: uri }, token))
    return rpcWord((await response.json()) as RpcAnswer)
  }
  return { name: 'a resource by its URI', needs: 'read', isNew: true, finish: read }
}

const after =
  (needs: Window['needs'], tool: string, args: object) =>
  async ({ testApp: deps, account, token }: Scene): Promise<Window> => ({
    name: `the next ${tool}`,
    needs,
    isNew: true,
    finish: async () => (await ask('REST', deps.url, token, tool, { project: `${account}/app`, ...args })).word,
  })

const AFTER_READS = [after('read', 'get_project', {}), after('read', 'get_work', { locale: 'de' })]
const AFTER_WRITES = [
  after('admin', 'update_project_policy', POLICY),
  after('write', 'update_project', { name: 'app' }),
]

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? String(error)

/** The code of a problem; an answer has none. */
const wordOf = (body: Readonly<Record<string, unknown>>): string =>
  typeof body['code'] === 'string' ? body['code'] : 'ok'

async function answerWord(response: Response): Promise<string> {
  const text = await response.text()
  return response.ok ? 'ok' : wordOf(JSON.parse(text) as Record<string, unknown>)
}

function rpcWord({ result, error }: RpcAnswer): string {
  // A missing resource is reported in the words of the protocol, with its URI only.
  if (error?.code === -32602 && error.data?.['uri'] !== undefined) return 'not_found'
  if (error !== undefined) return wordOf(error.data ?? { code: error.message })
  const refusal = result?._meta?.['dragoman/error'] as { code?: string } | undefined
  return refusal?.code ?? 'ok'
}
