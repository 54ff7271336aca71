import { AppError } from '../errors.ts'

const MAX_PATH_BYTES = 400
const VARIABLE = /\{locale(?:_underscore|_lower)?\}/
const ALL_VARIABLES = new RegExp(VARIABLE, 'g')

/**
 * Refuses what is no path inside a repository; returns the path as it was.
 * @throws AppError `invalid_input`.
 */
export function checkPath(path: string): string {
  const why = faultOf(path)
  if (why === undefined) return path
  throw new AppError('invalid_input', `The path ${JSON.stringify(path.slice(0, 80))} ${why}.`, {
    fix: 'Give a path relative to the root of the repository, with forward slashes, such as locales/en.json.',
  })
}

/**
 * Refuses also what is no place for a file of texts: whoever names the files of a project would replace on the machine of everybody who pulls what tools
 * there run or are configured by.
 * @throws AppError `invalid_input`.
 */
export function checkTarget(path: string): string {
  checkPath(path)
  const why = targetFault(path)
  if (why === undefined) return path
  throw new AppError('invalid_input', `No texts are kept at ${JSON.stringify(path.slice(0, 80))}: it ${why}.`, {
    fix: 'Keep them in a folder of their own, such as locales/{locale}.json.',
  })
}

/** Refuses as a file of texts what tools of developers run or are configured by, whatever folder it is in. @throws AppError `invalid_input`. */
export function checkTextFile(path: string): string {
  checkPath(path)
  if (!isToolFile(path)) return path
  throw new AppError('invalid_input', `${JSON.stringify(path.slice(0, 80))} is a file of tools, not one of texts.`, {
    fix: 'Give files that hold texts, such as locales/en.json.',
  })
}

/** The path of a target file: the template with `{locale}` replaced by the locale, or by its alias where the project has one. */
export function targetPath(template: string, locale: string, aliases: Readonly<Record<string, string>> = {}): string {
  if (!VARIABLE.test(template)) {
    throw new AppError(
      'invalid_input',
      `The target path ${JSON.stringify(template.slice(0, 80))} does not hold {locale}.`,
      {
        fix: 'Write {locale} where the locale stands, such as locales/{locale}.json.',
      },
    )
  }
  const alias = Object.hasOwn(aliases, locale) ? aliases[locale] : undefined
  if (alias !== undefined) checkAlias(alias, locale)
  const name = alias ?? pathLocale(locale, template)
  return checkTarget(template.replaceAll(ALL_VARIABLES, () => name))
}

/** An alias spells a locale: `iw`, `pt-rBR`, `zh_CN`, `ca@valencia`, `Deutsch`. */
const ALIAS = /^[\p{L}\p{N}@_-]{1,40}$/u

function checkAlias(alias: string, locale: string): void {
  if (ALIAS.test(alias)) return
  throw new AppError(
    'invalid_input',
    `The alias ${JSON.stringify(alias.slice(0, 80))} of ${locale} spells no locale.`,
    {
      fix: 'Give 1 to 40 letters, digits, @, _ and -, such as pt-rBR; what stands around it belongs into target.',
    },
  )
}

/**
 * How a locale is spelled in the paths of a template: `{locale}` → `pt-BR`, `{locale_underscore}` → `pt_BR`, `{locale_lower}` → `pt-br`.
 */
function pathLocale(locale: string, template: string): string {
  if (template.includes('{locale_underscore}')) return locale.replaceAll('-', '_')
  return template.includes('{locale_lower}') ? locale.toLowerCase() : locale
}

/**
 * Guesses where the targets of a source file are: the last place of the path that names the source locale becomes `{locale}`. Undefined when the path names
 * no locale, so that nothing is ever guessed to be the source file itself.
 */
export function defaultTargetTemplate(sourcePath: string, sourceLocale: string): string | undefined {
  const spellings: readonly (readonly [string, string])[] = [
    [sourceLocale, '{locale}'],
    [sourceLocale.replaceAll('-', '_'), '{locale_underscore}'],
    [sourceLocale.toLowerCase(), '{locale_lower}'],
    // A repository may call the language alone what the project calls by its region: `en` for `en-US`.
    [sourceLocale.split('-')[0] ?? sourceLocale, '{locale}'],
  ]
  for (const [spelling, variable] of spellings) {
    const found = [...sourcePath.matchAll(new RegExp(`(?<![A-Za-z0-9_-])${spelling}(?![A-Za-z0-9_-])`, 'g'))].at(-1)
    const place =
      found ?? [...sourcePath.matchAll(new RegExp(`(?<=[a-z]{3}[_-])${spelling}(?=\\.[a-z]+$)`, 'g'))].at(-1)
    if (place !== undefined) {
      return sourcePath.slice(0, place.index) + variable + sourcePath.slice(place.index + spelling.length)
    }
  }
  return undefined
}

function faultOf(path: string): string | undefined {
  if (path === '') return 'is empty'
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) return `is longer than ${MAX_PATH_BYTES} bytes`
  if (/[\p{C}\u2028\u2029]/u.test(path)) return 'holds a control or invisible character'
  if (path.includes('\\')) return 'holds a backslash'
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) return 'is absolute'
  for (const segment of path.split('/')) {
    if (segment === '') return 'holds an empty segment'
    if (segment === '.' || segment === '..') return `holds the segment ${segment}`
    if (segment.startsWith('-')) return 'holds a segment that begins with -'
    if (isGitFolder(segment)) return 'names the folder .git'
  }
  return undefined
}

/**
 * What package managers, compilers, bundlers and task runners read by name, and run or load code for. What is as good a name for texts (`settings.json`,
 * `tasks.json`, `project.json`) is dangerous only in the folders of tools, and those begin with a dot.
 */
const TOOL_FILES: readonly RegExp[] = [
  /^(?:package|package-lock|npm-shrinkwrap|bower|composer|deno|lerna|nx|turbo|rush|angular|nest-cli|nodemon|cdk|biome|firebase|vercel|wrangler)\.json$/,
  /^(?:tsconfig|jsconfig)\b.*\.json$/,
  /\.conf(?:ig)?\.json$/,
]

/** As a file system reads the name that knows no case and drops trailing dots and blanks. */
const isToolFile = (path: string): boolean => {
  const name = (path.split('/').at(-1) ?? '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[. ]+$/, '')
  return TOOL_FILES.some(pattern => pattern.test(name))
}

function targetFault(path: string): string | undefined {
  const segments = path.split('/')
  if (segments.some(segment => segment.startsWith('.'))) return 'has a segment that begins with a dot'
  // The second name that Windows gives to long names, and to those that begin with a dot: VSCODE~1.
  if (segments.some(segment => /~\d/.test(segment))) return 'has a segment with ~ and a digit'
  if (segments.some(segment => segment.toLowerCase() === 'node_modules')) return 'is in node_modules'
  return isToolFile(path) ? 'is a file that tools run or are configured by' : undefined
}

/** Spellings that a file system without case, or one that drops trailing dots and blanks, takes for `.git`. */
const isGitFolder = (segment: string): boolean =>
  /^(?:\.git|git~1)$/i.test(segment.replace(/[. ]+$/, '').replace(/\p{Cf}/gu, ''))
