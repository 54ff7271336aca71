import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { openLog } from '../../src/log.ts'
import { openLocalServices } from '../../src/open-services.ts'
import { runOperatorCommand } from '../../src/operator/commands.ts'
import type { SignInLink } from '../../src/operator/users/sign-in-link.ts'
import { withFolder } from '../harness/folder.ts'
import { callByRest } from '../harness/rest-call.ts'
import { startProcesses } from '../postgres/processes.ts'
import { startPostgres } from '../postgres/server.ts'
import { describeWith } from '../require.ts'
import { isNightly } from '../runs.ts'
import { openJar } from '../web/jar.ts'
import { Storm } from './storm.ts'

const KILLS = isNightly ? 20 : 1
/** Of so many kills, one is of the sessions alone: the server itself lives on. */
const SESSIONS_OF = 4
const project = 'ada/app'

const sourceStrings = (count: number): string =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, `Source ${at}`])))

describeWith('postgres-programs', 'a database that is killed under load', () => {
  // Each kind of connection and each step of each tool are tried one by one, too.
  it('ends no process and loses no acknowledged write, and every request is answered', async () => {
    const server = await startPostgres({ fsync: true })
    onTestFinished(() => server.remove())
    const database = await server.createDatabase()
    const processes = await startProcesses(2, { storeUrl: database.url })
    onTestFinished(async () => {
      for (const one of processes) await one.kill()
    })
    const urls = processes.map(({ url }) => url)
    const [url = ''] = urls
    const { token, cookie } = await enter(database.url, url)
    await callByRest(url, token, 'create_project', { project, source_locale: 'en', target_locales: ['de', 'en-XA'] })
    await callByRest(url, token, 'push_source', {
      project,
      files: [{ path: 'en.json', content: sourceStrings(300) }],
    })

    const { entries } = (await callByRest(url, token, 'get_entries', { project, limit: 20 })) as {
      readonly entries: readonly { readonly key: string; readonly src: string }[]
    }
    const hashes = new Map(entries.map(({ key, src }) => [key, src]))

    const storm = new Storm({ urls, token, cookie, project, hashes })
    const untilWritten = async (): Promise<void> => {
      const before = storm.acknowledged.size
      await expect.poll(() => storm.acknowledged.size).toBeGreaterThan(before + 10)
    }
    for (let kill = 0; kill < KILLS; kill++) {
      await untilWritten()
      if (kill % SESSIONS_OF === SESSIONS_OF - 1) await server.terminateBackends(database.url)
      else {
        await server.kill()
        // As long as a machine needs to start it again, at another time in each round.
        await sleep(100 * (kill % 16))
        await server.restart()
      }
    }
    await untilWritten()
    await storm.stop()

    const answers = [...storm.answers].toSorted(([one], [other]) => (one < other ? -1 : 1))
    process.stdout.write(
      `${KILLS} kills, ${storm.acknowledged.size} tokens created, ${storm.streams} streams; ${answers.map(([answer, n]) => `${answer}: ${n}`).join(', ')}\n`,
    )
    const unexpected = answers.filter(
      ([answer]) => !/^(stream: )?(20\d|503)$| store_unavailable$|^409 conflict$/.test(answer),
    )
    expect(unexpected).toEqual([])
    const names = await listTokenNames(urls[1] ?? '', token)
    expect([...storm.acknowledged].filter(name => !names.has(name))).toEqual([])
    const ends = await Promise.all(processes.map(one => one.stop()))
    expect(ends.map(({ code }) => code)).toEqual([0, 0])
  })
})

/** A token and a session of an operator, who is created. */
async function enter(storeUrl: string, url: string): Promise<{ readonly token: string; readonly cookie: string }> {
  return withFolder(async dataDir => {
    const config = readConfig({ DRAGOMAN_STORE_URL: storeUrl, DRAGOMAN_DATA_DIR: dataDir, DRAGOMAN_BASE_URL: url })
    const deps = { config, log: openLog('silent'), now: () => new Date() }
    const here = await openLocalServices(deps, { kind: 'command', baseUrl: () => url })
    const run = (command: string, input: unknown) =>
      runOperatorCommand(command, input, { ...here, requestId: here.services.newId() })
    const made = await run('token create', { user: 'ada', create: true, name: 'first', scopes: 'all' })
    const link = (await run('login-link', { user: 'ada', own: true, operator: false })) as SignInLink
    await here.close()
    const jar = openJar(url)
    await jar.get(new URL(link.url).pathname)
    const cookie = Array.from(jar.cookies, ([name, value]) => `${name}=${value}`).join('; ')
    return { token: (made as { token: string }).token, cookie }
  })
}

async function listTokenNames(url: string, token: string): Promise<ReadonlySet<string>> {
  const names = new Set<string>()
  for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
    const page = (await callByRest(url, token, 'list_tokens', { limit: 200, ...(cursor && { cursor }) })) as {
      readonly tokens: readonly { readonly name: string }[]
      readonly next_cursor?: string
    }
    for (const { name } of page.tokens) names.add(name)
    cursor = page.next_cursor
  }
  return names
}
