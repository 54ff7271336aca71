import { withoutEncoded } from '../../text/percent-encoding.ts'
import { hasIntervals, hasLaravelRanges, withoutRanges } from './choices/laravel.ts'
import {
  CERTAINTIES,
  canHaveFamily,
  FAMILIES,
  type Family,
  type FileFamilies,
  findFlagFamilies,
  SYNTAX_FAMILIES,
} from './families.ts'
import { listTexts, type Message, type Syntax } from './message.ts'

/** A source string of a file. */
export interface FamilySample {
  readonly value: Message
  /** Tags of its entry, with gettext's flags such as `python-format`. */
  readonly tags?: readonly string[] | undefined
}

/** What the format of a file says about its placeholders. */
interface FormatHabits {
  /** Whether the apostrophes of its ICU messages are text unless a string shows that they quote. */
  readonly quotesIfShown?: boolean
  /** The family of its programs, which one string shows. */
  readonly usual?: Family | undefined
  /** Families that no string needs to show. */
  readonly proven?: readonly Family[] | undefined
}

/**
 * Detects the placeholder families of a file from its source strings. Flags of gettext are certain. Otherwise a family needs a placeholder that no other
 * family has, or one that several strings have: a single `:name` or `%1` is ordinary text.
 *
 * The families are `certain` if each of them is shown by a flag or at least two strings, `likely` if by one, and a `guess` if the file shows none. ICU is
 * shown by a plural, a select or a quoted brace: a file whose only braces are `{name}` may belong to another library, so ICU is a `guess` there.
 */
export class FamilyDetector {
  readonly #syntax: Syntax
  readonly #habits: FormatHabits
  readonly #evidence = new Map<Family, number>()
  #hasQuotes = false
  #emptyBraces = 0

  constructor(syntax: Syntax, habits: FormatHabits = {}) {
    this.#syntax = syntax
    this.#habits = habits
    for (const family of habits.proven ?? []) this.#evidence.set(family, CERTAIN)
  }

