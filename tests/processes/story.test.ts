import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  Client,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { afterAll, expect, it } from 'vitest'
import type { SignInLink } from '../../src/operator/users/sign-in-link.ts'
import type { ReviewView } from '../../src/tools/reviews/view.ts'
import type { RunView } from '../../src/tools/runs/view.ts'
import { addPasskey, signInWithPasskey } from '../auth/passkeys/passkey-steps.ts'
import { createAuthenticator } from '../auth/passkeys/software-authenticator.ts'
import { openLoopback } from '../clients/loopback.ts'
import { openUser } from '../clients/user.ts'
import { openWallet } from '../clients/wallet.ts'
import { startFakeProvider } from '../engines/fake-provider.ts'
import { allTests } from '../harness/each-test.ts'
import { answerOf } from '../harness/mcp-answer.ts'
import { callByRest } from '../harness/rest-call.ts'
import type { CallTool } from '../harness/surfaces.ts'
import { openEvents } from '../http/events/event-reader.ts'
import { describeWith } from '../require.ts'
import { isNightly } from '../runs.ts'
import { type Jar, openJar } from '../web/jar.ts'
import { openPatience } from './patience.ts'
import { openSite } from './site.ts'

const project = 'ada/app'
const STRINGS = isNightly ? 48 : 32
const BATCH_SIZE = 2
const CONCURRENCY = 2
/** Requests to the engine at which its process is killed, and at which the next one is stopped. */
const KILLED_AT = 6
const STOPPED_AT = isNightly ? 14 : 11

interface Row {
  readonly id: string
  readonly src: string
  readonly text: string
}

const findUrl = (link: { readonly curl: string } | undefined): string =>
  /'(http[^']+)'$/.exec(link?.curl ?? '')?.[1] ?? ''

