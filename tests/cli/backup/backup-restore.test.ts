import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { writeArchive } from '../../../src/store/archive/write-backup.ts'
import { openStore } from '../../../src/store/open.ts'
import type { AuditRecord } from '../../../src/store/records/identity.ts'
import { run } from '../../harness/command-line.ts'
import { temporaryFolder } from '../../harness/folder.ts'
import { startDragoman } from '../../harness.ts'
import { dumpOf, everyTable, ODD_TEXTS } from '../../store/archive-samples.ts'
import { AT } from '../../store/contract/samples.ts'

let folder: string
const at = (name: string) => join(folder, name)
const on = (dataDir: string) => ({ DRAGOMAN_DATA_DIR: at(dataDir) })

beforeEach(async () => {
  folder = await temporaryFolder()
})

/** The number of records in that backup. */
const RECORDS = Object.values(everyTable('ordinary')).flat().length

/** A backup of one record or more of each table: 2 users with an account each, a working token, grant and family, and a revoked token. */
async function sample(text = 'ordinary'): Promise<string> {
  const chunks: Buffer[] = []
  const maker = { version: '0.1.0-test', now: () => new Date(AT) }
  for await (const chunk of writeArchive(dumpOf(everyTable(text)), maker)) chunks.push(chunk)
  await writeFile(at('sample.gz'), Buffer.concat(chunks))
  return at('sample.gz')
}

/** The whole content of a data folder, table by table. No process may hold it. */
async function contentOf(dataDir: string): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const store = await openStore({ url: 'lowdb:', dataDir: at(dataDir) })
  const dump = await store.dump()
  const found: Record<string, unknown[]> = {}
  for await (const { table, records } of dump.batches()) (found[table] ??= []).push(...records)
  dump.close()
  await store.close()
  return found
}

/** Every file below a folder with the hash of its bytes. */
async function treeOf(dataDir: string): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {}
  for (const name of await readdir(at(dataDir), { recursive: true })) {
    const path = join(at(dataDir), name)
    if ((await stat(path)).isFile())
      found[name] = createHash('sha256')
        .update(await readFile(path))
        .digest('hex')
  }
  return found
}

const TOKEN = [
  'token',
  'create',
  '--user',
  'ada',
  '--create',
  '--name',
  'laptop',
  '--scopes',
  'all',
  '--quiet',
] as const

/** Collections have an order of their own. */
const sorted = (tables: object) =>
  Object.fromEntries(
    Object.entries(tables as Record<string, { id: string }[]>).map(([name, records]) => [
      name,
      records.toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    ]),
  )

const isRestore = (event: unknown): boolean => (event as AuditRecord).action === 'restore'

