import { execFile, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { Environment } from '../../src/config.ts'
import { run } from '../harness/command-line.ts'
import { temporaryFolder } from '../harness/folder.ts'
import { listen } from '../harness/listen.ts'
import { startDragoman } from '../harness.ts'
import { describeWith } from '../require.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const GUIDE = 'docs/self-hosting.md'

interface Service {
  readonly read_only: boolean
  readonly cap_drop: readonly string[]
  readonly security_opt: readonly string[]
  readonly restart: string
  readonly mem_limit: string
  readonly stop_grace_period?: string
  readonly environment: Readonly<Record<string, string>>
  readonly healthcheck: { readonly test: string }
  readonly ports?: readonly string[]
  readonly volumes: readonly string[]
}

interface Compose {
  readonly services: Readonly<Record<string, Service>> & { readonly dragoman: Service }
  readonly volumes: Readonly<Record<string, unknown>>
}

const composeFiles = ['deploy/compose.yaml', 'deploy/compose.caddy.yaml'].map(
  path => [path, parse(read(path)) as Compose] as const,
)
/** Directives of a unit, each with all its values. */
const unit = (path: string): ReadonlyMap<string, readonly string[]> => {
  const lines = [...read(path).matchAll(/^(\w+)=(.*)$/gm)]
  return new Map(
    lines.map(([, name = '']) => [name, lines.flatMap(([, key, value = '']) => (key === name ? [value] : []))]),
  )
}
const service = unit('deploy/dragoman.service')
const backup = unit('deploy/dragoman-backup.service')
const network = unit('deploy/dragoman-backup-postgres.conf')
const MEGABYTES: Readonly<Record<string, number>> = { m: 1, g: 1024 }
const toMegabytes = (size: string): number => Number.parseInt(size, 10) * (MEGABYTES[size.slice(-1).toLowerCase()] ?? 0)

describe.each(composeFiles)('%s', (_, { services, volumes }) => {
  it('gives each service a read-only root, no privileges, a memory limit, a health check and a restart', () => {
    for (const each of Object.values(services)) {
      expect(each).toMatchObject({ read_only: true, cap_drop: ['ALL'], restart: 'unless-stopped' })
      expect(each.security_opt).toContain('no-new-privileges:true')
      expect(toMegabytes(each.mem_limit)).toBeGreaterThan(0)
      expect(each.healthcheck.test).toMatch(/^\w/)
    }
  })

  it('keeps data in named volumes only', () => {
    const mounted = Object.values(services).flatMap(each => each.volumes.map(volume => volume.split(':')[0] ?? ''))
    expect(mounted.filter(name => !name.startsWith('./')).toSorted()).toEqual(Object.keys(volumes).toSorted())
    expect(services.dragoman.volumes).toEqual(['data:/data'])
  })

  it('publishes Dragoman to this machine only, or not at all', () => {
    expect((services.dragoman.ports ?? []).filter(port => !port.startsWith('127.0.0.1:'))).toEqual([])
  })

  it('gives V8 three quarters of the memory', () => {
    const heap = Number(/=(\d+)$/.exec(services.dragoman.environment['NODE_OPTIONS'] ?? '')?.[1])
    expect(heap).toBe(toMegabytes(services.dragoman.mem_limit) * 0.75)
  })

  it('waits longer than the server needs to stop', () => {
    expect(Number.parseInt(services.dragoman.stop_grace_period ?? '0', 10)).toBeGreaterThan(9)
  })
})

it('compose.caddy.yaml counts Caddy as the one proxy, and Caddy forwards to the port of Dragoman without buffering', () => {
  const [, [, { services }] = ['', { services: undefined }]] = composeFiles
  expect(services?.dragoman.environment).toMatchObject({ DRAGOMAN_TRUST_PROXY: '1' })
  expect(read('deploy/Caddyfile')).toMatch(/reverse_proxy dragoman:4050 \{[^}]*flush_interval -1/)
  expect(read('Dockerfile')).toContain('EXPOSE 4050')
  expect(Environment.parse({}).DRAGOMAN_PORT).toBe(4050)
})

describe('the units of systemd', () => {
  it.each([
    ['dragoman.service', service],
    ['dragoman-backup.service', backup],
  ])('%s runs without privileges', (_, directives) => {
    const wanted = {
      User: ['dragoman'],
      UMask: ['0077'],
      ProtectSystem: ['strict'],
      ProtectHome: ['yes'],
      NoNewPrivileges: ['yes'],
      PrivateTmp: ['yes'],
      CapabilityBoundingSet: [''],
      SystemCallFilter: ['@system-service', '~@privileged @resources'],
    }
    for (const [name, values] of Object.entries(wanted)) expect(directives.get(name), name).toEqual(values)
    expect(directives.has('MemoryDenyWriteExecute'), 'V8 compiles in memory').toBe(false)
  })

  it('restart a server that failed, except for a fault that needs an operator, and wait for its end', () => {
    expect(service.get('Restart')).toEqual(['on-failure'])
    expect(service.get('RestartPreventExitStatus')).toEqual(['78'])
    expect(Number(service.get('TimeoutStopSec')?.[0])).toBeGreaterThan(9)
  })

  it('give V8 three quarters of the memory', () => {
    const heap = Number(/=(\d+)$/m.exec(service.get('Environment')?.join('\n') ?? '')?.[1])
    expect(heap).toBe(toMegabytes(service.get('MemoryMax')?.[0] ?? '') * 0.75)
  })

  it('let a backup reach a database in the network with a drop-in only', () => {
    expect([backup.get('PrivateNetwork'), backup.get('RestrictAddressFamilies')]).toEqual([['yes'], ['AF_UNIX']])
    // systemd adds these families to those of the unit.
    const families = { PrivateNetwork: ['no'], RestrictAddressFamilies: ['AF_INET AF_INET6'] }
    const order = { After: ['network-online.target'], Wants: ['network-online.target'] }
    expect(Object.fromEntries(network)).toEqual({ ...order, ...families })
    expect(read(GUIDE)).toContain('dragoman-backup-postgres.conf /etc/systemd/system/dragoman-backup.service.d/')
  })

  describeWith('systemd', 'as systemd reads them', program => {
    it('have no fault, and the drop-in opens the network alone', async () => {
      const folder = await temporaryFolder()
      const files = readdirSync(join(ROOT, 'deploy')).filter(name => /\.(service|timer)$/.test(name))
      for (const name of files) {
        // The program itself is not installed here.
        const text = read(`deploy/${name}`).replaceAll('/usr/local/bin/dragoman serve', '/bin/true')
        await writeFile(join(folder, name), text)
      }
      const analyze = (...words: readonly string[]) =>
        spawnSync(program, words, {
          encoding: 'utf8',
          env: { PATH: process.env['PATH'], SYSTEMD_UNIT_PATH: `${folder}:` },
        })
      const exposed = (): readonly string[] =>
        analyze('security', '--offline=true', '--no-pager', 'dragoman-backup.service')
          .stdout.split('\n')
          .flatMap(line => /^✗ (\S+)/.exec(line)?.[1] ?? [])
      const before = exposed()
      await mkdir(join(folder, 'dragoman-backup.service.d'))
      await writeFile(
        join(folder, 'dragoman-backup.service.d/postgres.conf'),
        read('deploy/dragoman-backup-postgres.conf'),
      )
      for (const name of files) expect(analyze('verify', name)).toMatchObject({ status: 0, stderr: '' })
      const added = exposed().filter(name => !before.includes(name))
      expect(added).toEqual(['RestrictAddressFamilies=~AF_(INET|INET6)', 'PrivateNetwork='])
    })
  })

  it('write only to their state folders', () => {
    const folder = 'DRAGOMAN_DATA_DIR=/var/lib/dragoman'
    expect(service.get('StateDirectory')).toEqual(['dragoman'])
    expect(backup.get('StateDirectory')).toEqual(['dragoman dragoman-backups'])
    for (const { 0: values } of [service, backup].map(each => [each.get('Environment')]))
      expect(values).toContain(folder)
  })
})

describe('the image', () => {
  const { files } = JSON.parse(read('package.json')) as { files: string[] }
  const allowed = new Set(
    read('.dockerignore')
      .split('\n')
      .flatMap(line => (line.startsWith('!') ? [line.slice(1)] : [])),
  )

  it('is built from the sources and every packed file, and from nothing else', () => {
    const needed = [...files.filter(path => path !== 'dist' && !path.startsWith('!')), 'README.md', 'LICENSE']
    const build = ['package.json', 'package-lock.json', '.npmrc', 'tsconfig.json', 'src', 'scripts']
    expect([...allowed].toSorted()).toEqual([...needed, ...build].toSorted())
    expect(read('.dockerignore')).toMatch(/^\*$/m)
  })

  it('runs as a user with a number, and its files name it alike', () => {
    const [, user] = /^USER (\d+):\1$/m.exec(read('Dockerfile')) ?? []
    expect(Number(user)).toBeGreaterThan(999)
    expect(read('Dockerfile')).toContain(`-o ${user} -g ${user} /data`)
    expect(read(GUIDE)).toContain(`user ${user}`)
  })
})

describe('the health check', () => {
  const check = (port: number): Promise<number> =>
    new Promise(done => {
      const env = { PATH: process.env['PATH'], DRAGOMAN_PORT: String(port) }
      const child = execFile(process.execPath, [join(ROOT, 'deploy/healthcheck.mjs')], { env })
      child.once('exit', code => done(code ?? -1))
    })
  const serve = (status: number) => listen(createServer((_, response) => response.writeHead(status).end()))

  it('succeeds if the server is ready, and fails if it is not ready or gone', async () => {
    const dragoman = await startDragoman()
    const notReady = await serve(503)
    const gone = await serve(200)
    await gone.close()
    try {
      const ports = [Number(new URL(dragoman.url).port), notReady.port, gone.port]
      expect(await Promise.all(ports.map(check))).toEqual([0, 1, 1])
    } finally {
      await notReady.close()
      await dragoman.stop()
    }
  })
})

it('the files of deploy/ name only variables that exist', () => {
  const known = new Set(Object.keys(Environment.shape))
  const files = readdirSync(join(ROOT, 'deploy'), { withFileTypes: true, recursive: true })
  const inDeploy = files.filter(file => file.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const paths = ['Dockerfile', ...inDeploy.map(path => relative(ROOT, path))]
  const named = paths.flatMap(path => [...read(path).matchAll(/DRAGOMAN_[A-Z_]+/g)].map(String))
  expect(new Set(named).size).toBeGreaterThan(5)
  expect([...new Set(named)].filter(name => !known.has(name))).toEqual([])
})

describe(GUIDE, () => {
  const blocks = [...read(GUIDE).matchAll(/^```(\w*)\n([^]*?)^```/gm)]
  const shell = blocks.flatMap(([, language, text = '']) =>
    language === 'sh' ? text.replaceAll('\\\n', ' ').split('\n') : [],
  )

  it('shows commands and options of Dragoman that exist', async () => {
    // Of the image, too: its name or that of its container comes before the program or its command.
    const lines = shell.flatMap(line => {
      const [, words] = /^(?:docker exec .*?dragoman |docker run .*?)?\bdragoman ([a-z][\w -]*)/.exec(line) ?? []
      return words === undefined ? [] : [words.trim().split(/ +/)]
    })
    const unknown: string[] = []
    for (const words of lines) {
      const names = words.filter(word => /^[a-z-]+$/.test(word) && !word.startsWith('-')).slice(0, 2)
      const helps = await Promise.all([names, names.slice(0, 1)].map(command => run(['help', ...command])))
      const help = helps.find(({ code }) => code === 0)?.stdout
      if (help === undefined) unknown.push(words.join(' '))
      else unknown.push(...words.filter(word => word.startsWith('--') && !help.includes(word)))
    }
    expect(lines.length).toBeGreaterThan(8)
    expect(unknown).toEqual([])
  })

  it('names files of deploy/ that exist', () => {
    const there = readdirSync(join(ROOT, 'deploy'))
    const named = [
      ...read(GUIDE).matchAll(/(?:deploy\/| )((?:compose|dragoman)[\w.-]*\.(?:yaml|service|timer|conf|example))/g),
    ]
    expect(named.length).toBeGreaterThan(5)
    expect(named.map(([, name = '']) => name).filter(name => !there.includes(name))).toEqual([])
  })

  it('shows YAML that a proxy can read', () => {
    const yaml = blocks.filter(([, language]) => language === 'yaml')
    expect(yaml.map(([, , text = '']) => parse(text) as unknown)).toEqual([
      expect.objectContaining({ http: expect.anything() }),
    ])
  })
})
