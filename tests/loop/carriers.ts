import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { CallTool } from '../harness/surfaces.ts'

const run = promisify(execFile)

/** How files get to the service and back into a working copy, without passing the model. */
export interface Carrier {
  /** Pushes files of the working copy, and returns the answer of the push. */
  push(project: string, paths: readonly string[]): Promise<Readonly<Record<string, unknown>>>
  /** Writes the files of a locale into the working copy, and returns their paths. */
  pull(project: string, locale: string): Promise<readonly string[]>
}

interface Uploads {
  readonly uploads?: readonly { readonly path: string; readonly curl: string }[]
}

interface Pulled {
  readonly files: readonly { readonly path: string; readonly content?: string }[]
  readonly downloads?: readonly { readonly path: string; readonly curl: string }[]
  readonly written?: readonly string[]
}

/** By the transfer links of the tools: an agent's shell runs the curl command unchanged. */
export function byTransferUrl(call: CallTool, folder: string): Carrier {
  const shell = (line: string) => run('sh', ['-c', line], { cwd: folder })
  return {
    push: async (project, paths) => {
      const files = await Promise.all(
        paths.map(async path => {
          const bytes = await readFile(join(folder, path))
          return { path, sha256: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.length }
        }),
      )
      const asked = (await call('push_source', { project, files })) as Uploads & Record<string, unknown>
      // Files whose content the service has need no upload.
      if (asked.uploads === undefined) return asked
      for (const { curl } of asked.uploads) await shell(curl)
      return (await call('push_source', { project, files })) as Record<string, unknown>
    },
    pull: async (project, locale) => {
      const { files, downloads = [] } = (await call('pull_translations', { project, locale })) as Pulled
      for (const { curl } of downloads) await shell(curl)
      for (const { path, content } of files) if (content !== undefined) await put(join(folder, path), content)
      return files.map(({ path }) => path)
    },
  }
}

/** By a process that reads and writes the working copy itself: stdio and the command line. */
export const byTheProcess = (call: CallTool): Carrier => ({
  push: async (project, paths) =>
    (await call('push_source', { project, files: paths.map(path => ({ path })) })) as Record<string, unknown>,
  pull: async (project, locale) => {
    const { written = [] } = (await call('pull_translations', { project, locale })) as Pulled
    return written
  },
})

/** By the REST routes for raw files. */
export function byRest(url: string, token: string, folder: string, sources: readonly string[]): Carrier {
  const send = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const response = await fetch(`${url}/api/projects/${address}`, {
      ...init,
      headers: { authorization: `Bearer ${token}` },
    })
    if (!response.ok) throw new Error(`${address}: ${response.status} ${await response.text()}`)
    return response
  }
  const place = (path: string) => `path=${encodeURIComponent(path)}`
  return {
    push: async (project, paths) => {
      const counts: Record<string, number> = {}
      for (const path of paths) {
        const body = await readFile(join(folder, path))
        const answer = (await (await send(`${project}/file?${place(path)}`, { method: 'PUT', body })).json()) as object
        for (const [name, count] of Object.entries(answer)) {
          if (typeof count === 'number') counts[name] = (counts[name] ?? 0) + count
        }
      }
      return counts
    },
    pull: async (project, locale) => {
      const written: string[] = []
      for (const source of sources) {
        const response = await send(`${project}/file?${place(source)}&locale=${locale}`)
        const path = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? ''
        const target = source.replace('/en/', `/${locale}/`).replace('en.json', `${locale}.json`)
        if (!target.endsWith(decodeURIComponent(path))) throw new Error(`${target} came as ${path}`)
        await put(join(folder, target), await response.text())
        written.push(target)
      }
      return written
    },
  }
}

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}
