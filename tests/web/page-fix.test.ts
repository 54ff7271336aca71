import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { AppError } from '../../src/errors.ts'
import { TOOLS } from '../../src/tools/registry.ts'
import { pageFix } from '../../src/web/format/page-fix.ts'

/** The folders whose errors pages show. */
const FOLDERS = [
  'src/auth/organizations',
  'src/auth/tokens',
  'src/operator',
  'src/tools/accounts',
  'src/tools/grants',
  'src/tools/invitations',
  'src/tools/members',
  'src/tools/organizations',
  'src/tools/tokens',
  'src/tools/users',
]

const TOOL_NAME = new RegExp(`\\b(?:${TOOLS.map(({ name }) => name).join('|')})\\b`)

/** The options of each error of a source file. */
const errorOptions = (source: string): readonly string[] =>
  [...source.matchAll(/new AppError\((.*?)\}\)?,?\s*\)/gs)].map(([, options = '']) => options)

it.each(FOLDERS)('an error whose fix names a tool has another fix for pages: %s', folder => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.ts'))
  const naming = files.flatMap(name =>
    errorOptions(readFileSync(join(folder, name), 'utf8'))
      .filter(options => !options.includes('pageFix:') && TOOL_NAME.test(options.slice(options.search(/\bfix:/))))
      .map(options => `${name}: ${options.slice(0, 120)}`),
  )
  expect(naming, 'add a pageFix').toEqual([])
})

it.each([
  [{}, undefined],
  [{ fix: 'Ask the operator of this server.' }, 'Ask the operator of this server.'],
  [{ fix: 'Call list_members for its members.', pageFix: 'Look at the members.' }, 'Look at the members.'],
])('a page shows the fix for pages if an error has one: %j', (options, shown) => {
  expect(pageFix(new AppError('not_found', 'x', options))).toBe(shown)
})
