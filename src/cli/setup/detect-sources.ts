import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError, resultOr } from '../../errors.ts'
import { checkTextFile } from '../../l10n/files/paths.ts'
import type { Format } from '../../l10n/formats/format.ts'
import { detectFormat, FILE_EXTENSIONS } from '../../l10n/formats/registry.ts'
import { assertSupported } from '../../l10n/formats/unsupported.ts'
import { findLocale } from '../../l10n/locales/find-locale.ts'
import { MAX_FILE_BYTES } from '../../tools/files/transfer/file-size.ts'
import { decodeKnownFile } from '../../tools/files/transfer/file-text.ts'
import { chooseVariable, findSpelledPaths, listTemplates, refineTemplate, type SpelledPath } from './templates.ts'

/** A source file of a repository, with the place of its translations. */
export interface DetectedSource {
  readonly path: string
  /** The format as users name it, such as `JSON, ICU`. */
  readonly format: string
  readonly strings: number
  readonly target: string
  readonly aliases: Readonly<Record<string, string>>
  /** The locales that have a file, or are in the source file itself. */
  readonly locales: readonly string[]
}

/** Formats that hold nothing but strings, so that a file alone is a source file. Others need a translation beside them, or a folder of translations. */
const STRING_FORMATS =
  /\.(?:pot?|arb|strings|stringsdict|xcstrings|ftl|xlf|xliff)$|\/values(?:-[^/]+)?\/[^/]+\.xml$|(?:^|\/)(?:package\.nls|bundle\.l10n)\.json$/
const STRING_FOLDERS = /(?:^|\/)(?:_?locales?|langs?|languages?|i18n|l10n|intl|translations?|messages)\//i
/** Pages are source files only beside translated pages. */
const PAGES = /\.mdx?$/
/** Files that tests read, not users. */
const TEST_FOLDERS = /(?:^|\/)(?:__tests__|tests?|specs?|e2e|__fixtures__|fixtures|testdata|__mocks__)\//i

interface Candidate {
  readonly path: string
  readonly template: string
  readonly targets: readonly SpelledPath[]
  /** The source locale as the path spells it; undefined if it names none. */
  readonly spelled: string | undefined
}

/** Finds the source files among the files of a repository: readable in a format, with strings, and with paths for their translations. */
export async function detectSources(
  root: string,
  files: readonly string[],
  sourceLocale: string,
): Promise<readonly DetectedSource[]> {
  const known = files.filter(path => isStringFile(path))
  const candidates = known.flatMap(path => findCandidate(path, known, sourceLocale) ?? [])
  const chosen = chooseByTemplate(candidates, sourceLocale)
  const targets = new Set(chosen.flatMap(candidate => candidate.targets.map(({ path }) => path)))
  const found: DetectedSource[] = []
  for (const candidate of chosen) {
    if (targets.has(candidate.path)) continue
    const source = await readSource(root, candidate, sourceLocale)
    if (source !== undefined) found.push(source)
  }
  return found
}

/** Counts the files whose paths spell each locale of a language: which one a repository writes in. */
export function countSpellings(files: readonly string[], language: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const path of files.filter(isStringFile)) {
    const [template] = listTemplates(path, language)
    const spelled = template === undefined ? undefined : findSpelledPaths(template, [path])[0]
    if (spelled !== undefined) counts.set(spelled.locale, (counts.get(spelled.locale) ?? 0) + 1)
  }
  return counts
}

function isStringFile(path: string): boolean {
  const lower = path.toLowerCase()
  if (TEST_FOLDERS.test(path) || !FILE_EXTENSIONS.some(ending => lower.endsWith(ending))) return false
  return resultOr(() => checkTextFile(path), undefined) !== undefined
}

function findCandidate(path: string, known: readonly string[], sourceLocale: string): Candidate | undefined {
  if (/\.(?:xcstrings|csv)$/i.test(path)) return { path, template: path, targets: [], spelled: undefined }
  const options = listTemplates(path, sourceLocale).map(template => {
    const all = findSpelledPaths(template, known)
    const spelled = findSpelledPaths(template, [path])[0]?.spelled
    return { path, template, targets: all.filter(one => one.path !== path), spelled }
  })
  const best = options.find(({ targets }) => targets.length > 0) ?? options[0]
  if (best === undefined || best.targets.length > 0) return best
  if (PAGES.test(path)) return undefined
  const isNamed = best.spelled !== undefined
  // Any XLIFF file could be the source of others.
  const isString = STRING_FORMATS.test(path) && (isNamed || !path.endsWith('.xlf'))
  return isString || (isNamed && STRING_FOLDERS.test(path)) ? best : undefined
}

