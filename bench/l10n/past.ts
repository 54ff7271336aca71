import { median } from '../load.ts'
import { LOCALES, openTestApp } from './test-app.ts'

const ENTRIES = 50
const [LOCALE] = LOCALES

/** Medians of one push that changes 50 texts and one submission of their translations. */
export interface Past {
  /** How many sources each text had before. */
  readonly sources: number
  readonly push: number
  readonly submit: number
}

interface Turn {
  readonly push: number
  readonly submit: number
}

/** Changes and translates all texts of a project again and again, then compares it with projects that did so once, one turn in each after the other. */
export async function measurePast(sources: number, rounds: number): Promise<readonly Past[]> {
  const deps = await openTestApp()
  let version = 0
  const create = (project: string): Promise<unknown> =>
    deps.call('create_project', { project, source_locale: 'en', target_locales: LOCALES })
  const turn = async (project: string): Promise<Turn> => {
    version += 1
    const content = JSON.stringify(
      Object.fromEntries(Array.from({ length: ENTRIES }, (_, at) => [`text${at}`, `Version ${version} of text ${at}`])),
    )
    const push = await timeOf(() =>
      deps.call('push_source', { project, files: [{ path: 'locales/en.json', content }] }),
    )
    const { items } = await deps.call<{ items: readonly { id: string; src: string; text: string }[] }>('get_work', {
      project,
      locale: LOCALE,
      limit: ENTRIES,
      max_bytes: 60_000,
    })
    if (items.length !== ENTRIES) throw new Error(`get_work gave ${items.length} of ${ENTRIES} texts`)
    const texts = items.map(({ id, src, text }) => ({ id, src, text }))
    const submit = await timeOf(() => deps.call('submit_translations', { project, locale: LOCALE, items: texts }))
    return { push, submit }
  }
  await create('bench/old')
  for (let n = 0; n < sources; n += 1) await turn('bench/old')
  const young: Turn[] = []
  const old: Turn[] = []
  for (let round = 0; round < rounds; round += 1) {
    const project = `bench/young${round}`
    await create(project)
    await turn(project)
    young.push(await turn(project))
    old.push(await turn('bench/old'))
  }
  await deps.close()
  const of = (count: number, turns: readonly Turn[]): Past => ({
    sources: count,
    push: median(turns.map(({ push }) => push)),
    submit: median(turns.map(({ submit }) => submit)),
  })
  return [of(1, young), of(sources, old)]
}

async function timeOf(run: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await run()
  return performance.now() - begun
}
