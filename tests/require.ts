import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, it } from 'vitest'
import { onPath } from './path-programs.ts'
import { findPgBouncer, findPostgres } from './postgres/programs.ts'

/** Where the corpus of real files is looked for, beside the checkout, when DRAGOMAN_CORPUS does not say. */
export const corpusFolder = process.env['DRAGOMAN_CORPUS'] ?? resolve(import.meta.dirname, '../../shared/corpus')

const THINGS = {
  chromium: {
    find: () =>
      process.env['DRAGOMAN_CHROMIUM'] ??
      onPath('chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'),
    get: 'Install Chromium (Debian: apt-get install chromium-headless-shell), or set DRAGOMAN_CHROMIUM to its executable.',
  },
  postgres: {
    find: () => process.env['DRAGOMAN_TEST_POSTGRES_URL'] || findPostgres(),
    get: 'Install PostgreSQL (Debian: apt-get install -y postgresql; macOS: brew install postgresql), or set DRAGOMAN_TEST_POSTGRES_URL to a server and its superuser, such as postgres://postgres:secret@localhost/postgres.',
  },
  'postgres-programs': {
    find: () => findPostgres(),
    get: 'Install PostgreSQL (Debian: apt-get install -y postgresql; macOS: brew install postgresql): the test starts and stops a server of its own.',
  },
  pgbouncer: {
    find: () => (findPostgres() === undefined ? undefined : findPgBouncer()),
    get: 'Install PostgreSQL and PgBouncer (Debian: apt-get install -y postgresql pgbouncer; macOS: brew install postgresql pgbouncer).',
  },
  apertium: {
    find: () => onPath('apertium'),
    get: 'Install Apertium and its pair of English and Spanish (Debian: apt-get install apertium apertium-eng-spa).',
  },
  curl: {
    find: () => onPath('curl'),
    get: 'Install curl.',
  },
  openssl: {
    find: () => (onPath('curl') === undefined ? undefined : onPath('openssl')),
    get: 'Install openssl and curl.',
  },
  git: {
    find: () => onPath('git'),
    get: 'Install git (Debian: apt-get install git).',
  },
  bash: {
    find: () => onPath('bash'),
    get: 'Install bash.',
  },
  fish: {
    find: () => onPath('fish'),
    get: 'Install fish (Debian: apt-get install fish).',
  },
  zsh: {
    find: () => onPath('zsh'),
    get: 'Install zsh (Debian: apt-get install zsh).',
  },
  gettext: {
    find: () => onPath('msgmerge'),
    get: 'Install GNU gettext (Debian: apt-get install gettext).',
  },
  systemd: {
    find: () => onPath('systemd-analyze'),
    get: 'Install systemd, of which systemd-analyze reads units on any machine (Debian: apt-get install systemd).',
  },
  corpus: {
    find: () => existing(corpusFolder),
    get: 'Set DRAGOMAN_CORPUS to the folder of published localization files.',
  },
  node24: {
    find: () => existing(resolve(import.meta.dirname, 'conformance/node_modules/node/bin/node')),
    get: 'Run `npm ci --prefix tests/conformance`: it installs Node.js 24 and the MCP conformance suite beside each other.',
  },
  podman: {
    find: () => (onPath('podman') === undefined ? undefined : process.env['DRAGOMAN_TEST_NODE_IMAGE']),
    get: 'Install Podman (Debian: apt-get install podman runc), and set DRAGOMAN_TEST_NODE_IMAGE to an image with Node.js 24, such as node:24-trixie-slim; tests/deploy/base-image.sh makes one.',
  },
  tmpfs: {
    find: () => mountable(),
    get: 'Run the tests as root with the right to mount (in a container: --cap-add SYS_ADMIN), with mount and umount installed.',
  },
} as const

export type Thing = keyof typeof THINGS

/** What DRAGOMAN_REQUIRE lists. */
const required = (process.env['DRAGOMAN_REQUIRE'] ?? '').split(/[\s,]+/).filter(name => name !== '')
const unknown = required.filter(name => !Object.hasOwn(THINGS, name))
if (unknown.length > 0)
  throw new Error(`DRAGOMAN_REQUIRE lists ${unknown.join(', ')}. Tests need one of: ${Object.keys(THINGS).join(', ')}.`)

/**
 * A suite that needs a thing which a machine may lack; its body gets the path of the thing. Without it the body does not run, since a body that only
 * collects tests may read files too, and one skipped test says how to get it.
 * @throws Error when DRAGOMAN_REQUIRE lists what is missing, so that continuous integration never skips in silence.
 */
export function describeWith(thing: Thing, name: string, body: (path: string) => void): void {
  const { find, get } = THINGS[thing]
  const path = find()
  if (path !== undefined) {
    describe(name, () => body(path))
    return
  }
  if (required.includes(thing)) throw new Error(`DRAGOMAN_REQUIRE lists ${thing}, and it is not here. ${get}`)
  process.stderr.write(`Skipped, because ${thing} is missing: ${name}. ${get}\n`)
  describe(name, () => {
    it.skipIf(true)(`needs ${thing}: ${get}`, () => undefined)
  })
}

const existing = (path: string): string | undefined => (existsSync(path) ? path : undefined)

/** The command that mounts, when this user may mount a small disk in memory. */
function mountable(): string | undefined {
  const mount = onPath('mount')
  const folder = mkdtempSync(join(tmpdir(), 'dragoman-mount-'))
  const done = mount !== undefined && spawnSync(mount, ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder]).status === 0
  if (done) spawnSync('umount', [folder])
  rmdirSync(folder)
  return done ? mount : undefined
}
