import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { type FakeGithub, openFakeGithub } from '../auth/sign-in/fake-github.ts'
import { comeBack, onward, through } from '../auth/sign-in/sign-in-steps.ts'
import { parseError, run } from '../harness/command-line.ts'
import { Refused } from '../harness/refused.ts'
import { callByRest } from '../harness/rest-call.ts'
import { type CallTool, connectModern } from '../harness/surfaces.ts'
import { type Dragoman, startDragoman } from '../harness.ts'
import { type Jar, openJar, type Seen } from '../web/jar.ts'

/** A running service with a GitHub, and the ways in which users reach it. */
export interface Stage {
  readonly dragoman: Dragoman
  /** A signed-out browser without JavaScript. */
  readonly browser: () => Jar
  /** A browser in which this user signed in by their own link; the first user is an operator. */
  readonly byLink: (handle: string) => Promise<Jar>
  /** Signs in with GitHub from the page that is open, as this login. */
  readonly byGithub: (jar: Jar, login: string) => Promise<Seen>
  /** An agent over MCP. */
  readonly agent: (token: string) => Promise<CallTool>
  /** A script over REST. */
  readonly script: (token: string) => CallTool
  /** `dragoman call`, for the server that its variables name. */
  readonly terminal: (token: string) => CallTool
  /** A command of the operator, on the machine of the server. */
  readonly machine: (...args: readonly string[]) => Promise<void>
  readonly close: () => Promise<void>
}

export async function openStory(): Promise<Stage> {
  const github: FakeGithub = await openFakeGithub()
  const dragoman = await startDragoman({ providers: [github.config], newAccounts: 'invite' })
  const { baseUrl } = dragoman.services
  const agents: { close: () => Promise<void> }[] = []
  return {
    dragoman,
    browser: () => openJar(baseUrl),
    byLink: async handle => {
      const { url } = (await dragoman.operator('login-link', { user: handle, own: true, operator: false })) as {
        url: string
      }
      const jar = openJar(baseUrl)
      await jar.get(new URL(url).pathname)
      return jar
    },
    byGithub: async (jar, login) => {
      github.account.login = login
      const location = onward(await jar.post('/login/github', {}, { follow: false }))
      return comeBack(jar, await through(location, baseUrl))
    },
    agent: async token => {
      const transport = new StreamableHTTPClientTransport(new URL(`${dragoman.url}/mcp?toolsets=all`), {
        requestInit: { headers: { authorization: `Bearer ${token}` } },
      })
      const connected = await connectModern(transport, '2026-07-28')
      agents.push(connected)
      return connected.call
    },
    script:
      token =>
      (tool, args = {}) =>
        callByRest(dragoman.url, token, tool, args),
    terminal:
      token =>
      async (tool, args = {}) => {
        const env = { DRAGOMAN_URL: dragoman.url, DRAGOMAN_TOKEN: token }
        const { code, stdout, stderr } = await run(['call', tool, '--json', '-'], env, JSON.stringify(args))
        if (code === 0) return JSON.parse(stdout)
        throw new Refused(parseError(stderr, code).code, stderr, undefined)
      },
    machine: async (...args) => {
      const { code, stderr } = await run(args, { DRAGOMAN_DATA_DIR: dragoman.dataDir })
      if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${stderr}`)
    },
    close: async () => {
      for (const { close } of agents) await close()
      await dragoman.stop()
      await github.close()
    },
  }
}
