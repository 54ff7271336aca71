import type { Syntax } from './message.ts'
import { isPatternSyntax } from './patterns/find-pattern.ts'

/** Families by the language of a gettext flag. */
const BY_LANGUAGE: Readonly<Record<string, readonly Family[]>> = {
  ...Object.fromEntries(
    (
      'awk d elisp gcc-internal gfc-internal go java-printf javascript librep lua modula2 objc object-pascal ocaml ' +
      'perl php sh-printf tcl ycp'
    )
      .split(' ')
      .map(language => [language, ['printf']]),
  ),
  // With `%1%`, which is compared as `%1`.
  boost: ['qt', 'printf'],
  c: ['printf', 'strerror'],
  'c++': ['python_brace'],
  elixir: ['ruby'],
  python: ['python'],
  'python-brace': ['python_brace'],
  rust: ['python_brace'],
  csharp: ['dotnet'],
  'perl-brace': ['braces'],
  java: ['icu'],
  icu: ['icu'],
  ruby: ['ruby', 'printf'],
  qt: ['qt'],
  'qt-plural': ['qt'],
  kde: ['qt'],
  'kde-kuit': ['qt'],
  sh: ['template'],
  'template-literal': ['template'],
}

/** Returns the families of an entry by gettext's flags (`python-format`, `no-c-format`); undefined if it has none, or none that is known. */
export function findFlagFamilies(tags: readonly string[]): readonly Family[] | undefined {
  for (const tag of tags) {
    const language = /^(?:possible-)?(.+)-format$/.exec(tag)?.[1]
    if (language === undefined) continue
    if (language.startsWith('no-')) return []
    return Object.hasOwn(BY_LANGUAGE, language) ? BY_LANGUAGE[language] : undefined
  }
  return undefined
}

/** The families of an entry: those of its flags, else those of its file. */
export function getEntryFamilies(tags: readonly string[], ofFile: FileFamilies | undefined): FileFamilies | undefined {
  const flagged = findFlagFamilies(tags)
  return flagged === undefined ? ofFile : { families: flagged, sure: 'certain', quotes: true }
}

/**
 * Families of placeholders, each with its own grammar. A file uses few of them, so that `%d` is a number in one file and ordinary text in another. Where two
 * families of a file match, the first one is used: `%0-F` is `%0` in a file with Qt's placeholders.
 * `braces` is `{name}` and `{0}` in files that show nothing more specific.
 */
export const FAMILIES = [
  'icu',
  'fluent',
  'java',
  'banana',
  'qt',
  'python',
  'printf',
  'mustache',
  'python_brace',
  'dotnet',
  'braces',
  'ruby',
  'template',
  'i18next',
  'vue',
  'laravel',
  'symfony',
  'webextension',
  'home_assistant',
] as const
/** With the `%m` of C, which only a flag of gettext shows. */
export const ENTRY_FAMILIES = [...FAMILIES, 'strerror'] as const
export type Family = (typeof ENTRY_FAMILIES)[number]

/** How sure the families of a file are: `certain` = shown by what no other family has, `likely` = shown once, `guess` = could be ordinary text. */
export const CERTAINTIES = ['certain', 'likely', 'guess'] as const
export type Certainty = (typeof CERTAINTIES)[number]

/** The placeholder families of a file. */
export interface FileFamilies {
  readonly families: readonly Family[]
  readonly sure: Certainty
  /** Whether apostrophes quote, as in ICU. Otherwise they are text. */
  readonly quotes: boolean
}

/** Families that a message syntax always has. The syntax `printf` has those of its file, else both. */
export const SYNTAX_FAMILIES: Readonly<Record<Syntax, readonly Family[]>> = {
  plain: [],
  icu: ['icu'],
  i18next: ['i18next'],
  'vue-i18n': ['vue'],
  printf: ['python', 'printf'],
  ruby: ['ruby'],
  java: ['java'],
  fluent: ['fluent'],
  banana: ['banana'],
  strftime: [],
  format: [],
}

