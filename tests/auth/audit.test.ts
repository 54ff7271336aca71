import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { diffFields, NON_TOOL_ACTIONS, recordEvent } from '../../src/auth/audit/events.ts'
import { mintSecret } from '../../src/auth/secrets.ts'
import { stageFile } from '../../src/tools/files/transfer/stage-file.ts'
import { TOOLS } from '../../src/tools/registry.ts'
import { openWorld } from '../tools/world.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const SOURCE = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter(path => /\.tsx?$/.test(path))
  .map(path => ({ path, text: readFileSync(join(ROOT, 'src', path), 'utf8') }))

describe('the changes of an audit event', () => {
  it('list the fields that differ, and leave out missing values', () => {
    const before = { name: 'a', public: false, note: undefined, count: 1 }
    const after = { name: 'b', public: false, note: 'x', count: 2 }
    expect(diffFields(before, after, ['name', 'public', 'note'])).toEqual({
      name: { from: 'a', to: 'b' },
      note: { from: null, to: 'x' },
    })
    expect(diffFields(before, { ...before }, ['name', 'public', 'note', 'count'])).toBeUndefined()
  })

  it('join lists, and show long values by their length', () => {
    const changes = diffFields(
      { locales: ['de'], text: 'x'.repeat(201) },
      { locales: ['de', 'pl'], text: 'x'.repeat(200) },
      ['locales', 'text'],
    )
    expect(changes).toEqual({
      locales: { from: 'de', to: 'de, pl' },
      text: { from: '(201 characters)', to: 'x'.repeat(200) },
    })
    const levels = { max_length: 'off', plurals: 'error' }
    const fallbacks = [{ de: ['en', 'fr'] }, { de: ['en'], pl: [] }] as const
    expect(
      diffFields({ levels: undefined, fallbacks: fallbacks[0] }, { levels, fallbacks: fallbacks[1] }, [
        'levels',
        'fallbacks',
      ]),
    ).toEqual({
      levels: { from: null, to: 'max_length: off; plurals: error' },
      fallbacks: { from: 'de: en, fr', to: 'de: en; pl: ' },
    })
  })
})

it('an audit event shows only the prefix of a secret, in every field', async () => {
  const world = await openWorld()
  onTestFinished(() => world.close())
  const { store, newId, now } = world.services
  const { value, prefix } = mintSecret('svca')
  const holding = (text: string) => ({
    client: `app ${text}`,
    target: `target ${text}`,
    detail: { name: text },
    changes: { name: { from: `old ${text}`, to: `new ${text}` } },
  })
  const { client, ...event } = holding(value)
  await store.transaction(tx =>
    recordEvent(
      tx,
      { action: 'sign_in', ...event },
      { now: now(), newId, surface: 'web', requestId: 'req-test', client },
    ),
  )
  const { items } = await store.read.audit.page('all', '', { limit: 1 })
  expect(items).toMatchObject([holding(`${prefix}…`)])
})

describe('the actions of the audit log', () => {
  const tools = [...TOOLS, stageFile].filter(({ hints }) => !hints.readOnly).map(({ name }) => name)
  const actions = [...tools, ...Object.keys(NON_TOOL_ACTIONS)].sort()

  it('are exactly those of docs/audit.md', () => {
    const [, tables = ''] = readFileSync(join(ROOT, 'docs/audit.md'), 'utf8').split('## Actions')
    const rows = [...tables.matchAll(/^\| (`[^|]+) \|/gm)].map(([, first = '']) => first)
    const documented = rows.flatMap(first => [...first.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name))
    expect(documented.toSorted()).toEqual(actions)
  })

  it('are all used in the source code', () => {
    const others = SOURCE.filter(({ path }) => path !== 'auth/audit/events.ts').map(({ text }) => text)
    const idle = Object.keys(NON_TOOL_ACTIONS).filter(action => !others.some(text => text.includes(`'${action}'`)))
    expect(idle).toEqual([])
  })

  it('are appended in one place, and removed by the retention only', () => {
    const uses = SOURCE.flatMap(({ path, text }) =>
      [...text.matchAll(/\b(?:tx|read|store)\.audit\.(\w+)|\btrim\('audit'/g)].map(
        ([, use = 'trim']) => `${path} ${use}`,
      ),
    )
    expect(uses.filter(use => !/ (page|get)$/.test(use)).toSorted()).toEqual([
      'auth/audit/events.ts append',
      'tools/retention/sweep.ts trim',
    ])
  })
})
