import type { AddressInfo } from 'node:net'
import { cpus, loadavg } from 'node:os'
import { mintSecret } from '../src/auth/secrets.ts'
import { startSession } from '../src/auth/users/sessions.ts'
import { createRateLimiter } from '../src/http/limits/rate-limits.ts'
import { createHttpServer } from '../src/http/server.ts'
import { LOCALES, openTestApp, PROJECT } from './l10n/test-app.ts'
import { median } from './load.ts'
import { countReads } from './web/counted-store.ts'
import { listProjectPages } from './web/project-pages.ts'
import { seedTranslations } from './web/seed.ts'

/**
 * What a page of a project costs: server time, bytes and lookups of the store, at 1,000 and 100,000 translations. `--quick` proves that everything
 * runs, not how fast. `--json` prints the figures for machines.
 */
const quick = process.argv.includes('--quick')
const json = process.argv.includes('--json')

const SIZES = quick ? [200] : [200, 20_000]
const ROUNDS = quick ? 3 : 40

interface PageCost {
  readonly translations: number
  readonly page: string
  readonly medianMs: number
  readonly worstMs: number
  readonly bytes: number
  readonly reads: number
}

const rows: PageCost[] = []
for (const size of SIZES) rows.push(...(await measure(size)))
if (json)
  console.log(JSON.stringify({ machine: { node: process.version, cores: cpus().length, load: loadavg()[0] }, rows }))
else console.table(rows)

async function measure(strings: number): Promise<readonly PageCost[]> {
  const app = await openTestApp()
  await seedTranslations(app, strings)
  const { store, take } = countReads(app.services.store)
  const services = { ...app.services, store }
  const { server } = createHttpServer(services, {
    loopbackBind: true,
    allowedHosts: [],
    trustProxy: 0,
    limits: createRateLimiter(services.now, 1000),
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const cookie = await signIn(app)
  const middle = Math.floor(strings / 2)
  const id = await findId(app, middle)
  const path = `/p/${PROJECT}/strings`
  const pages: Readonly<Record<string, string>> = {
    list: `${path}?locale=de`,
    'list of a state': `${path}?locale=de&state=untranslated`,
    'list of a search without a match': `${path}?locale=de&q=nowhere`,
    editor: `${path}/${id}?locale=de`,
    'editor in a filtered list': `${path}/${id}?locale=de&state=translated`,
    'editor in a search': `${path}/${id}?locale=de&q=trial`,
    ...(await listProjectPages(app)),
  }
  const costs: PageCost[] = []
  const request = async (address: string, init: RequestInit = {}) => {
    take()
    const begun = performance.now()
    const response = await fetch(base + address, { headers: { cookie, accept: 'text/html' }, ...init })
    const text = await response.text()
    const ms = performance.now() - begun
    if (response.status !== 200) throw new Error(`${address} answered ${response.status}: ${text.slice(0, 300)}`)
    return { ms, text, reads: take() }
  }
  const run = async (page: string, address: string, init?: () => RequestInit): Promise<void> => {
    const seen = []
    for (let round = 0; round < ROUNDS + 3; round += 1) seen.push(await request(address, init?.()))
    const times = seen.slice(3).map(({ ms }) => ms)
    const [last] = seen.slice(-1)
    costs.push({
      translations: strings * LOCALES.length,
      page,
      medianMs: Math.round(median(times) * 10) / 10,
      worstMs: Math.round(Math.max(...times) * 10) / 10,
      bytes: Buffer.byteLength(last?.text ?? ''),
      reads: last?.reads ?? 0,
    })
  }
  for (const [page, address] of Object.entries(pages)) await run(page, address)
  const { text } = await request(`${path}/${id}?locale=de`)
  const config = JSON.parse(
    /data-config="([^"]*)"/.exec(text)?.[1]?.replaceAll('&quot;', '"').replaceAll('&amp;', '&') ?? '{}',
  ) as { readonly check: string; readonly csrf: string }
  const body = new URLSearchParams({ csrf: config.csrf, src: 'x', text: 'Ein Entwurf ohne Platzhalter' }).toString()
  const headers = {
    cookie,
    accept: 'application/json',
    'content-type': 'application/x-www-form-urlencoded',
    origin: base,
  }
  await run('check while typing', config.check, () => ({ method: 'POST', headers, body }))
  server.close()
  await app.close()
  return costs
}

/** Starts a session of the user of the benchmark; returns its cookies. */
async function signIn({ services }: Awaited<ReturnType<typeof openTestApp>>): Promise<string> {
  const { value } = await services.store.transaction(async tx => {
    const user = await tx.users.by('handle', 'bench')
    if (user === undefined) throw new Error('the benchmark has no user')
    return startSession(tx, { user, method: 'link' }, { now: services.now(), newId: services.newId })
  })
  return `dragoman_session=${value}; dragoman_browser=${mintSecret('svcb').value}`
}

async function findId({ call }: Awaited<ReturnType<typeof openTestApp>>, at: number): Promise<string> {
  const { entries } = await call<{ entries: readonly { id: string }[] }>('get_entries', {
    project: PROJECT,
    keys: [`page.section${at % 40}.key${at}`],
  })
  const [entry] = entries
  if (entry === undefined) throw new Error('the string is not there')
  return entry.id
}