describeWith('postgres', 'three processes behind a round-robin proxy, one killed and one rolled', () => {
  const patience = openPatience()
  let ada: Jar
  let client: Client
  let agent: CallTool
  let review: ReviewView
  let isOver = false
  /** How much longer than usual the others pause. */
  let calm = 1

  const provider = allTests(() => startFakeProvider({ latencyMs: 200 }))
  const loopback = allTests(() => openLoopback())
  const site = allTests(() =>
    openSite({
      env: at => ({
        DRAGOMAN_LLM_PROVIDER: 'openai-compatible',
        DRAGOMAN_LLM_URL: `${provider.url}/v1`,
        DRAGOMAN_LLM_MODEL: 'fake-1',
        DRAGOMAN_LLM_API_KEY: `key-${at}`,
      }),
    }),
  )
  afterAll(async () => {
    isOver = true
    await client?.close()
  })

  /** The process that sent the last request to the engine. */
  const working = (): number => Number(provider.requests.at(-1)?.authorization?.at(-1))

  const work = (locale: string, limit: number) =>
    agent('get_work', { project, locale, limit }) as Promise<{ readonly items: readonly Row[] }>

  /** Nothing can be lost any more when the run is over. */
  const pause = (ms: number): Promise<void> => (isOver ? Promise.resolve() : sleep(ms * calm))

  async function translate(locale: string, limit: number): Promise<number> {
    const { items } = await work(locale, limit)
    const sent = items.map(({ id, src, text }) => ({ id, src, text: text.replace('Sentence', `Satz-${locale}`) }))
    if (sent.length > 0) await agent('submit_translations', { project, locale, items: sent })
    return sent.length
  }

  it('sign ada up by a link, and in by her passkey', async () => {
    const link = (await site.operator('login-link', {
      user: 'ada',
      create: true,
      own: true,
      operator: false,
    })) as SignInLink
    const first = openJar(site.url)
    expect((await first.get(link.url)).status).toBe(200)
    const laptop = createAuthenticator(site.url)
    await addPasskey(first, laptop)
    const { jar, seen } = await signInWithPasskey(site, laptop)
    expect(seen.status).toBe(303)
    ada = jar
    expect((await ada.get('/account')).text).toContain('with a passkey')
  })

  it('let her agent sign in: discovery, registration, consent, code and refresh', async () => {
    const wallet = openWallet<StoredOAuthClientInformation, StoredOAuthTokens, OAuthDiscoveryState>(loopback.url)
    const open = () => ({
      client: new Client({ name: 'agent', version: '1.0.0' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } }),
      transport: new StreamableHTTPClientTransport(new URL(`${site.url}/mcp?toolsets=all`), {
        authProvider: wallet,
        fetch: patience.fetch,
      }),
    })
    const before = open()
    await expect(before.client.connect(before.transport)).rejects.toBeInstanceOf(UnauthorizedError)
    await openUser(site).deliver(wallet.takeAuthorization())
    await before.transport.finishAuth((await loopback.next()).searchParams)
    wallet.spoilAccessToken()
    const opened = open()
    client = opened.client
    await client.connect(opened.transport)
    agent = async (name, args = {}) => answerOf(await client.callTool({ name, arguments: args }))
    expect(await agent('get_user')).toMatchObject({ handle: 'ada' })
  })

  it('take a project, its source by an upload link, terms and translations', async () => {
    await agent('create_project', { project, source_locale: 'en', target_locales: ['de', 'fr', 'es'] })
    const texts = Array.from({ length: STRINGS }, (_, at) => [`key${at}`, `Sentence number ${at} of the button`])
    const content = JSON.stringify(Object.fromEntries(texts))
    const sha256 = createHash('sha256').update(content).digest('hex')
    const files = [{ path: 'en.json', sha256, bytes: content.length }]
    const asked = (await agent('push_source', { project, files })) as { uploads: readonly { curl: string }[] }
    const put = findUrl(asked.uploads[0])
    expect((await patience.fetch(put, { method: 'PUT', body: content })).status).toBe(201)
    expect(await agent('push_source', { project, files })).toMatchObject({ added: STRINGS })
    const own = await site.token()
    await callByRest(site.url, own, 'update_project_policy', { project, review: 'required' })
    await agent('save_glossary', { target: project, upsert: [{ term: 'checkout' }] })
    expect(await agent('get_glossary', { target: project })).toMatchObject({ total: 1 })
    expect(await agent('check_text', { project, locale: 'fr', source: 'a', text: 'b' })).toMatchObject({
      results: [{ ok: true }],
    })
    while ((await translate('fr', 20)) > 0);
    review = ((await agent('create_review', { project, waiting: true, locale: 'fr' })) as { review: ReviewView }).review
    expect(review).toMatchObject({ state: 'open', total: STRINGS })
  })

  it('lose nothing when one is killed and one is rolled, while an agent, a person and a run work', async () => {
    provider.setScenario(() => (provider.requests.length < KILLED_AT ? 'ok' : 'hang'))
    const { run } = (await agent('start_run', {
      project,
      locales: ['de'],
      engines: ['llm'],
      batch_size: BATCH_SIZE,
      concurrency: CONCURRENCY,
      idempotency_key: 'the-run',
    })) as { run: RunView }
    const others = Promise.all([watchRun(run.id), watchRun(run.id), watchStatus(), translateAll(), read()])
    // Its failure is one of this test.
    others.catch(() => undefined)

    await arrive(KILLED_AT)
    const killed = working()
    const atKill = await listDone(run.id)
    await site.processes[killed]?.kill()
    provider.setScenario('ok')
    const before = provider.requests.length
    // Until the lease of the killed process ends, repetitions would meet nothing new.
    if (!isNightly) calm = 8
    await arrive(before + 1)
    calm = 1
    await arrive(STOPPED_AT)
    const rolled = working()
    expect(rolled).not.toBe(killed)
    await site.processes[killed]?.start()
    await site.processes[rolled]?.stop()
    await site.processes[rolled]?.start()

    const ended = await awaitRun(run.id)
    isOver = true
    const [first, second, heard, rounds, verdicts] = await others
    process.stderr.write(
      `${rounds} rounds of the agent, ${verdicts} verdicts, ${heard} notifications; asked again: ${patience.repeated.length} (${[...new Set(patience.repeated)].join('; ')}); slowest ${patience.slowest()}\n`,
    )
    expect(ended).toMatchObject({ state: 'completed', counts: { total: STRINGS, done: STRINGS } })
    const changes = { project, batch: ended.batch, limit: 200, max_bytes: 60_000 }
    const { revisions } = (await agent('list_changes', changes)) as { revisions: readonly { rev: number }[] }
    expect(revisions.map(({ rev }) => rev)).toEqual(Array.from({ length: STRINGS }, () => 1))
    expect(heard).toBeGreaterThan(0)
    for (const ids of [first, second]) {
      expect(ids).toHaveLength(STRINGS / BATCH_SIZE)
      expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b))
    }

    // Only what was not stored at the kill is requested twice, with the same key.
    const keys = new Map<string, string[]>()
    for (const { sources, idempotencyKey = '' } of provider.requests) {
      for (const source of sources.map(String)) keys.set(source, [...(keys.get(source) ?? []), idempotencyKey])
    }
    expect(keys.size).toBe(STRINGS)
    for (const of of keys.values()) expect(new Set(of).size).toBe(1)
    const twice = [...keys].filter(([, of]) => of.length > 1).map(([source]) => source)
    expect(atKill.filter(key => twice.some(source => source.includes(` ${key.slice(3)} `)))).toEqual([])
    expect(twice.length).toBeGreaterThan(0)
  })

  it('give all of it to the agent: from the memory, and by download links', async () => {
    const memory = { project, locale: 'fr', text: 'Sentence number 7 of the button' }
    expect(JSON.stringify(await agent('search_memory', memory))).toContain('Satz-fr number 7')
    const { locales } = (await agent('get_status', { project })) as { locales: readonly { left: number }[] }
    expect(locales.map(({ left }) => left)).toEqual([0, 0, 0])
    for (const locale of ['fr', 'es']) {
      const wanted = { project, locale, content: false, include: 'all' }
      await expect(agent('pull_translations', wanted)).rejects.toMatchObject({ code: 'insufficient_scope' })
      const { downloads } = (await agent('pull_translations', { ...wanted, preview: 'look' })) as {
        downloads: readonly { path: string; curl: string }[]
      }
      expect(downloads[0]?.path).toMatch(/^look\//)
      const text = await (await patience.fetch(findUrl(downloads[0]))).text()
      expect(text.match(new RegExp(`Satz-${locale} number \\d+ of the button`, 'g'))).toHaveLength(STRINGS)
    }
  })

  const arrive = (count: number) =>
    expect.poll(() => provider.requests.length, { timeout: 180_000 }).toBeGreaterThanOrEqual(count)

  /** The keys of the strings that the run has translated. */
  async function listDone(id: string): Promise<readonly string[]> {
    const { items } = (await agent('get_runs', { project, run: id, items: 'all', limit: 200 })) as {
      items: readonly { key: string }[]
    }
    return items.map(({ key }) => key)
  }

  async function awaitRun(id: string): Promise<RunView> {
    for (;;) {
      const { runs } = (await agent('get_runs', { project, run: id })) as { runs: readonly [RunView] }
      if (runs[0].ended_at !== undefined) return runs[0]
      await pause(200)
    }
  }

  /** The page of the run: connects again from its last event when its stream ends. Returns the numbers of all parts. */
  async function watchRun(id: string): Promise<readonly number[]> {
    const cookie = Array.from(ada.cookies, ([name, value]) => `${name}=${value}`).join('; ')
    const parts: number[] = []
    for (;;) {
      const headers = { cookie, 'sec-fetch-site': 'same-origin', 'last-event-id': String(parts.at(-1) ?? 0) }
      try {
        const { response, next } = await openEvents(`${site.url}/live/p/${project}/runs/${id}`, headers)
        if (response.status === 204) return parts
        for (let event = await next(); event !== undefined; event = await next()) {
          if (event.event === 'part') parts.push(Number(event.id))
          if (event.event === 'end') return parts
        }
      } catch {
        // The process of the stream was killed.
      }
      await sleep(100)
    }
  }

  /** The subscription of the agent: subscribes again when it ends. Returns how often it was told of changes. */
  async function watchStatus(): Promise<number> {
    let heard = 0
    client.setNotificationHandler('notifications/resources/updated', () => void (heard += 1))
    const isRunning = (): boolean => !isOver
    while (isRunning()) {
      const opened = await client
        .listen({ resourceSubscriptions: [`dragoman://${project}/status`] })
        .catch(() => undefined)
      while (isRunning() && (await Promise.race([opened?.closed ?? 'closed', sleep(200)])) === undefined);
      await opened?.close()
    }
    return heard
  }

  /** The agent works on another locale, a few strings at a time, until the run has ended. */
  async function translateAll(): Promise<number> {
    let left = STRINGS
    for (let rounds = 1; ; rounds += 1) {
      left -= await translate('es', 3)
      await agent('get_status', { project })
      await agent('get_project_context', { project })
      await pause(100)
      if (isOver && left <= 0) return rounds
    }
  }

  /** Ada reads the review of the agent's translations in the pages, and accepts it. */
  async function read(): Promise<number> {
    const browser = patience.browser(ada)
    const path = `/p/${project}/review/${review.id}`
    const toRead = review.must_see.total + review.sample.size
    await browser.get(path)
    for (let n = 1; n <= toRead; n += 1) {
      expect((await browser.post(path, { n: String(n), verdict: 'good' })).status).toBe(200)
      await pause(500)
    }
    await browser.post(path, { end: 'accept' })
    expect(await agent('get_review', { project, review: review.id })).toMatchObject({ review: { state: 'accepted' } })
    return toRead
  }
})
