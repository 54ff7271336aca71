import { sourceHash } from '../../src/l10n/translation/staleness.ts'

/** A request that took the service a long time before its work was bounded. */
export interface HostileInput {
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  /** Behind `/api/projects/<account>/<project>`, with the query. */
  readonly path: string
  /** A message for `/mcp`, whatever the path. */
  readonly mcp?: true
  /** Empty for a GET. */
  readonly body: string
  /** `text/plain` for the bytes of a file. */
  readonly type?: string
  /** Requests before it that are not measured. */
  readonly before?: readonly Omit<HostileInput, 'name'>[]
}

/** `scale` divides the sizes. */
export function hostileInputs(scale: number): readonly HostileInput[] {
  const size = (count: number): number => Math.max(20, Math.round(count / scale))
  const braces = '{a}'.repeat(size(21_600))
  const words = Array.from({ length: size(6_800) }, (_, at) => `word${at % 3000}`).join(' ')
  const longKeys = (count: number): Record<string, string> =>
    Object.fromEntries(list(count, at => [`${'section.'.repeat(10)}key${at}`, `Text ${at}`]))
  const item = (at: number) => ({ key: `k${at}`, src: hash(`${words} ${at}`), text: `${words} ${at}` })
  const checkAll = (keys: readonly string[], text: string): string =>
    JSON.stringify({ locale: 'de', items: keys.map(key => ({ key, text })) })
  return [
    {
      name: '(a) 200 checks of one source of 21,600 {a}',
      ...check(
        checkAll(
          list(200, () => 'k'),
          'x',
        ),
      ),
      before: [push('en.json', { k: braces })],
    },
    {
      name: '(a) the same, each translation has them too',
      ...check(
        checkAll(
          list(15, () => 'k'),
          braces,
        ),
      ),
      before: [push('en.json', { k: braces })],
    },
    {
      name: '(b) 60 submissions of 21,600 {a}',
      method: 'POST',
      path: '/translations',
      body: JSON.stringify({
        locale: 'de',
        items: list(60, at => ({ key: `k${at}`, src: hash(braces), text: `${braces.slice(3)}{b}` })),
      }),
      before: [push('en.json', Object.fromEntries(list(60, at => [`k${at}`, braces])))],
    },
    {
      name: '(c) 20 texts of 60 kB against 3,000 terms',
      ...check(
        checkAll(
          list(20, at => `k${at}`),
          words,
        ),
      ),
      before: [
        push('en.json', Object.fromEntries(list(20, at => [`k${at}`, `${words} ${at}`]))),
        ...[0, 1, 2].map(part => glossary(list(size(1000), at => term(`word${part * 1000 + at}`, 'de')))),
      ],
    },
    {
      name: '(d) save_glossary, 60,000 unknown locales',
      ...glossary(
        list(100, at => ({
          term: `t${at}`,
          translations: Object.fromEntries(list(size(600), one => [`zz-${at}x${one}`, { translation: 'x' }])),
        })),
      ),
    },
    {
      name: '(d) save_glossary over 100 sources of 21,600 {a}',
      ...glossary([term('acme', 'de')]),
      before: [push('app_en.arb', Object.fromEntries(list(100, at => [`k${at}`, `${braces} acme ${at}`])))],
    },
    {
      name: '(d) a dry run of 1,000 terms over 60 kB texts',
      ...glossary(
        list(size(1000), at => term(`word${at}`, 'de')),
        { dry_run: true },
      ),
      before: [
        push('en.json', Object.fromEntries(list(100, at => [`k${at}`, `${words} ${at}`]))),
        ...list(5, part => ({
          method: 'POST' as const,
          path: '/translations',
          body: JSON.stringify({
            locale: 'de',
            items: list(20, at => item(part * 20 + at)),
          }),
        })),
      ],
    },
    {
      name: '(e) 11 unknown keys among 50,000 long ones',
      ...check(
        checkAll(
          list(11, at => `${'section.'.repeat(10)}kez${at}x`),
          'x',
        ),
      ),
      before: [push('en.json', longKeys(size(50_000)))],
    },
    {
      name: '(e) 10 unknown keys among 50,000 long ones',
      ...check(
        checkAll(
          list(10, at => `${'section.'.repeat(10)}kez${at}x`),
          'x',
        ),
      ),
      before: [push('en.json', longKeys(size(50_000)))],
    },
    { name: '(f) push of 50,000 keys', ...push('en.json', longKeys(size(50_000))) },
    {
      name: '(f) 90,000 unknown arguments',
      ...check(JSON.stringify(Object.fromEntries(list(size(90_000), at => [`a${at}`, 1])))),
    },
    {
      name: '(f) 60,000 unknown locales',
      method: 'PATCH',
      path: '',
      body: JSON.stringify({ target_locales: list(size(60_000), at => `zz-${at}`) }),
    },
    {
      name: '(f) 60,000 forms',
      ...check(
        JSON.stringify({
          locale: 'de',
          items: [{ key: 'k', forms: Object.fromEntries(list(size(60_000), at => [`f${at}`, 'x'])) }],
        }),
      ),
    },
    { name: '(f) push of 40,000 ARB entries with metadata', ...push('app_en.arb', arb(size(40_000))) },
    { name: 'push of a PO file of 20,000 entries, half obsolete', ...pushText('de/messages.po', po(size(20_000))) },
    {
      name: 'push of 250 texts of 16,000 {a}',
      ...push('en.json', Object.fromEntries(list(250, at => [`k${at}`, '{a} '.repeat(size(16_000))]))),
    },
    {
      name: 'MCP initialize with 39,000 capabilities',
      ...message('initialize', {
        protocolVersion: '2025-06-18',
        clientInfo: { name: 'a', version: '1' },
        capabilities: { experimental: { a: emptyObjects(size(39_000)) } },
      }),
    },
    {
      name: 'MCP tools/call with 39,000 values in an argument',
      ...message('tools/call', { name: 'get_project', arguments: { a: emptyObjects(size(39_000)) } }),
    },
    {
      name: 'REST check with 39,000 values in a field of an item',
      ...check(JSON.stringify({ locale: 'de', items: [{ key: 'k', text: 'x', a: emptyObjects(size(39_000)) }] })),
    },
    {
      name: 'MCP tools/call with 100,000 objects within objects',
      ...message('tools/call', { name: 'get_project', arguments: { a: list(size(1_250), () => nested(80)) } }),
    },
    {
      name: 'push of 500 small files, 199 locales',
      ...pushFiles(0, size(500)),
      before: [locales(199)],
    },
    {
      name: 'pull of 1,000 small files, 199 locales',
      method: 'GET',
      path: '/export',
      body: '',
      before: [locales(199), pushFiles(0, size(500)), pushFiles(500, size(500))],
    },
    {
      name: '40 rules with 199 aliases, 1,000 small files',
      method: 'PATCH',
      path: '',
      body: JSON.stringify({
        files: list(size(40), at => ({
          source: `a/en/${at}.json`,
          target: `b/{locale}/${at}.json`,
          aliases: Object.fromEntries(tags(199).map(tag => [tag, tag.replaceAll('-', '_')])),
        })),
      }),
      before: [locales(199), pushFiles(0, size(500)), pushFiles(500, size(500))],
    },
    { name: 'push of JSON 5,000 levels deep', ...pushText('deep.json', `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`) },
  ]
}

