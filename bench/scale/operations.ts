import { sourceHash } from '../../src/l10n/translation/staleness.ts'
import { PROJECT } from '../l10n/test-app.ts'
import { REDIRECT, VERIFIER } from '../servers/authorization.ts'
import type { Client } from './client.ts'
import { listParts } from './records.ts'
import { FILE_STRINGS, keyOf, renderFile, type Seed } from './seed.ts'
import { LOCALES, textOf } from './texts.ts'

/** What a client does again and again. */
export interface Operation {
  readonly name: string
  readonly isRead: boolean
  /** Repetitions in a row at most; slow operations have fewer. */
  readonly rounds: number
  /** Prepares a client, and returns its steps. */
  readonly start: (client: Client, n: number) => Promise<() => Promise<void>>
}

const PATH = `/api/projects/${PROJECT}`
const SUBMITTED = 50
const PUSHED_FILES = 2

/** The operations on a store with so many translations. Submissions and pushes go on where the last one stopped. */
export function listOperations(seed: Seed, translations: number): readonly Operation[] {
  const parts = listParts(translations)
  const spare = parts.filter(({ isSpare }) => isSpare)
  const submitted = spare.slice(0, -PUSHED_FILES)
  const pushed = spare.slice(-PUSHED_FILES)
  const strings = (parts.length - spare.length) * FILE_STRINGS
  const codes = [...seed.oauth.codes]
  let [round, submissions] = [0, 0]
  const some = (): number => (round += 7_919) % strings
  const get = (path: () => string) => async (client: Client) => async () => void (await client.send('GET', path()))
  const query = (body: () => object) => async (client: Client) => async () =>
    void (await client.send('POST', `${PATH}/entries/query`, body()))

  const submit = (client: Client) => async (): Promise<void> => {
    const locale = LOCALES[submissions % LOCALES.length] ?? ''
    const at = Math.floor(submissions++ / LOCALES.length) * SUBMITTED
    const part = submitted[Math.floor(at / FILE_STRINGS)]
    if (part === undefined) throw new Error('there is nothing left to translate')
    const items = Array.from({ length: SUBMITTED }, (_, one) => {
      const n = part.first + (at % FILE_STRINGS) + one
      const text = textOf(LOCALES.indexOf(locale) + 1, n)
      return { id: `e${(n + 1).toString(36)}`, src: sourceHash(textOf(0, n)), text }
    })
    const answer = JSON.parse(await client.send('POST', `${PATH}/translations`, { locale, items }))
    if (answer.accepted !== SUBMITTED) throw new Error(`a submission was refused: ${JSON.stringify(answer)}`)
  }

  const push = async (client: Client, files: readonly object[]): Promise<void> => {
    const answer = await client.send('PUT', `${PATH}/files`, { files })
    if (!/"changed":/.test(answer)) throw new Error(`nothing changed: ${answer.slice(0, 300)}`)
  }
  const render = (name: string, first: number, changed: number): object => ({
    path: `${name}/en.json`,
    content: renderFile(name, at => (at < changed ? `Changed ${round} ` : '') + textOf(0, first + at)),
  })

  return [
    { name: 'list_tokens', isRead: true, rounds: 300, start: get(() => '/api/tokens') },
    { name: 'get_status', isRead: true, rounds: 300, start: get(() => `${PATH}/status`) },
    {
      name: 'get_work of 50',
      isRead: true,
      rounds: 200,
      start: get(() => `${PATH}/work?locale=${LOCALES[some() % 10]}&limit=50`),
    },
    {
      name: 'get_work of 50, almost done',
      isRead: true,
      rounds: 200,
      start: get(() => `${PATH}/work?locale=${LOCALES[10 + (some() % 10)]}&limit=50`),
    },
    {
      name: 'get_entries, 20 keys',
      isRead: true,
      rounds: 300,
      start: query(() => ({
        locale: 'fr',
        keys: Array.from({ length: 20 }, () => some()).map(n =>
          keyOf(`part${Math.floor(n / FILE_STRINGS)}`, n % FILE_STRINGS),
        ),
      })),
    },
    { name: 'get_entries, page', isRead: true, rounds: 300, start: query(() => ({ locale: 'es', limit: 50 })) },
    {
      name: 'get_entries, state',
      isRead: true,
      rounds: 300,
      start: query(() => ({ locale: 'es', state: 'translated', limit: 50 })),
    },
    {
      name: 'get_entries, search',
      isRead: true,
      rounds: 100,
      start: query(() => ({ locale: 'es', text: ` ${some()}`, limit: 20 })),
    },
    {
      name: 'search_memory',
      isRead: true,
      rounds: 200,
      start: get(
        () => `${PATH}/memory?locale=de&text=${encodeURIComponent(textOf(0, some()).replace(/^\w+/, 'xylo'))}`,
      ),
    },
    {
      name: 'pull, a file',
      isRead: true,
      rounds: 100,
      start: get(() => `${PATH}/file?locale=pl&path=part${Math.floor(some() / FILE_STRINGS)}/en.json`),
    },
    { name: 'submit of 50', isRead: false, rounds: 100, start: async client => submit(client) },
    {
      name: 'push, 1,000 changed strings',
      isRead: false,
      rounds: 8,
      start: async client => async () => {
        some()
        await push(
          client,
          pushed.map(({ name, first }) => render(name, first, FILE_STRINGS)),
        )
      },
    },
    {
      name: 'push, 10 changed, 200 stale',
      isRead: false,
      rounds: 20,
      start: async client => async () => {
        some()
        await push(client, [render('part0', 0, 10)])
      },
    },
    {
      name: 'refresh of a token',
      isRead: false,
      rounds: 200,
      start: async client => {
        const { clientId, clientSecret } = seed.oauth
        const basic = { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` }
        const ask = async (form: Readonly<Record<string, string>>): Promise<string> => {
          const answer = JSON.parse(await client.send('POST', '/oauth/token', new URLSearchParams(form), basic))
          return String(answer.refresh_token)
        }
        const code = codes.pop()
        if (code === undefined) throw new Error('no authorization code is left')
        let refresh = await ask({
          grant_type: 'authorization_code',
          code,
          redirect_uri: REDIRECT,
          code_verifier: VERIFIER,
        })
        return async () => {
          refresh = await ask({ grant_type: 'refresh_token', refresh_token: refresh })
        }
      },
    },
  ]
}
