import { expect, it } from 'vitest'
import { AppError } from '../../src/errors.ts'
import { parseInput } from '../../src/tools/pipeline/parse.ts'
import { findTool, TOOLS } from '../../src/tools/registry.ts'

/** The errors for arguments of a tool; undefined when they are valid. */
function refusal(name: string, args: unknown): string | undefined {
  try {
    parseInput(findTool(name).input.strict(), args, name)
    return undefined
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

const TOKEN = { name: 'ci', scopes: ['project:read'] }
const PULL = { project: 'acme/app' }

it.each<[string, string, object, string]>([
  ['an empty string', 'create_token', { ...TOKEN, name: '' }, 'name is empty: give at least 1 character.'],
  ['a blank string', 'create_token', { ...TOKEN, name: '  ' }, 'name is empty: give at least 1 character.'],
  [
    'a long string',
    'create_token',
    { ...TOKEN, name: 'x'.repeat(101) },
    'name is too long: give at most 100 characters.',
  ],
  ['a wrong type', 'create_token', { ...TOKEN, name: 5 }, 'name is 5: give a string.'],
  ['a wrong item', 'create_token', { ...TOKEN, scopes: [5] }, 'scopes.0 is 5: give a string.'],
  ['no array', 'create_token', { ...TOKEN, scopes: {} }, 'scopes is {}: give a JSON array.'],
  ['what is missing', 'create_token', { scopes: TOKEN.scopes }, 'name is missing.'],
  ['null where a value is needed', 'create_token', { ...TOKEN, name: null }, 'name is null: give a string.'],
  ['null in an array', 'create_token', { ...TOKEN, scopes: [null] }, 'scopes.0 is null: give a string.'],
  ['an unknown field', 'create_token', { ...TOKEN, nam: 'x' }, 'Unknown argument nam: did you mean name?'],
  [
    'an unknown nested field',
    'submit_translations',
    { project: 'acme/app', items: [{ id: 'e1', src: '12345678', txt: 'x' }] },
    'Unknown argument items.0.txt: did you mean text?',
  ],
  ['a small number', 'list_tokens', { limit: 0 }, 'limit is 0: give at least 1.'],
  ['a large number', 'list_tokens', { limit: 201 }, 'limit is 201: give at most 200.'],
  ['a huge number', 'list_tokens', { limit: 1e18 }, 'limit is 1000000000000000000: give at most 200.'],
  ['a fraction', 'list_tokens', { limit: 1.5 }, 'limit is 1.5: give a whole number.'],
  ['no number', 'list_tokens', { limit: 'many' }, 'limit is "many": give a number.'],
  ['no boolean', 'update_user', { public: 'yes' }, 'public is "yes": give true or false.'],
  [
    'an unknown choice',
    'update_member',
    { organization: 'acme', user: 'bea', role: 'boss' },
    'role is "boss": give one of "member", "admin".',
  ],
  [
    'an empty array',
    'create_project',
    { project: 'acme/app', source_locale: 'en', target_locales: [] },
    'target_locales is []: give at least 1 item.',
  ],
  ['none of two kinds', 'pull_translations', { ...PULL, locales: 5 }, 'locales is 5: give "all" or a JSON array.'],
  ['a wrong item of one kind', 'pull_translations', { ...PULL, locales: [5] }, 'locales.0 is 5: give a string.'],
  [
    'no time',
    'pull_translations',
    { ...PULL, changed_since: 'yesterday' },
    'changed_since is "yesterday": give a time, such as 2026-01-31T12:00:00Z.',
  ],
])('wrong input is described with its field, its value and what is expected %s', (_, tool, args, message) => {
  expect(refusal(tool, args)).toBe(message)
})

it('a union reports at most 20 faults', () => {
  const message = refusal('pull_translations', { ...PULL, locales: Array.from({ length: 50 }, () => 5) })
  expect(message).toMatch(/^locales\.0 is 5: .* locales\.19 is 5: give a string\. There are 30 more errors\.$/)
})

const WRONG = [5, -1, 1.5, '', 'x'.repeat(5000), true, [], [5], [''], [{ a: 5 }], {}, { a: 5 }, { a: '' }]

it.each(TOOLS.map(({ name }) => name))('%s returns no message of the validator', name => {
  for (const field of Object.keys(findTool(name).input.shape)) {
    for (const value of WRONG) {
      expect(refusal(name, { [field]: value }) ?? '').not.toMatch(
        /invalid|expected|too (?:small|big)|[<>]=|unrecognized|another value|undefined/i,
      )
    }
  }
})

it('lists the fields of each nested place with an unknown field, each list once', () => {
  const items = [
    { id: 'e1', src: '12345678', foo: 1 },
    { id: 'e2', src: '12345678', bar: 1 },
  ]
  expect(() =>
    parseInput(findTool('submit_translations').input.strict(), { project: 'acme/app', items }, 'submit_translations'),
  ).toThrow(
    expect.objectContaining({
      message: 'Unknown argument items.0.foo. Unknown argument items.1.bar.',
      fix: expect.stringMatching(
        /; items\.0 takes id, key, file, src, text, forms, texts, rev, also, also_rev, override\.$/,
      ) as string,
    }) as Error,
  )
})
