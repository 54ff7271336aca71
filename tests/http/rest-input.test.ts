import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { gatherInput } from '../../src/http/rest/input.ts'
import { readTool } from '../../src/tools/pipeline/define-tool.ts'
import type { RestRoute, Tool } from '../../src/tools/pipeline/tool.ts'
import { TOOLS } from '../../src/tools/registry.ts'
import { terseSchema } from '../../src/tools/schemas/json-schema.ts'
import { Locale } from '../../src/tools/schemas/locale.ts'
import { refused } from '../tools/world.ts'

const route: RestRoute = {
  method: 'GET',
  path: '/api/projects/:account/:project/work',
  bind: { project: ':account/:project' },
}

const tool = readTool({
  name: 'read_work',
  title: 'Read work',
  description: 'Reads work.',
  scope: null,
  toolset: 'core',
  rest: [route],
  input: z.object({
    project: z.string(),
    limit: z.number().int().optional(),
    part: z.number().optional(),
    all: z.boolean().optional(),
    ids: z.array(z.string().regex(/^[a-z]+$/)).optional(),
    keys: z.array(z.string().min(1)).optional(),
    numbers: z.array(z.number()).optional(),
    locales: z.union([z.array(Locale), z.literal('all')]).optional(),
    cursor: z.string().optional(),
    have: z.record(z.string(), z.string()).optional(),
  }),
  output: z.object({}),
  resource: async () => ({ target: { kind: 'none' } }),
  handler: async () => ({}),
})

const params = { account: 'acme', project: 'app' }
const gather = (query: string, body?: unknown, on: RestRoute = route) =>
  gatherInput({ tool, route: on }, { params, query: new URLSearchParams(query), body })

const listFields = ({ input }: Tool): string[] =>
  Object.entries(terseSchema(input, 'input').properties ?? {})
    .filter(([, schema]) => (schema.anyOf ?? [schema]).some(({ type }) => type === 'array'))
    .map(([name]) => name)

describe('the input of a REST call', () => {
  it('has one field for the parts of the path', () => {
    expect(gather('')).toEqual({ project: 'acme/app' })
  })

  it('reads many query names without a linear search', () => {
    const searches = vi.spyOn(URLSearchParams.prototype, 'getAll')
    try {
      const names = Array.from({ length: 500 }, (_, at) => `n${at}`)
      expect(Object.keys(gather(names.join('&')))).toEqual(['project', ...names])
      expect(searches).not.toHaveBeenCalled()
    } finally {
      searches.mockRestore()
    }
  })

  it.each([
    ['limit=5', { limit: 5 }],
    ['part=-1.5', { part: -1.5 }],
    ['all=false', { all: false }],
    ['cursor=5', { cursor: '5' }],
    ['ids=a,b', { ids: ['a', 'b'] }],
    ['ids=a&ids=b', { ids: ['a', 'b'] }],
    ['keys=Hello%2C%20world', { keys: ['Hello, world'] }],
    ['keys=a,b&keys=c', { keys: ['a,b', 'c'] }],
    ['numbers=1,2', { numbers: [1, 2] }],
    ['locales=all', { locales: 'all' }],
    ['locales=de,pt-BR', { locales: ['de', 'pt-BR'] }],
    ['have={"de.json":"ab"}', { have: { 'de.json': 'ab' } }],
    ['cursor={}', { cursor: '{}' }],
  ])('reads %s by the type of the field', (query, expected) => {
    expect(gather(query)).toEqual({ project: 'acme/app', ...expected })
  })

  it.each([
    ['limit=', { limit: '' }],
    ['limit=0x10', { limit: '0x10' }],
    ['all=yes', { all: 'yes' }],
    ['limit=1&limit=2', { limit: ['1', '2'] }],
    ['unknown=1', { unknown: '1' }],
    ['have={"de.json"', { have: '{"de.json"' }],
    ['have={}&have={}', { have: ['{}', '{}'] }],
  ])('keeps %s unchanged, so that the pipeline rejects it by name', (query, expected) => {
    expect(gather(query)).toEqual({ project: 'acme/app', ...expected })
  })

  it('splits at commas only lists whose values never have one', () => {
    const lengths = TOOLS.flatMap(given =>
      given.rest
        .filter(({ method }) => method === 'GET' || method === 'DELETE')
        .flatMap(at => {
          const query = new URLSearchParams(listFields(given).map(name => [name, 'a,b']))
          const input = gatherInput({ tool: given, route: at }, { params: {}, query, body: undefined })
          return listFields(given).map(name => [`${given.name} ${name}`, (input[name] as unknown[]).length])
        }),
    )
    expect(Object.fromEntries(lengths)).toEqual({
      'get_status locales': 2,
      'get_work locales': 2,
      'get_work files': 1,
      'get_work ids': 2,
      'get_work keys': 1,
      'pull_translations locales': 2,
      'pull_translations rules': 1,
      'search_memory ids': 2,
    })
  })

  it('may repeat the path, and not contradict it', async () => {
    const write: RestRoute = { ...route, method: 'POST' }
    expect(gather('', { project: 'acme/app', limit: 1 }, write)).toEqual({ project: 'acme/app', limit: 1 })
    const error = await refused(Promise.resolve().then(() => gather('', { project: 'evil/app' }, write)))
    expect(error).toMatchObject({ code: 'invalid_input', message: expect.stringContaining('"acme/app"') as string })
  })
})
