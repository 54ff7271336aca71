import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { beforeEach, expect, it } from 'vitest'
import { localHandle } from '../../src/auth/users/handles.ts'
import { formatById } from '../../src/l10n/formats/registry.ts'
import type { Message } from '../../src/l10n/message/message.ts'
import { stdioTransport } from '../harness/command-line.ts'
import { allTests } from '../harness/each-test.ts'
import { temporaryFolder } from '../harness/folder.ts'
import { bareEnvironment, PROGRAM } from '../harness/process.ts'
import { callByRest } from '../harness/rest-call.ts'
import { type CallTool, connectModern } from '../harness/surfaces.ts'
import { type Dragoman, startDragoman } from '../harness.ts'
import { describeWith } from '../require.ts'
import { verifies } from '../requirements.ts'
import { isNightly } from '../runs.ts'
import { localize, type Report } from './agent.ts'
import { byRest, byTheProcess, byTransferUrl, type Carrier } from './carriers.ts'
import { MASTODON, published, type RealProject, readSource, WAGTAIL } from './projects.ts'

interface Connected {
  readonly call: CallTool
  readonly carrier: Carrier
  readonly close: () => Promise<void>
}

interface Place {
  readonly service: Dragoman
  readonly token: string
  /** The working copy. */
  readonly folder: string
  readonly project: RealProject
}

const bearer = (token: string) => ({ requestInit: { headers: { authorization: `Bearer ${token}` } } })
const address = ({ service }: Place) => new URL(`${service.url}/mcp`)

/** The ways of working, each with a real client and its own way for the bytes of files. */
const WAYS: Readonly<Record<string, (place: Place) => Promise<Connected>>> = {
  'MCP 2026-07-28': async place => {
    const agent = await connectModern(
      new StreamableHTTPClientTransport(address(place), bearer(place.token)),
      '2026-07-28',
    )
    return { ...agent, carrier: byTransferUrl(agent.call, place.folder) }
  },
  'MCP 2025-11-25': async place => {
    const client = new OlderClient({ name: 'older', version: '1.0.0' })
    await client.connect(new OlderTransport(address(place), bearer(place.token)))
    const call: CallTool = async (name, args = {}) => textOf(await client.callTool({ name, arguments: args }))
    return { call, carrier: byTransferUrl(call, place.folder), close: () => client.close() }
  },
  stdio: async ({ service, folder: cwd }) => {
    const env = { DRAGOMAN_DATA_DIR: service.dataDir }
    const start = () =>
      new StdioClientTransport({
        command: process.execPath,
        args: [...PROGRAM, 'mcp'],
        cwd,
        env: { ...bareEnvironment(), ...env },
      })
    const agent = await connectModern(isNightly ? start() : stdioTransport([], env, { cwd }), '2026-07-28')
    return { ...agent, carrier: byTheProcess(agent.call) }
  },
  REST: async ({ service, token, folder, project }) => ({
    call: (tool, args = {}) => callByRest(service.url, token, tool, args),
    carrier: byRest(service.url, token, folder, project.sources),
    close: async () => undefined,
  }),
}

/** What such a client sees of an answer: the text, which is JSON unless it is an error. */
function textOf(result: object): unknown {
  const { content, isError } = result as { content: readonly { text: string }[]; isError?: boolean }
  const text = content.map(part => part.text).join('')
  if (isError === true) throw new Error(text)
  return JSON.parse(text)
}

/** The strings that the published files lack, and defects that must be rejected. */
const KNOWN: Readonly<Record<string, Readonly<Record<string, { lacking?: number; defects?: readonly string[] }>>>> = {
  [MASTODON.name]: {
    ar: { lacking: 120 },
    de: { defects: ['notification_requests.confirm_accept_multiple.message'] },
    ja: { lacking: 337 },
    pl: { lacking: 70, defects: ['notifications.group'] },
    ru: { defects: ['account_edit.verified_modal.invisible_link.details'] },
  },
  [WAGTAIL.name]: {},
}

/** By day a service and a process each walk through one of the projects; by night every way walks through both. */
const BY_DAY: Readonly<Record<string, readonly string[]>> = {
  [MASTODON.name]: ['MCP 2026-07-28'],
  [WAGTAIL.name]: ['stdio'],
}

/** Into Arabic, with six plural forms, and without the largest file of Wagtail. */
const ofDay = (whole: RealProject): RealProject => ({
  ...whole,
  sources: whole.sources.slice(-2),
  locales: whole.locales.slice(0, 1),
})

const me = localHandle(userInfo().username)