  add({ value, tags = [] }: FamilySample): void {
    const flagged = findFlagFamilies(tags)
    for (const family of flagged ?? []) this.#evidence.set(family, CERTAIN)
    if (flagged !== undefined) return
    if (typeof value === 'string' && isSymfony(value)) this.#evidence.set('symfony', CERTAIN)
    else if (hasLaravelForms(value, this.#habits.usual)) this.#evidence.set('laravel', CERTAIN)
    const { families, hasQuotes, hasEmptyBraces } = findEvidence(value, this.#habits.usual)
    if (hasEmptyBraces) this.#emptyBraces += 1
    for (const family of families) this.#count(family, family === 'symfony' && isInCapitals(value) ? 0.5 : 1)
    if (!hasQuotes || this.#syntax !== 'icu') return
    this.#hasQuotes = true
    if (!families.has('icu')) this.#count('icu')
  }

  #count(family: Family, weight = 1): void {
    this.#evidence.set(family, (this.#evidence.get(family) ?? 0) + weight)
  }

  get result(): FileFamilies {
    const evidence = new Map(this.#evidence)
    // Among placeholders of another family, empty braces are text.
    if (Math.max(0, ...evidence.values()) <= this.#emptyBraces) {
      evidence.set('python_brace', this.#emptyBraces + (evidence.get('python_brace') ?? 0))
    }
    const { families, sure } = weigh(evidence, this.#syntax, this.#habits.usual)
    const mayQuote = this.#syntax === 'icu' && sure !== 'guess' && this.#habits.quotesIfShown !== true
    return { families, sure, quotes: mayQuote || this.#hasQuotes }
  }
}

/** Detects the placeholder families of a file; see `FamilyDetector`. */
export function detectFamilies(samples: Iterable<FamilySample>, syntax: Syntax): FileFamilies {
  const detector = new FamilyDetector(syntax)
  for (const sample of samples) detector.add(sample)
  return detector.result
}

/** Strings that make a family certain. */
const CERTAIN = 2

/** Strings that must show a family whose placeholders occur as ordinary text. */
const NEEDED: Partial<Record<Family, number>> = { laravel: 2, webextension: 2 }

/** Families whose placeholders a syntax of its own has, too: they show its own family. */
const SHOWS_OWN: Partial<Record<Syntax, readonly Family[]>> = {
  i18next: ['i18next', 'mustache'],
  'vue-i18n': ['vue', 'braces'],
}

function weigh(evidence: ReadonlyMap<Family, number>, syntax: Syntax, usual?: Family): Omit<FileFamilies, 'quotes'> {
  // `printf` has two, of which a file may have one.
  const own = syntax === 'printf' ? undefined : SYNTAX_FAMILIES[syntax][0]
  const count = (family: Family): number => {
    const of = family === own ? (SHOWS_OWN[syntax] ?? [family]) : [family]
    return Math.max(0, ...of.map(one => evidence.get(one) ?? 0))
  }
  const found = new Set<Family>(
    FAMILIES.filter(
      family => canHaveFamily(syntax, family) && count(family) >= (family === usual ? 1 : (NEEDED[family] ?? 1)),
    ),
  )
  if (own !== undefined) found.add(own)
  // `{name}` belongs to the more specific families, too.
  if (found.has('python_brace') || found.has('vue')) found.delete('braces')
  const families = FAMILIES.filter(family => found.has(family))
  // The format of a file decides that it is Fluent, Java or MediaWiki.
  if (syntax === 'fluent' || syntax === 'java' || syntax === 'banana') return { families, sure: 'certain' }
  const judged = syntax === 'icu' ? ['icu' as const] : families
  return { families, sure: getWorst(judged.map(family => gradeStrings(count(family)))) }
}

const gradeStrings = (strings: number): FileFamilies['sure'] =>
  strings >= CERTAIN ? 'certain' : strings >= 1 ? 'likely' : 'guess'

function getWorst(grades: readonly FileFamilies['sure'][]): FileFamilies['sure'] {
  if (grades.length === 0) return 'guess'
  return CERTAINTIES.findLast(certainty => grades.includes(certainty)) ?? 'guess'
}

/** Apostrophes that quote a brace, or are doubled to print one. Those in `'{name}'` may be quotation marks. */
const QUOTES = /'[{}]'|\p{L}''\p{L}/u
/** A placeholder of Python and Rust, or words about braces. */
const EMPTY_BRACES = /(?<![{$%])\{\}(?!\})/

/** What only placeholders of a family look like, or hardly any ordinary text. */
const EVIDENCE: readonly (readonly [Family, RegExp])[] = [
  ['icu', /\{\s*[\w.-]+\s*,\s*(?:plural|select|selectordinal)\s*,/],
  ['symfony', /(?<![\p{L}\p{N}%])%[A-Za-z_][A-Za-z0-9_.-]*%(?![\p{L}\p{N}%])/u],
  ['home_assistant', /\[%key:[^%[\]\s]+%\]/],
  ['python', /%\([^()\n]{1,100}\)[-+0# ]*(?:[1-9]\d*)?(?:\.\d+)?[diouxXeEfFgGcrsa]/],
  ['python', /(?<![\p{N}%]|\p{N}\s)%[ra](?![\p{L}\p{N}_])/u],
  [
    'printf',
    /%(?:\d+\$?)?#@[^@\s]+@|%(?:\d+\$)?arg(?![A-Za-z0-9_])|%\([^()\n]{1,100}\)@|%\d+\$[-+0#', ]*(?:[1-9]\d*)?(?:\.\d+)?(?:hh|h|ll|l|L|z|j|t|q)?[a-zA-Z@]|%<PRI|(?<![\p{N}%])%[-+0#]*(?:[1-9]\d*)?(?:\.\d+)?(?:hh|h|ll|l|z)?[sdiufxXcgS@](?![\p{L}\p{N}_])/u,
  ],
  ['printf', /(?<![\p{N}%]|\p{N}\s)%S(?=(?:\p{Ll}{1,3}|[KMGTP]i?B)(?!\p{L}))/u],
  ['ruby', /%\{\w[\w.-]*\}|%<\w+>[-+0#]*(?:[1-9]\d*)?(?:\.\d+)?[dsfxieg]/],
  ['qt', /(?<![\p{N}%])%(?:L\d{1,2}|\d(?![\d$.,*a-zA-Z@])|Ln(?![a-zA-Z]))/u],
  ['qt', /(?<![\p{N}%])%n \p{L}/u],
  ['i18next', /\$t\(/],
  ['vue', /(?<![\w.])@(?:\.\w+)?:[\w({]|\{'[^'{}]+'\}/],
  ['mustache', /\{\{[^{}]+\}\}/],
  ['template', /\$(?:\{[^{}]+\}|\([A-Z][A-Z0-9_]+\))/],
  [
    'python_brace',
    /(?<![{$%])\{[\w.]*(?:\[[^[\]{}]*\]|![rsa]|:(?:[^{}\s]?[<>=^])?[ +-]?#?0?\d*[,_]?(?:\.\d+)?[bcdeEfFgGnosxX%]?(?<=[^:]))(?:\.\w+|\[[^[\]{}]*\])*(?::[^{}]*)?\}(?!\})/,
  ],
  [
    'dotnet',
    /(?<![{$%])\{\w+(?:,\s*-?\d+)?(?::(?:[CDEFGNPRX]\d*|(?=[^{}]*(?:0|#|yy|MM|dd|HH|mm))[^{}]*))\}(?!\})|(?<![{$%])\{\d+,\s*-?\d+\}(?!\})/,
  ],
  ['braces', /(?<![{$%])\{\s*\$?[\p{L}\p{N}_.-]+\s*\}(?!\})/u],
  ['laravel', /(?<![\w:/\\&])(?<!\d ):[a-zA-Z][a-zA-Z0-9_]*(?![\w:(-])/],
  ['webextension', /\$[A-Z][A-Z0-9_@]*\$/i],
]

/** The characters that placeholders contain, besides braces. */
const SIGN = /[{%$:'@]/

/** Whether a text has forms that only Symfony reads. */
const isSymfony = (text: string): boolean => text.includes('|') && (text.includes('%count%') || hasIntervals(text))

/** Whether its names may be variables of Windows, such as `%PATH%`, or misspelled percentages, such as `%d%`. */
const isInCapitals = (value: Message): boolean => !listTexts(value).some(text => /%[a-z][\w.-]+%/.test(text))

/** In files of Qt's own format, each of its placeholders. */
const OF_QT = /%L?(?:\d|n)/

/** Two forms without spaces around the pipe. */
const FORMS = /^[\p{L}\p{N}][^|]*[^|\s]\|[\p{L}\p{N}][^|]*$/u

/** Whether a text has plural forms of Laravel; in a file of its own format, `apple|apples` is enough. */
const hasLaravelForms = (value: Message, usual: Family | undefined): boolean =>
  typeof value === 'string' &&
  value.includes('|') &&
  (hasLaravelRanges(value) || (usual === 'laravel' && FORMS.test(value)))

function findEvidence(value: Message, usual: Family | undefined) {
  const families = new Set<Family>()
  let hasQuotes = false
  let hasEmptyBraces = false
  for (const whole of listTexts(value)) {
    const text = withoutEncoded(usual === 'laravel' || hasLaravelRanges(whole) ? withoutRanges(whole) : whole)
    if (!SIGN.test(text)) continue
    hasQuotes ||= QUOTES.test(text)
    hasEmptyBraces ||= EMPTY_BRACES.test(text)
    if (usual === 'qt' && OF_QT.test(text)) families.add('qt')
    for (const [family, pattern] of EVIDENCE) if (!families.has(family) && pattern.test(text)) families.add(family)
  }
  // `%s` belongs to Python, too; `%1` with `%s` is a width.
  if (families.has('qt') && families.has('printf') && usual !== 'qt') families.delete('qt')
  return { families, hasQuotes, hasEmptyBraces }
}