/** Of two files with the same translations, such as `en.json` and `en-GB.json`, the one that spells the source locale is the source. */
function chooseByTemplate(candidates: readonly Candidate[], sourceLocale: string): readonly Candidate[] {
  const chosen = new Map<string, Candidate>()
  const rank = ({ path, spelled }: Candidate): number =>
    path.endsWith('.pot') ? 0 : spelled === sourceLocale ? 1 : rankLocale(findLocale(spelled ?? ''), sourceLocale)
  for (const candidate of candidates) {
    const before = chosen.get(candidate.template)
    if (before === undefined || rank(candidate) < rank(before)) chosen.set(candidate.template, candidate)
  }
  return [...chosen.values()]
}

/** `en-US` is nearer to `en` than `en-GB` is. */
function rankLocale(spelled: string | undefined, sourceLocale: string): number {
  if (spelled === undefined) return 4
  if (spelled === sourceLocale) return 2
  const isUsual = new Intl.Locale(spelled).maximize().baseName === new Intl.Locale(sourceLocale).maximize().baseName
  return isUsual ? 3 : 4
}

async function readSource(
  root: string,
  { path, template, targets, spelled }: Candidate,
  sourceLocale: string,
): Promise<DetectedSource | undefined> {
  const file = join(root, path)
  const size = await stat(file).then(
    found => (found.isFile() ? found.size : undefined),
    () => undefined,
  )
  if (size === undefined || size > MAX_FILE_BYTES) return undefined
  try {
    const text = decodeKnownFile(await readFile(file), path)
    const format = detectFormat(path, text)
    assertSupported(path, text)
    if (template === path && format.multilingual === undefined) return undefined
    await format.load?.()
    const { entries, options } = format.read(text, sourceLocale, sourceLocale)
    const strings = entries.filter(({ doNotTranslate }) => doNotTranslate !== true).length
    if (strings === 0) return undefined
    const own = { path, format: describeFormat(format, options.syntax), strings }
    if (template === path)
      return { ...own, target: path, aliases: {}, locales: listLocales(format, text, sourceLocale) }
    const others = targets.filter(target => target.spelled !== spelled && target.locale !== sourceLocale)
    return {
      ...own,
      ...chooseVariable(refineTemplate(template, path, text, sourceLocale), others),
      locales: others.map(({ locale }) => locale),
    }
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

/** Names in a file that could be locales. */
const NAMES = /(?<![\w-])[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8}){0,3}(?![\w-])/g

/** The locales of a file that has all: its header, or the keys of its objects. */
function listLocales(format: Format, text: string, sourceLocale: string): readonly string[] {
  const places =
    format.id === 'csv-multilingual' ? [text.slice(0, text.indexOf('\n'))] : (text.match(/"[\w-]+" ?: \{/g) ?? [])
  const names = new Set(places.flatMap(place => place.match(NAMES) ?? []))
  const locales = new Set([...names].flatMap(name => findLocale(name) ?? []))
  locales.delete(sourceLocale)
  return [...(format.multilingual?.slice(text, [...locales]).keys() ?? [])].sort()
}

const LABELS: Readonly<Record<string, string>> = {
  json: 'JSON',
  'json-messages': 'JSON messages',
  'angular-json': 'Angular JSON',
  i18next: 'i18next JSON',
  yaml: 'YAML',
  toml: 'TOML',
  arb: 'Flutter ARB',
  po: 'gettext',
  android: 'Android',
  'apple-strings': 'Apple',
  stringsdict: 'Apple plurals',
  xcstrings: 'Apple string catalog',
  rails: 'Rails YAML',
  php: 'PHP',
  fluent: 'Fluent',
  resx: '.NET',
  properties: 'Java properties',
  xliff: 'XLIFF',
  'csv-multilingual': 'CSV, all locales',
  csv: 'CSV',
  typescript: 'TypeScript',
}

const SYNTAXES: Readonly<Record<string, string>> = { icu: 'ICU', 'vue-i18n': 'Vue', java: 'MessageFormat' }

function describeFormat({ id, about }: Format, syntax: string): string {
  const label = LABELS[id] ?? about.name
  const named = SYNTAXES[syntax]
  return named === undefined || id === 'arb' || id === 'i18next' ? label : `${label}, ${named}`
}