/** The families of a text in a file whose families are unknown. Those that occur as ordinary text are absent. */
const DEFAULT_FAMILIES: Readonly<Record<Syntax, readonly Family[]>> = {
  ...SYNTAX_FAMILIES,
  plain: ['python', 'ruby', 'printf', 'mustache', 'template', 'python_brace', 'dotnet', 'braces', 'home_assistant'],
  icu: ['icu', 'home_assistant'],
  printf: ['python', 'ruby', 'printf', 'mustache', 'template', 'python_brace', 'dotnet', 'braces', 'home_assistant'],
  ruby: ['ruby', 'mustache'],
}

/** Families whose braces or percent signs contradict those of a syntax: `%{n}` in ICU is a percent sign and the argument `{n}`. */
const EXCLUDED: Partial<Record<Syntax, readonly Family[]>> = {
  plain: ['vue'],
  printf: ['vue'],
  ruby: ['vue'],
  icu: ['braces', 'python_brace', 'dotnet', 'mustache', 'ruby', 'template', 'i18next', 'vue'],
  'vue-i18n': ['braces', 'python_brace', 'dotnet', 'mustache', 'ruby', 'template', 'i18next', 'icu'],
  java: ['icu', 'braces', 'python_brace', 'dotnet', 'mustache', 'ruby', 'template', 'i18next', 'vue', 'laravel'],
  fluent: ['icu', 'braces', 'python_brace', 'dotnet', 'mustache', 'ruby', 'template', 'i18next', 'vue', 'laravel'],
  i18next: ['mustache', 'python_brace', 'dotnet', 'icu', 'vue'],
  // A percent sign, a colon and a single brace are text.
  banana: FAMILIES.filter(family => family !== 'banana'),
}

/** Families that only texts of their own syntax have. */
const isExclusive = (family: Family): boolean => family === 'fluent' || family === 'java' || family === 'banana'

/** Whether texts of a syntax can have placeholders of a family. */
export const canHaveFamily = (syntax: Syntax, family: Family): boolean =>
  (!isExclusive(family) || syntax === family) && !(EXCLUDED[syntax]?.includes(family) ?? false)

/** The families of a text: those of its syntax, and those of its file that the syntax allows. */
export function resolveFamilies(syntax: Syntax, ofFile: readonly Family[] | undefined): readonly Family[] {
  if (ofFile === undefined || isPatternSyntax(syntax)) return DEFAULT_FAMILIES[syntax]
  const own = SYNTAX_FAMILIES[syntax]
  const others = ofFile.filter(family => canHaveFamily(syntax, family))
  const isShown = own.length === 0 || own.some(family => others.includes(family))
  return isShown ? others : [...own, ...others]
}

/** The options of a file that hold its detected families. */
export const toFamilyOptions = ({ families, sure, quotes }: FileFamilies) => ({
  families: families.join(' '),
  families_sure: sure,
  apostrophes_quote: quotes,
})

/**
 * The families in the options of a file; undefined if none were detected yet. `families_set` and `syntax_set` were given by a user, and are used instead of
 * what was detected. `isSyntaxSet` = the project determines the message syntax: then apostrophes quote, even if no string shows that the file is ICU.
 */
export function readFamilies(
  options: Readonly<Record<string, string | number | boolean>>,
  isSyntaxSet = false,
): FileFamilies | undefined {
  const { families, families_sure, families_set, syntax_set, apostrophes_quote } = options
  const quotes = isSyntaxSet || typeof syntax_set === 'string' || apostrophes_quote === true
  if (typeof families_set === 'string') {
    const set = parseFamilies(families_set)
    return { families: set, sure: 'certain', quotes: quotes || set.includes('icu') }
  }
  if (typeof families !== 'string') return undefined
  const sure = CERTAINTIES.find(one => one === families_sure) ?? 'guess'
  return { families: parseFamilies(families), sure, quotes }
}

const parseFamilies = (names: string): Family[] => FAMILIES.filter(family => names.split(' ').includes(family))