describe('a restore', () => {
  it('restores every table with unusual characters, and so does a backup of the result', async () => {
    const text = ODD_TEXTS.join('|')
    const restored = await run(['restore', await sample(text), '--keep-credentials'], on('a'))
    expect(restored).toMatchObject({ code: 0, stderr: '' })
    const { audit = [], ...rest } = await contentOf('a')
    const { audit: events, ...expected } = everyTable(text)
    expect(sorted(rest)).toEqual(sorted(expected))
    expect(audit.filter(event => !isRestore(event))).toEqual(events)
    expect(await run(['backup', at('again.gz')], on('a'))).toMatchObject({ code: 0 })
    expect(await run(['restore', at('again.gz'), '--keep-credentials'], on('b'))).toMatchObject({ code: 0 })
    const { audit: auditAgain = [], ...again } = await contentOf('b')
    expect(again).toEqual(rest)
    expect(auditAgain.slice(0, audit.length)).toEqual(audit)
  })

  it.each([
    ['revoked', [], 401],
    ['active with --keep-credentials', ['--keep-credentials'], 200],
  ] as const)('leaves tokens of the backup %s', async (_name, options, status) => {
    const { stdout } = await run(TOKEN, on('a'))
    await run(['backup', at('a.gz')], on('a'))
    expect(await run(['restore', at('a.gz'), ...options], on('b'))).toMatchObject({ code: 0 })
    const dragoman = await startDragoman({ dataDir: at('b') })
    const context = await fetch(`${dragoman.url}/api/context`, {
      headers: { authorization: `Bearer ${stdout.trim()}` },
    })
    expect(context.status).toBe(status)
    const made = await fetch(`${dragoman.url}/api/context`, {
      headers: { authorization: `Bearer ${await dragoman.token()}` },
    })
    expect(made.status).toBe(200)
    await dragoman.stop()
  })

  it('reports what it restored and revoked, names the next step, and adds audit events', async () => {
    const before = new Date().toISOString()
    const { stdout, code } = await run(['restore', await sample()], on('a'))
    expect(code).toBe(0)
    expect(stdout).toMatch(
      new RegExp(`^Restored ${RECORDS} records from /.*sample\\.gz\\. State of 2026-01-01T00:00:00\\.000Z:\n`),
    )
    expect(stdout).toMatch(
      /\n {2}users +2\n[^]*\nRevoked all 3 credentials of the backup\.\nNext:\n.* serve\n.* token create --name laptop/,
    )
    const { tokens = [], grants = [], families = [], audit = [] } = await contentOf('a')
    const [working, revoked] = tokens as { revoked_at: string }[]
    expect([...grants, ...families]).toMatchObject([
      { revoked_at: working?.revoked_at, revoked_for: 'restore' },
      { revoked_at: working?.revoked_at },
    ])
    expect(working?.revoked_at.localeCompare(before)).toBeGreaterThan(-1)
    expect(revoked?.revoked_at).toBe(AT)
    const shared = { action: 'restore', surface: 'control', credential: { kind: 'control' }, target: 'sample.gz' }
    expect((audit as AuditRecord[]).slice(2)).toMatchObject([
      {
        ...shared,
        user_id: 'ada',
        account_id: 'account-of-ada',
        detail: { made_at: AT, records: RECORDS, revoked: 3 },
      },
      { ...shared, user_id: 'bob', account_id: 'account-of-bob', detail: { credentials_kept: false, revoked: 0 } },
    ])
  })

  it('replaces a store with records only with --replace, and saves the old one', async () => {
    const { stdout: token } = await run(TOKEN, on('a'))
    const content = await contentOf('a')
    const refused = await run(['restore', await sample()], on('a'))
    expect(refused).toMatchObject({ code: 73, stdout: '' })
    expect(refused.stderr).toMatch(/has 4 records\.\n {7}Add --replace/)
    expect(await contentOf('a')).toEqual(content)
    const replaced = await run(['restore', at('sample.gz'), '--replace', '--json'], on('a'))
    expect(replaced).toMatchObject({ code: 0, stderr: '' })
    const report = JSON.parse(replaced.stdout) as { replaced_saved_to: string }
    expect(report).toMatchObject({ records: RECORDS, counts: { users: 2 }, credentials: 'revoked', revoked: 3 })
    expect(report).toMatchObject({ replaced_records: 4, dry_run: false })
    expect(report.replaced_saved_to).toMatch(/\/a\/backups\/before-restore-\d{8}T\d{6}\.\d{3}Z\.jsonl\.gz$/)
    expect((await stat(report.replaced_saved_to)).mode & 0o777).toBe(0o600)
    const back = await run(['restore', report.replaced_saved_to, '--keep-credentials'], on('b'))
    expect(back).toMatchObject({ code: 0 })
    const { audit = [], ...rest } = await contentOf('b')
    expect({ ...rest, audit: audit.filter(event => !isRestore(event)) }).toEqual(content)
    expect(token).toMatch(/^svca_/)
  })
})