const hash = (source: string): string => sourceHash(source).slice(0, 8)

const list = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))

const term = (text: string, locale: string) => ({
  term: text,
  kind: 'normal',
  translations: { [locale]: { translation: `${text}x`, forbidden: [`${text}y`] } },
})

const check = (body: string) => ({ method: 'POST', path: '/check', body }) as const

const message = (method: string, params: object) =>
  ({ method: 'POST', path: '', mcp: true, body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }) }) as const

const emptyObjects = (count: number): object => Object.fromEntries(list(count, at => [`e${at}`, {}]))

const nested = (depth: number): unknown => (depth === 0 ? 1 : { [`e${depth}`]: nested(depth - 1) })

const glossary = (upsert: readonly object[], more: { readonly dry_run?: true } = {}) =>
  ({ method: 'PATCH', path: '/glossary', body: JSON.stringify({ upsert, ...more }) }) as const

const tags = (count: number): string[] => list(count, at => `art-x-l${at}`)

const locales = (count: number) =>
  ({
    method: 'PATCH',
    path: '',
    body: JSON.stringify({ target_locales: tags(count), allow_private_locale: true }),
  }) as const

const pushFiles = (from: number, count: number) =>
  ({
    method: 'PUT',
    path: '/files',
    body: JSON.stringify({
      files: list(count, at => ({ path: `a/en/${from + at}.json`, content: `{"k${from + at}": "Text"}` })),
    }),
  }) as const

const push = (path: string, content: object) => pushText(path, JSON.stringify(content))

const pushText = (path: string, body: string) =>
  ({ method: 'PUT', path: `/file?path=${path}&target=out/{locale}/${path}`, body, type: 'text/plain' }) as const

function arb(count: number): object {
  const placeholders = { name: { type: 'String', example: 'Ada' } }
  return Object.fromEntries(
    list(count, at => [
      [`key${at}`, `Hello {name} ${at}`],
      [`@key${at}`, { description: `Greeting ${at}`, placeholders }],
    ]).flat(),
  )
}

const po = (count: number): string =>
  [
    'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\nPlural-Forms: nplurals=2; plural=n != 1;\\n"\n',
    ...list(count, at => {
      const sign = at % 2 === 0 ? '' : '#~ '
      return `${sign}msgid "Message ${at}"\n${sign}msgstr ""\n`
    }),
  ].join('\n')
