import { memoize } from '../memoize.ts'

type NameType = 'language' | 'script' | 'region'

/** Returns the English name of a language, script or region code; undefined if CLDR has none. */
export function findDisplayName(code: string, type: NameType): string | undefined {
  try {
    return getDisplayNames(type).of(code)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const getDisplayNames = memoize(3, type => new Intl.DisplayNames('en', { type: type as NameType, fallback: 'none' }))

/** Modifiers of glibc that name a script. */
const SCRIPT_MODIFIERS = new Map([
  ['latin', 'Latn'],
  ['cyrillic', 'Cyrl'],
  ['devanagari', 'Deva'],
  ['arabic', 'Arab'],
])

/** Modifiers that say nothing about the language. */
const NEUTRAL_MODIFIERS: ReadonlySet<string> = new Set(['euro', 'posix'])

/** The encodings that names of POSIX locales have. Other words after a dot are file extensions. */
const ENCODING =
  /^(?:utf-?8|iso-?8859-?\d{1,2}|big5\w{0,5}|gbk?|gb-?2312|gb-?18030|euc-?(?:jp|kr|cn|tw)|s-?jis|shift_?jis|koi8-?[rut]|(?:cp|windows-?)\d{3,4}|tis-?620|us-?ascii|posix)$/i

/**
 * The tag of a POSIX locale with an encoding or a modifier: `de_DE.UTF-8` → `de-DE`, `sr_RS@latin` → `sr-Latn-RS`, `ca@valencia` → `ca-valencia`. Undefined
 * for other names.
 */
function readPosixName(name: string): string | undefined {
  const [, language, region, encoding, modifier = ''] =
    /^([a-z]{2,3})(?:[_-]([A-Za-z]{2}))?(?:\.([\w-]{2,12}))?(?:@([A-Za-z]{3,12}))?$/.exec(name) ?? []
  if (language === undefined || (encoding === undefined && modifier === '')) return undefined
  if (encoding !== undefined && !ENCODING.test(encoding)) return undefined
  const script = findScript(modifier)
  const variant = script !== undefined || NEUTRAL_MODIFIERS.has(modifier.toLowerCase()) ? '' : modifier
  return [language, script, region, variant].filter(Boolean).join('-')
}

/** The script of a subtag (`latn`) or of a modifier of glibc (`latin`); undefined if CLDR does not know it. */
function findScript(name: string): string | undefined {
  const known = SCRIPT_MODIFIERS.get(name.toLowerCase())
  if (known !== undefined || !/^[A-Za-z]{4}$/.test(name)) return known
  const script = `${name.slice(0, 1).toUpperCase()}${name.slice(1).toLowerCase()}`
  return findDisplayName(script, 'script') === undefined ? undefined : script
}

/**
 * Whether a name in a path spells a locale: `de`, `de-DE`, `de_DE`, `deDE`, `DE`, `values-de` or `de.lproj` for `de`. The name must have the locale's language
 * and script (by CLDR's likely subtags) and no contradicting region or variant. A country alone (`cz`, `jp`) does not count.
 */
export function spellsLocale(name: string, locale: string): boolean {
  const id = `${locale}\n${name}`
  const known = spellingCache.get(id)
  if (known !== undefined) return known
  // The cache is limited, because callers choose the names.
  if (spellingCache.size >= MAX_CACHED) spellingCache.clear()
  const answer = spellsOneOf(name, [locale])
  spellingCache.set(id, answer)
  return answer
}

/** As `spellsLocale`, for any of several locales. */
export function spellsOneOf(name: string, locales: readonly string[]): boolean {
  if (name.length > MAX_NAME) return false
  const tag = stripDecoration(name).replaceAll('_', '-').toLowerCase()
  const spelled = parseSpelling(name)
  return locales.some(locale => {
    if (!hasKnownLanguage(locale)) return false
    // The whole tag, with extensions and private subtags, which other spellings drop.
    return tag === locale.toLowerCase() || (spelled !== undefined && isSpelling(spelled, locale))
  })
}

/** Suggested spellings of a locale, simplest first. */
export function suggestedSpellings(locale: string): readonly string[] {
  const { language, region } = new Intl.Locale(locale)
  const likely = new Intl.Locale(locale).maximize().region
  const plain = region === undefined && likely !== undefined ? [`${language}-${likely}`, `${language}_${likely}`] : []
  const names = new Set([locale, locale.replaceAll('-', '_'), ...plain])
  return [...names].filter(name => spellsLocale(name, locale)).slice(0, 3)
}

/** Whether a name can spell some locale: its language is known to CLDR. */
export function isLocaleName(name: string): boolean {
  const spelled = name.length <= MAX_NAME ? parseSpelling(name) : undefined
  if (spelled === undefined || findDisplayName(spelled.language, 'language') === undefined) return false
  // Three-letter codes can be ordinary words: `src` is Sardinian.
  return spelled.language.length === 2 ? !/^[a-z]{3}$/i.test(name) : true
}

/**
 * Whether the language of a locale is known to CLDR or reserved for private use by BCP 47 (`qaa` to `qtz`, `art-x-…`). Other well-formed languages could be a
 * word that tools look for: `dub`, `renovate`.
 */
export function hasKnownLanguage(locale: string): boolean {
  const [language = ''] = locale.split('-')
  return /^[a-z]{2,3}$/.test(language) && (PRIVATE.test(locale) || findDisplayName(language, 'language') !== undefined)
}

const PRIVATE = /^(?:q[a-t][a-z](?:-|$)|art-x-)/
const MAX_NAME = 60
const MAX_CACHED = 5000
const spellingCache = new Map<string, boolean>()

function isSpelling(spelled: Intl.Locale, locale: string): boolean {
  if (normalizeLanguage(spelled.language) !== normalizeLanguage(locale.split('-')[0] ?? '')) return false
  const wanted = new Intl.Locale(locale)
  if (spelled.maximize().script !== wanted.maximize().script) return false
  const isRegionFree = spelled.region === undefined || isRegionOf(spelled.region, wanted)
  return isRegionFree && listVariants(spelled).every(variant => listVariants(wanted).includes(variant))
}

/** A locale without a region matches any region: `pt` is `pt-PT` in one repository and `pt-BR` in another. */
const isRegionOf = (region: string, { region: own }: Intl.Locale): boolean =>
  own === undefined ? findDisplayName(region, 'region') !== undefined : own === region

/** Treats `no` and `nb` as the same: Norwegian without Nynorsk is Bokmål. */
export const normalizeLanguage = (language: string): string => (language === 'nb' ? 'no' : language)

const listVariants = (locale: Intl.Locale): readonly string[] =>
  locale.baseName.split('-').filter(subtag => /^(?:[a-z0-9]{5,8}|[0-9][a-z0-9]{3})$/.test(subtag))

function parseSpelling(name: string): Intl.Locale | undefined {
  const tag = toTag(stripDecoration(name))
  if (tag === undefined) return undefined
  try {
    // Replaces deprecated tags: iw → he, in → id, tl → fil, sh → sr-Latn.
    return new Intl.Locale(tag)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Android's folder `values-de`, Apple's `de.lproj`. */
const stripDecoration = (name: string): string =>
  /^values-(.+)$/s.exec(name)?.[1] ?? /^(.+)\.lproj$/s.exec(name)?.[1] ?? name

/** Returns the BCP 47 tag of a locale in the spelling of files and programs, not yet canonical; undefined if the name has no known form of a locale. */
export function toTag(name: string): string | undefined {
  // Android: b+sr+Latn (BCP 47), pt-rBR.
  if (/^b(?:\+[A-Za-z0-9]+)+$/.test(name)) return toPlainTag(name.slice(2).replaceAll('+', '-'))
  const android = /^([a-z]{2,3})-r([A-Z]{2})$/.exec(name)
  if (android !== null) return `${android[1]}-${android[2]}`
  const posix = readPosixName(name)
  if (posix !== undefined) return toPlainTag(posix)
  // JavaScript exports and Java classes: deDE, zhHans, zhHantTW.
  const camel = /^([a-z]{2,3})([A-Z][a-z]{3})?([A-Z]{2})?$/.exec(name)
  if (camel !== null) return camel.slice(1).filter(Boolean).join('-')
  const tag = moveScript(name.replaceAll('_', '-').replace(/-POSIX$/i, ''))
  return DOTNET.get(tag.toLowerCase()) ?? toPlainTag(tag)
}

/** Language, script, region and variants only; longer tags are not used in file names. */
const toPlainTag = (tag: string): string | undefined =>
  /^[A-Za-z]{2,3}(?:-[A-Za-z]{4})?(?:-(?:[A-Za-z]{2}|[0-9]{3}))?(?:-(?:[A-Za-z0-9]{5,8}|[0-9][A-Za-z0-9]{3}))*$/.test(
    tag,
  )
    ? tag
    : undefined

/** A script after the region, as in `sr-RS-Latn` and Java's `zh_TW_#Hant`, is moved before it; one of glibc after the language, as in `sr-latin`, is spelled out. */
function moveScript(tag: string): string {
  const [, language, region, subtag = ''] =
    /^([A-Za-z]{2,3})(?:-([A-Za-z]{2}|[0-9]{3}))?-#?([A-Za-z]{4,10})$/.exec(tag) ?? []
  const script = findScript(subtag)
  return script === undefined ? tag : [language, script, region].filter(Boolean).join('-')
}

/** .NET names from before script subtags. */
const DOTNET = new Map([
  ['zh-chs', 'zh-Hans'],
  ['zh-cht', 'zh-Hant'],
])
