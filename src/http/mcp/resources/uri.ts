import { tryDecodePart } from '../../../text/percent-encoding.ts'

/** The views of a project, the tool that reads each, and its scope: the definition of the tool would load all tools. */
const VIEWS = {
  context: { tool: 'get_project_context', scope: 'project:read', title: 'Project context for translators' },
  status: { tool: 'get_status', scope: 'project:read', title: 'Progress of each locale' },
  voice: { tool: 'get_voice', scope: 'voice:read', title: 'Voice of the project' },
  glossary: { tool: 'get_glossary', scope: 'glossary:read', title: 'Glossary terms' },
} as const

type View = keyof typeof VIEWS

export const VIEW_NAMES = Object.keys(VIEWS) as readonly View[]

/** The tool call that reads a resource. */
export interface ResourceCall {
  readonly tool: string
  readonly args: Readonly<Record<string, unknown>>
  /** Whether the resource is the file in the answer instead of the answer itself. */
  readonly isFile: boolean
}

/** All resource types, as URI templates (RFC 6570). */
export const TEMPLATES = [
  ...VIEW_NAMES.map(view => ({
    uriTemplate: `dragoman://{account}/{project}/${view}`,
    name: view,
    title: VIEWS[view].title,
    mimeType: 'application/json',
  })),
  {
    uriTemplate: 'dragoman://{account}/{project}/files/{locale}/{+path}',
    name: 'file',
    title: 'Translated file of a locale; path = path of the source file',
  },
  {
    uriTemplate: 'dragoman://{account}/{project}/runs/{run}',
    name: 'run',
    title: 'State, counts and cost of a run',
    mimeType: 'application/json',
  },
]

/** Returns the URI of a view of a project. */
export const viewUri = (project: string, view: View): string => `dragoman://${project}/${view}`

/** Returns the scope that a view requires. */
export const viewScope = (view: View): string => VIEWS[view].scope

export const viewTitle = (view: View): string => VIEWS[view].title

/** Returns the call that reads a resource; undefined for a URI of another server. */
export function parseResourceUri(uri: string): ResourceCall | undefined {
  const parts = decodeParts(uri)
  if (parts === undefined) return undefined
  const [account = '', slug = '', kind = '', ...rest] = parts
  const project = `${account}/${slug}`
  if (account === '' || slug === '') return undefined
  if (kind === 'files') {
    const [locale = '', ...path] = rest
    if (locale === '' || path.join('/') === '') return undefined
    return { tool: 'pull_translations', args: { project, locale, path: path.join('/') }, isFile: true }
  }
  const [run = ''] = rest
  if (kind === RUNS && rest.length === 1 && run !== '')
    return { tool: 'get_runs', args: { project, run }, isFile: false }
  if (rest.length > 0 || !isView(kind)) return undefined
  const { tool } = VIEWS[kind]
  const guidance = kind === 'voice' || kind === 'glossary'
  return { tool, args: guidance ? { target: project } : { project }, isFile: false }
}

const RUNS = 'runs'

/** What a resource shows that notifies subscribers of changes: the status of a project, or one of its runs. */
export interface WatchedResource {
  /** `acme/app`. */
  readonly project: string
  /** The ID of the run; undefined for the status. */
  readonly run: string | undefined
}

/** Returns what subscribers of a URI are notified about; undefined if it never changes for them. */
export function findWatched(uri: string): WatchedResource | undefined {
  const { tool, args = {} } = parseResourceUri(uri) ?? {}
  if (tool !== VIEWS.status.tool && tool !== 'get_runs') return undefined
  const { project, run } = args
  return { project: String(project), run: typeof run === 'string' ? run : undefined }
}

const isView = (kind: string): kind is View => Object.hasOwn(VIEWS, kind)

function decodeParts(uri: string): readonly string[] | undefined {
  const [, path = ''] = /^dragoman:\/\/(.+)$/.exec(uri) ?? []
  return path === '' || tryDecodePart(path) === undefined ? undefined : path.split('/').map(decodeURIComponent)
}
