import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { connectModern } from '../harness/surfaces.ts'
import { describeWith } from '../require.ts'
import { isNightly } from '../runs.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const id = `dragoman-test-${randomUUID().slice(0, 8)}`
/** The options of docs/self-hosting.md. */
const HARDENED = ['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges']

// The build takes minutes.
describe.skipIf(!isNightly)('the image, built from the checkout', () => {
  describeWith('podman', 'with Podman', base => {
    let scratch = ''
    let url = ''

    const podman = async (...args: readonly string[]): Promise<string> =>
      (await promisify(execFile)('podman', args, { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 })).stdout.trim()
    const shell = (line: string) => promisify(execFile)('/bin/sh', ['-c', line])
    const inside = (...args: readonly string[]) => podman('exec', id, ...args)
    const connect = async (token: string) => {
      const headers = { authorization: `Bearer ${token}` }
      return connectModern(
        new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }),
        '2026-07-28',
      )
    }
    const waitUntilHealthy = async () => {
      url = `http://localhost:${/:(\d+)$/m.exec(await podman('port', id, '4050'))?.[1]}`
      await vi.waitFor(() => podman('healthcheck', 'run', id), { timeout: 60_000, interval: 500 })
    }

    beforeAll(async () => {
      scratch = await mkdtemp(join(tmpdir(), 'dragoman-image-'))
      await podman(
        'build',
        ...(await registryOptions(scratch)),
        '--build-arg',
        `NODE_IMAGE=${base}`,
        '--format',
        'docker',
        '--tag',
        id,
        '.',
      )
      await podman(
        'run',
        '--detach',
        '--name',
        id,
        ...HARDENED,
        '--volume',
        `${id}:/data`,
        '--publish',
        '127.0.0.1::4050',
        id,
      )
      await waitUntilHealthy()
    })

    afterAll(async () => {
      await podman('rm', '--force', '--ignore', id)
      await podman('volume', 'rm', '--force', id)
      await podman('rmi', '--force', '--ignore', id)
      await rm(scratch, { recursive: true, force: true })
    })

    it('runs as a user without privileges, on a read-only root', async () => {
      expect(await inside('id', '-u')).toBe('10001')
      expect(await inside('grep', '-E', '^(CapEff|CapBnd|NoNewPrivs)', '/proc/1/status')).toMatch(
        /CapEff:\t0+\nCapBnd:\t0+\nNoNewPrivs:\t1$/,
      )
      await expect(inside('touch', '/opt/dragoman/x')).rejects.toThrow('Read-only file system')
      expect(await inside('stat', '-c', '%a %u', '/data')).toBe('700 10001')
    })

    it('has the program alone: no package manager, no sources, no tests', async () => {
      const listed = await inside('ls', '-A', '/opt/dragoman', '/usr/local/bin')
      expect(listed).toMatch(/^dist$/m)
      expect(listed).not.toMatch(/^(npm|npx|yarn|src|tests|scripts|node_modules|\.npmrc)$/m)
    })

    it('fails its health check without a server', async () => {
      const check = ['--entrypoint', 'node', id, '/opt/dragoman/deploy/healthcheck.mjs']
      await expect(podman('run', '--rm', ...check)).rejects.toThrow('ECONNREFUSED')
    })

    it('signs users in by commands beside the server, and passes doctor', async () => {
      expect(await inside('dragoman', 'login-link', '--quiet')).toMatch(/^http:\/\/localhost:4050\/login\/link\/svcl_/)
      expect(await inside('dragoman', 'doctor')).toContain('No faults found.')
    })

    it('keeps what an agent translated over a stop, which ends within the limit, and a restart', async () => {
      const token = await inside(
        'dragoman',
        'token',
        'create',
        '--user',
        'mara',
        '--create',
        '--name',
        'ci',
        '--scopes',
        'all',
        '--quiet',
      )
      const project = 'mara/app'
      const agent = await connect(token)
      await agent.call('create_project', { project, source_locale: 'en', target_locales: ['de'] })
      await agent.call('push_source', { project, files: [{ path: 'en.json', content: '{"hello": "Hello {name}"}\n' }] })
      const work = JSON.stringify(await agent.call('get_work', { project, locale: 'de' }))
      const [, item, src] = /"id":"([^"]+)".*?"src":"([^"]+)"/.exec(work) ?? []
      const items = [{ id: item, src, text: 'Hallo {name}' }]
      expect(await agent.call('submit_translations', { project, locale: 'de', items })).toMatchObject({ accepted: 1 })
      await agent.close()

      const started = Date.now()
      await podman('stop', '--time', '15', id)
      expect(Date.now() - started).toBeLessThan(12_000)
      expect(await podman('inspect', '--format', '{{.State.ExitCode}}', id)).toBe('0')
      await podman('start', id)
      await waitUntilHealthy()

      const headers = { authorization: `Bearer ${token}` }
      const file = await fetch(`${url}/api/projects/${project}/file?path=en.json&locale=de`, { headers })
      expect(await file.text()).toBe('{"hello": "Hallo {name}"}\n')
    })

    it('restores a backup of the running server to another volume', async () => {
      const other = ['--rm', '--volume', `${id}-drill:/data`]
      try {
        const file = join(scratch, 'backup.jsonl.gz')
        const copy = `--interactive --entrypoint sh ${id} -c 'umask 077; cat > /data/backup.jsonl.gz'`
        await shell(`podman exec ${id} dragoman backup - > '${file}'`)
        await shell(`podman run ${other.join(' ')} ${copy} < '${file}'`)
        await podman('run', ...other, id, 'restore', '/data/backup.jsonl.gz')
        expect(await podman('run', ...other, id, 'accounts')).toMatch(/^mara {2}user, 1 project/m)
      } finally {
        await podman('volume', 'rm', '--force', `${id}-drill`)
      }
    })
  })
})

/** The npm settings of this machine for the build, as a secret: they are in no layer. */
async function registryOptions(scratch: string): Promise<readonly string[]> {
  const [user, authority] = [join(homedir(), '.npmrc'), process.env['NODE_EXTRA_CA_CERTS']]
  const secret = join(scratch, 'npmrc')
  await (existsSync(user) ? copyFile(user, secret) : writeFile(secret, ''))
  await writeFile(secret, authority === undefined ? '' : '\ncafile=/ca.crt\n', { flag: 'a' })
  const options = ['--network', 'host', '--secret', `id=npmrc,src=${secret}`]
  return authority === undefined ? options : [...options, '--volume', `${authority}:/ca.crt:ro`]
}
