import { isLocaleName, spellsLocale } from '../locales/spellings.ts'
import { foldName } from './fold-name.ts'

const PHP = /\.php$/
const SCRIPT = /\.(?:[cm]?[jt]s|[jt]sx)$/

/** Whether a file is code, which a tool or a program may run. */
export const isScript = (path: string): boolean => SCRIPT.test(foldName(getFileName(path)))

/**
 * Names of scripts that tools run by themselves, without the extension: configuration, tests, and the files of frameworks. The list is a second line of
 * defense: the first is that the name of a script must spell its locale.
 */
const TOOL_SCRIPTS: readonly RegExp[] = [
  /(?:^|[._-])(?:config|conf|rc|setup|teardown|workspace|mock|bench|stories|story|cy|d)$/,
  /(?:^|[._-])(?:test|tests|spec|specs)$|^(?:test|tests|spec|specs)[._-]/,
  /^\.|rc$|^(?:gulp|grunt|jake|rake|cake|danger|fresh|just|rollup|snow|vite|webpack|eleventy|karma|wallaby|mocha|knex|wdio)(?:file)?(?:$|[._-])/,
  /^(?:middleware|proxy|instrumentation(?:-client)?|service-?worker|polyfills?|sitemap|robots|manifest|opengraph-image|twitter-image|icon|apple-icon)$/,
  /^(?:page|route|layout|template|loading|error|global-error|not-found|default|server|entry|main|preload|bootstrap|_app|_document)$|^\+/,
  /^(?:entry|app|root|hooks|main)[._-](?:client|server|browser)$|[._-](?:client|server)$/,
  /^(?:conftest|snapshot|ecosystem|seed|codegen|preset|babel|metro|craco|next|nuxt|svelte|astro|tailwind|postcss|commitlint|stylelint|eslint|prettier|serverless|sst)$/,
]

/** Folders whose scripts frameworks or test runners load by themselves. */
const LOADED_FOLDERS =
  /^(?:tests?|specs?|e2e|cypress|pages|app|api|routes|middlewares?|plugins|migrations|seeders|seeds|functions|scripts|bin|commands|tasks|hooks|setup|public|static|\.storybook)$/
/** Folders whose files frameworks of PHP load, besides. */
const PHP_FOLDERS = /^(?:config|mu-plugins|initializers)$/
const TEST_FOLDERS = /^__(?:tests|mocks|fixtures|snapshots)__$/

/** Names of locales that tools read as something else: `sw.js` is a service worker. */
const AMBIGUOUS_NAMES = /^sw$/

/** Returns whether tools run a script by themselves. */
export function isToolScript(path: string): boolean {
  if (!isScript(path)) return false
  const folders = path.split('/').map(foldName)
  const stem = getStem(folders.pop() ?? '')
  if (folders.some(name => TEST_FOLDERS.test(name))) return true
  return TOOL_SCRIPTS.some(pattern => pattern.test(stem))
}

/** Returns whether a script is in a place, or has a name, from which tools load every script, or that it can share with one of theirs. */
export function isLoadedScript(path: string): boolean {
  const isPhp = PHP.test(foldName(getFileName(path)))
  if (!isScript(path) && !isPhp) return false
  const folders = path.split('/')
  const stem = getStem(foldName(folders.pop() ?? ''))
  const parent = folders.at(-1)
  const isInLocale = parent !== undefined && isLocaleName(parent)
  if (stem === 'index' && !isInLocale) return true
  const above = foldName(folders.findLast(name => !isLocaleName(name)) ?? '')
  if (LOADED_FOLDERS.test(above) || (isPhp && PHP_FOLDERS.test(above))) return true
  return AMBIGUOUS_NAMES.test(stem) && above === ''
}

/** Whether the name of a script is or ends in a locale, or a folder above it is one. */
export const namesSomeLocale = (path: string): boolean =>
  hasName(path, name => isLocaleName(name) && !UNKNOWN_VARIANT.test(name))

/** Any word of five to eight letters may be a variant: `de-webpack`. */
const UNKNOWN_VARIANT =
  /[-_@](?!(?:latin|cyrillic|devanagari|arabic|valencia|tarask|polyton|1901|1996)$)(?:[a-z0-9]{5,10}|\d[a-z0-9]{3})$/i

/** Whether the name of a script is or ends in a spelling of a locale, or a folder above it is one. */
export const namesLocale = (path: string, locale: string): boolean => hasName(path, name => spellsLocale(name, locale))

function hasName(path: string, isName: (name: string) => boolean): boolean {
  const folders = path.split('/')
  const stem = getStem(folders.pop() ?? '')
  if (folders.some(isName) || isName(stem)) return true
  for (let at = stem.search(/[._-]/); at !== -1 && at < stem.length; at += 1) {
    if (/[._-]/.test(stem.charAt(at)) && isName(stem.slice(at + 1))) return true
  }
  return false
}

export const getFileName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** The name without its extension. */
const getStem = (name: string): string => name.replace(/\.[^.]*$/, '')
