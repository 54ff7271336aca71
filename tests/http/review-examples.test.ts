import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { callByRest } from '../harness/rest-call.ts'
import { type Dragoman, startDragoman } from '../harness.ts'
import { describeWith } from '../require.ts'

const run = promisify(execFile)
const project = 'ada/app'

let dragoman: Dragoman
let token: string
const call = <T>(tool: string, args: object): Promise<T> =>
  callByRest(dragoman.url, token, tool, { ...args }) as Promise<T>

beforeAll(async () => {
  dragoman = await startDragoman()
  token = await dragoman.token('all', 'ada')
})
afterAll(() => dragoman.stop())

/** The commands of a document, each in one line. */
async function listCommands(path: string): Promise<readonly string[]> {
  const lines = (await readFile(path, 'utf8')).replaceAll(/\\\n\s*/g, '').split('\n')
  return lines.map(line => line.trim()).filter(line => line.startsWith('curl '))
}

describeWith('curl', 'the commands of docs/review.md', () => {
  it('create a review and return it', async () => {
    await call('create_project', { project, source_locale: 'en', target_locales: ['de'] })
    await call('update_project_policy', { project, approve: 'anyone' })
    await call('push_source', { project, files: [{ path: 'en.json', content: '{"save":"Save"}' }] })
    const { items } = await call<{ items: readonly { id: string; src: string }[] }>('get_work', {
      project,
      locale: 'de',
    })
    const { batch } = await call<{ batch: string }>('submit_translations', {
      project,
      locale: 'de',
      items: items.map(({ id, src }) => ({ id, src, text: 'Sichern' })),
    })
    const [create = '', decide = '', ...more] = await listCommands('docs/review.md')
    expect(more).toEqual([])
    const execute = async (command: string, ids: Readonly<Record<string, string>>): Promise<unknown> => {
      const line = Object.entries(ids).reduce((text, [from, to]) => text.replace(from, to), command)
      const here = line.replace('https://dragoman.example', dragoman.url).replace('acme/app', project)
      const { stdout } = await run('sh', ['-c', here], { env: { ...process.env, TOKEN: token } })
      return JSON.parse(stdout)
    }
    const { review } = (await execute(create, { '01k…': batch })) as { review: { id: string; state: string } }
    expect(review.state).toBe('open')
    expect(await execute(decide, { '01k…': review.id })).toMatchObject({ review: { state: 'returned' } })
  })
})
