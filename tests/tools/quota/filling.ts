import type { World } from '../world.ts'

type Caller = Awaited<ReturnType<World['user']>>

/** A source file with this many strings, numbered from `from` on. */
export const sourceFile = (count: number, from = 0): string =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${from + at}`, `Text ${from + at}`])))

export const createProject = (caller: Caller, project: string): Promise<unknown> =>
  caller.call('create_project', { project, source_locale: 'en', target_locales: ['de'] })

/** Pushes one file, so that the branch lists what it has and nothing else. */
export const push = (
  caller: Caller,
  project: string,
  content: string,
  { path = 'en.json', ...more }: Readonly<Record<string, unknown>> = {},
): Promise<Record<string, unknown>> =>
  caller.call('push_source', { project, files: [{ path, content, target: `{locale}/${String(path)}` }], ...more })