describe('a dry run', () => {
  it('checks the backup, reports the changes, and writes nothing', async () => {
    const { stdout, code, stderr } = await run(['restore', await sample(), '--dry-run'], on('a'))
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(
      new RegExp(`sample\\.gz is valid: ${RECORDS} records, dragoman 0\\.1\\.0-test\\. State of .*\n`),
    )
    expect(stdout).toMatch(
      /\nA restore replaces 0 records.*\nA restore revokes 3 credentials\.\nNothing was changed\.\n$/,
    )
    expect(await readdir(folder)).toEqual(['sample.gz'])
  })

  it('returns the error of the real run, also beside a running server', async () => {
    const dragoman = await startDragoman({ dataDir: at('a') })
    const ended = await run(['restore', await sample(), '--dry-run', '--json'], on('a'))
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    const refusal = { code: 'folder_held', message: expect.stringContaining(`${process.pid}`) }
    expect(JSON.parse(ended.stdout)).toMatchObject({ dry_run: true, records: RECORDS, refusal })
    await dragoman.stop()
    await run(TOKEN, on('a'))
    const content = await contentOf('a')
    const tried = await run(['restore', at('sample.gz'), '--dry-run'], on('a'))
    expect(tried).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringContaining('A restore would fail now: The store in'),
    })
    const replacing = await run(['restore', at('sample.gz'), '--dry-run', '--replace'], on('a'))
    expect(replacing).toMatchObject({ code: 0, stdout: expect.stringContaining('A restore replaces 4 records') })
    expect(await contentOf('a')).toEqual(content)
    expect(await readdir(at('a'))).not.toContain('backups')
  })
})

describe('a restore is rejected', () => {
  it('while another process holds the folder, which the error names', async () => {
    const dragoman = await startDragoman({ dataDir: at('a') })
    const { code, stderr } = await run(['restore', await sample(), '--replace'], on('a'))
    expect(code).toBe(75)
    expect(stderr).toMatch(new RegExp(`Process ${process.pid}, started .*\\n {7}Stop that process`))
    expect((await fetch(`${dragoman.url}/api/context`)).status).toBe(401)
    await dragoman.stop()
  })

  it('from standard input, which cannot be read twice', async () => {
    const ended = await run(['restore', '-'], on('a'))
    expect(ended).toMatchObject({ code: 65, stderr: expect.stringMatching(/standard input.*\n {7}.*cat > /) })
    const device = await run(['restore', '/dev/stdin'], on('a'))
    expect(device).toMatchObject({ code: 65, stderr: expect.stringMatching(/not a regular file.*\n {7}.*cat > /) })
  })

  it('when the backup is damaged, and changes nothing', async () => {
    await run(TOKEN, on('a'))
    const tree = await treeOf('a')
    await writeFile(at('bad.gz'), (await readFile(await sample())).subarray(0, -1))
    for (const options of [['--replace'], ['--replace', '--dry-run']]) {
      const ended = await run(['restore', at('bad.gz'), ...options], on('a'))
      expect(ended).toMatchObject({ code: 65, stdout: '' })
      expect(ended.stderr).toMatch(/bad\.gz is damaged (near byte|at line) \d+.*\n {7}Use another copy/)
    }
    expect(await treeOf('a')).toEqual(tree)
  })

  it('when the file does not exist', async () => {
    expect(await run(['restore', at('none.gz')], on('a'))).toMatchObject({ code: 66, stdout: '' })
  })

  it('when the current store is unreadable; --replace saves its files first', async () => {
    await mkdir(at('a/store'), { recursive: true })
    await writeFile(at('a/store/manifest.json'), 'torn')
    const ended = await run(['restore', await sample()], on('a'))
    expect(ended).toMatchObject({
      code: 78,
      stderr: expect.stringMatching(/manifest\.json.*\n {7}Add --replace\. It saves/),
    })
    expect(await treeOf('a')).toEqual({ 'store/manifest.json': createHash('sha256').update('torn').digest('hex') })
    const dry = await run(['restore', at('sample.gz'), '--replace', '--dry-run'], on('a'))
    expect(dry).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/replaces a store that cannot be read.*manifest/),
    })
    const replaced = await run(['restore', at('sample.gz'), '--replace', '--json'], on('a'))
    expect(replaced).toMatchObject({ code: 0, stderr: '' })
    const report = JSON.parse(replaced.stdout) as Record<string, string>
    expect(report['replaced_unreadable']).toContain('manifest.json')
    expect(await readFile(join(report['replaced_saved_to'] ?? '', 'manifest.json'), 'utf8')).toBe('torn')
    expect((await contentOf('a'))['users']).toHaveLength(2)
  })
})
