import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { PACKAGE_ROOT, PUBLISHED_NAME } from '../src/package-root.ts'

const NAME = 'dragoman'
/** Words of a command, also as a list in JSON or code. */
const RUN = new RegExp(
  `\\b(?:npx|bunx|pnpx|npm exec|npm x|pnpm dlx|yarn dlx)(?: args)?(?: -\\S*)* ${NAME}(?:@\\S*)?(?: |$)`,
)
const INSTALL = new RegExp(`\\b(?:npm|pnpm|yarn|bun) (?:install|i|add|update|up)(?: \\S+)*? ${NAME}(?:@\\S*)?(?: |$)`)

const asksRegistry = (line: string): boolean => {
  const words = line.replaceAll(/(?:["'`,;()[\]{}<>\s]|:(?=\s))+/g, ' ')
  return RUN.test(words) || INSTALL.test(words)
}

it.each([
  [`npx ${NAME}`, true],
  [`npx --yes ${NAME}@0.1.0 check`, true],
  [`"command": "npx", "args": ["-y", "${NAME}", "mcp"]`, true],
  [`npm install -g ${NAME}`, true],
  [`npm i ${NAME}@latest`, true],
  [`npm exec -- ${NAME}`, true],
  [`npm install --global ./tools/${NAME}-0.1.0.tgz`, false],
  [`npm install --global --prefix /usr/local ./${NAME}-*.tgz`, false],
  [`npm run --silent ${NAME} -- login`, false],
  ['npx mcp-remote http://localhost:4050/mcp', false],
])('%s takes the name from a registry: %s', (line, expected) => {
  expect(asksRegistry(line)).toBe(expected)
})

it('nothing takes a package of our name from a registry that has none of ours', () => {
  if (PUBLISHED_NAME !== undefined) return
  const { stdout } = spawnSync(
    'git',
    ['grep', '--untracked', '-I', '-nE', `(npx|pnpx|bunx|npm|pnpm|yarn|bun) .*${NAME}|npx.*${NAME}`],
    {
      cwd: PACKAGE_ROOT,
      encoding: 'utf8',
    },
  )
  const lines = stdout.split('\n')
  expect(lines.length).toBeGreaterThan(10)
  expect(lines.filter(asksRegistry)).toEqual([])
})
