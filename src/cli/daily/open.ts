import { z } from 'zod'
import { AppError, recover } from '../../errors.ts'
import { findLocale } from '../../l10n/locales/find-locale.ts'
import { escapeInvisible } from '../../text/escape.ts'
import { quote } from '../../text/quote.ts'
import type { ToolCaller } from '../backends/tool-caller.ts'
import type { CliContext } from '../context.ts'
import type { Io } from '../io.ts'
import type { Machine } from '../machine.ts'
import type { ProjectOptions } from '../repository/project-options.ts'
import { openBrowser } from '../sign-in/open-browser.ts'
import { withProject } from './with-project.ts'

export interface OpenOptions extends ProjectOptions {
  readonly locale?: string
}

const ProjectPage = z.looseObject({ url: z.url(), target_locales: z.array(z.string()) })
const Entries = z.looseObject({ entries: z.array(z.looseObject({ id: z.string() })) })

/** The address of the first page of a project. */
export async function readProjectUrl(caller: ToolCaller, project: string): Promise<string> {
  return (await caller.call('get_project', { project }, ProjectPage)).url
}

/** Opens a page in the browser of the user, and prints its address. Without a browser, it only prints. */
export function openPage({ config }: Machine, url: string, io: Io): number {
  if (config.browser !== undefined && io.stderr.isTTY) openBrowser(config.browser, url)
  io.stdout.write(`${escapeInvisible(url)}\n`)
  return 0
}

/** `open`: the page of the project, of a locale, of a string, or of its reviews. Returns the exit code. */
export function openProjectPage(
  machine: Machine,
  options: OpenOptions & { readonly what: string | undefined },
  { io }: Pick<CliContext, 'io'>,
): Promise<number> {
  return withProject(machine, options, io, async (caller, { project }) => {
    const { url, target_locales: locales } = await caller.call('get_project', { project }, ProjectPage)
    return openPage(machine, await findPage(caller, project, { ...options, url, locales }), io)
  })
}

async function findPage(
  caller: ToolCaller,
  project: string,
  {
    what,
    locale,
    url,
    locales,
  }: OpenOptions & { readonly what: string | undefined; readonly url: string; readonly locales: readonly string[] },
): Promise<string> {
  const shown = locale === undefined ? locales[0] : findTarget(locale, locales)
  if (what === undefined) return url
  if (what === 'review') return `${url}/review`
  const tag = findLocale(what)
  if (tag !== undefined && locales.includes(tag)) return `${url}/strings?${new URLSearchParams({ locale: tag })}`
  const id = await findEntry(caller, project, what)
  return `${url}/strings/${id}${shown === undefined ? '' : `?${new URLSearchParams({ locale: shown })}`}`
}

function findTarget(name: string, locales: readonly string[]): string {
  const locale = findLocale(name)
  if (locale !== undefined && locales.includes(locale)) return locale
  throw new AppError('invalid_input', `Option --locale ${quote(name)} is not a target locale of the project.`, {
    fix: `Target locales: ${locales.join(', ')}.`,
    field: 'locale',
  })
}

/** The ID of a string by its key, or by the ID itself. */
async function findEntry(caller: ToolCaller, project: string, name: string): Promise<string> {
  for (const field of ['keys', 'ids']) {
    const args = { project, [field]: [name], limit: 1 }
    const found = await caller.call('get_entries', args, Entries).catch(recover(undefined, 'not_found'))
    const [entry] = found?.entries ?? []
    if (entry !== undefined) return entry.id
  }
  throw new AppError('not_found', `${project} has no string ${quote(name)}, and no such target locale.`, {
    fix: 'Give a key of the source file, a target locale, or review.',
  })
}