describeWith('corpus', 'the whole loop on real files', () => {
  const service = allTests(() => startDragoman())
  let folder: string
  let walks = 0

  beforeEach(async () => {
    walks += 1
    folder = await temporaryFolder()
  })

  function walkBy(ways: readonly string[]): void {
    for (const project of [MASTODON, WAGTAIL]) {
      for (const [way, connect] of Object.entries(WAYS).filter(([name]) => ways.includes(name))) {
        if (!isNightly && !BY_DAY[project.name]?.includes(way)) continue
        it(`localizes ${project.name} by ${way}`, () => walk(project, way, connect))
      }
    }
  }

  walkBy(['stdio', 'REST'])
  describeWith('curl', 'with the bytes of files carried by curl', () => {
    walkBy(['MCP 2026-07-28', 'MCP 2025-11-25'])
  })

  async function walk(whole: RealProject, way: string, connect: (typeof WAYS)[string]): Promise<void> {
    const real = isNightly ? whole : ofDay(whole)
    verifies('1.agent-status', '1.agent-translates', '2.4.content-entry', '2.4.translation')
    for (const path of real.sources) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), readSource(real, path))
    }
    const token = await service.token('everyday', me)
    const { call, carrier, close } = await connect({ service, token, folder, project: real })
    try {
      const project = `${me}/app${walks}`
      await call('create_project', { project, source_locale: 'en', target_locales: real.locales })
      const format = formatById(real.format)
      const read = new Map(real.sources.map(path => [path, format.read(readSource(real, path))]))
      const entries = [...read.values()].reduce((sum, file) => sum + file.entries.length, 0)
      expect(await carrier.push(project, real.sources)).toMatchObject({ added: entries })
      expect(await carrier.push(project, real.sources)).toMatchObject({ unchanged: entries })

      const reports: Report[] = []
      for (const locale of real.locales) {
        const texts = published(real, locale)
        const report = await localize(call, project, locale, texts, file => read.get(file)?.options.syntax ?? 'plain')
        reports.push(report)
        const { lacking, defects = [] } = KNOWN[real.name]?.[locale] ?? {}
        if (lacking !== undefined) expect(report.lacking, locale).toBe(lacking)
        expect([...report.refused.keys()], locale).toEqual(expect.arrayContaining([...defects]))
        expect(report.accepted + report.refused.size + report.lacking, locale).toBe(entries)
        expect(report.filled, locale).toBe(report.refused.size + report.lacking)
        expect(report.refused.size, locale).toBeLessThan(entries / 30)

        const paths = await carrier.pull(project, locale)
        expect(paths).toEqual(real.sources.map(source => real.target(source, locale)))
        for (const source of real.sources) {
          const pulled = format.readTarget(await readFile(join(folder, real.target(source, locale)), 'utf8'), locale)
          expect(pulled.map(({ key }) => key)).toEqual(read.get(source)?.entries.map(({ key }) => key))
          const own = texts.get(source)
          const altered = pulled.filter(({ key, value }) => {
            const text = own?.get(key)
            return text !== undefined && !report.refused.has(key) && !isCarried(text, value)
          })
          expect(altered.length, `${source} ${locale}`).toBeLessThanOrEqual(report.repaired)
        }
      }
      const { locales } = (await call('get_status', { project })) as { locales: readonly { left: number }[] }
      expect(locales.map(({ left }) => left)).toEqual(real.locales.map(() => 0))
      await takeBack(call, project)
      process.stderr.write(`${real.name} by ${way}\n${table(reports)}\n`)
    } finally {
      await close()
    }
  }
})

/** The last translations are found, read and reverted, and are work again. */
async function takeBack(call: CallTool, project: string): Promise<void> {
  verifies('1.agent-entries', '2.4.revision')
  const { changes } = (await call('list_changes', { project, limit: 1 })) as { changes: readonly { batch: string }[] }
  const batch = changes[0]?.batch ?? ''
  const { revisions } = (await call('list_changes', { project, batch, limit: 200 })) as {
    revisions: readonly { id: string; locale: string; current: boolean }[]
  }
  const [first] = revisions
  const named = { project, ids: [first?.id ?? ''], locale: first?.locale ?? '' }
  const { entries } = (await call('get_entries', named)) as { entries: readonly object[] }
  expect(entries).toHaveLength(1)
  const reverted = (await call('revert_changes', { project, batch })) as { reverted: number; left: object }
  expect(reverted.reverted).toBeGreaterThanOrEqual(revisions.length)
  expect(reverted.left).toEqual({ [first?.locale ?? '']: reverted.reverted })
}

/** Whether a file says what was accepted, in the plural forms that it has a place for. */
function isCarried(accepted: Message, written: Message): boolean {
  if (typeof accepted === 'string' || typeof written === 'string') return accepted === written
  return Object.entries(written).every(([category, text]) => accepted[category] === text)
}

function table(reports: readonly Report[]): string {
  const lines = reports.map(({ locale, accepted, repaired, refused, lacking, filled }) => {
    const why = new Map<string, number>()
    for (const ids of refused.values()) for (const id of new Set(ids)) why.set(id, (why.get(id) ?? 0) + 1)
    const reasons = [...why].map(([id, count]) => `${id} ${count}`).join(', ')
    return `  ${locale}: ${accepted} accepted (${repaired} repaired), ${refused.size} refused${reasons === '' ? '' : ` (${reasons})`}, ${lacking} lacking, ${filled} filled`
  })
  return lines.join('\n')
}
