import { AppError } from '../../errors.ts'
import { quote } from '../../text/quote.ts'

/** A family of files that no format reads in its real meaning. */
interface UnsupportedFamily {
  /** Completes `"x.mo" is`. */
  readonly name: string
  /** Names of its files, each with what its content has, all of it. Without such marks, the name proves it. */
  readonly files: readonly (readonly [path: RegExp, ...marks: RegExp[]])[]
  /** A sentence. */
  readonly why: string
  readonly fix: string
}

const JSON_FILE = /\.json$/i
const SCRIPT = /\.(?:[cm]?js|ts)$/i
const FORM = '(?:zero|one|two|few|many|other)'
/** `$name`, a plural form or a note. */
const SLANG_VALUES = `(?<![\\\\{$\\w])\\$(?:[a-z]|\\{[A-Za-z_])|"(?:${FORM}|@\\w{1,200})"\\s*:\\s*"|^[ \\t]+${FORM}:[ \\t]`
const MODIFIERS =
  '\\((?:(?:plural|cardinal|ordinal|rich|map|ignoreMissing|ignoreUnused|fallback|interface|singleInterface)(?=[,)=])|context=|param=)[^()\\n]{0,200}\\)'
const BUNDLE =
  /^(?![^]*"@@locale")[^]*?"([^"\\]{1,200})"\s*:\s*"(?:[^"\\]|\\.){0,4000}"\s*,\s*"@\1"\s*:\s*\{\s*"(?:description|placeholders|type)"/
const NO_TEXT_FILE = 'It is not a text file.'

/** The first match is used: content that proves a family, then names. */
const FAMILIES: readonly UnsupportedFamily[] = [
  {
    name: 'a file of slang',
    files: [
      [JSON_FILE, new RegExp(`"[\\w$.-]{1,200}${MODIFIERS}"\\s*:`)],
      [/\.ya?ml$/i, new RegExp(`^[ \\t]*["']?[\\w$.-]{1,200}${MODIFIERS}["']?[ \\t]*:`, 'm')],
      [/\.i18n\.(?:json|ya?ml)$/i, new RegExp(SLANG_VALUES, 'm')],
    ],
    why: 'Its plurals and placeholders would be read as ordinary texts.',
    fix: 'Convert it to ARB, which slang reads too: a plural is {count, plural, one {…} other {…}}.',
  },
  {
    name: 'an application resource bundle (ARB) without a locale, as .json',
    files: [[JSON_FILE, BUNDLE]],
    why: 'Its notes would be read as texts.',
    fix: 'Rename it to .arb, state its locale at the root ("@@locale": "en"), or push it with format: arb.',
  },
  {
    name: 'a catalog of gotext',
    files: [
      [JSON_FILE, /^\uFEFF?\s*\{[^[\]]{0,500}"messages"\s*:\s*\[\s*\{\s*"(?:id|key|message)"\s*:/],
      [/\.gotext\.json$/i],
    ],
    why: 'It has source and translation side by side, in a list.',
    fix: 'Convert it to PO or XLIFF, or to JSON with an ID and a text per message.',
  },
  {
    name: 'a translation file of Nextcloud',
    files: [
      [/\.js(?:on)?$/i, /"pluralForm"\s*:\s*"\s*(?:nplurals|")|\bOC\.L10N\.register\s*\(/],
      [JSON_FILE, /"_[^"\\]{1,500}_::_[^"\\]{1,500}_"\s*:\s*\[/],
    ],
    why: 'It is generated, and has no source strings.',
    fix: 'Push the gettext template that it comes from, such as translationfiles/templates/app.pot.',
  },
  {
    name: 'JSON made from gettext, as for Jed',
    files: [[JSON_FILE, /"plural[-_ ]?forms?"\s*:\s*"\s*nplurals|"locale_data"\s*:\s*\{/i]],
    why: 'Its header and its plural forms would be read as texts.',
    fix: 'Push the .pot or .po file that it comes from.',
  },
  {
    name: 'a script that Lingui or Paraglide compiled',
    files: [
      [SCRIPT, /^\/\*eslint-disable\*\/module\.exports=\{messages:|\bmessages\s*[=:]\s*JSON\.parse\(/],
      [/\bparaglide\/messages\b.*\.[jt]s$/],
    ],
    why: 'It is generated.',
    fix: 'Push the file that it is made from, such as locales/en/messages.po or messages/en.json.',
  },
  {
    name: 'a script without an export',
    files: [[SCRIPT, /^\s*[^<\s]/, /^(?![^]*\b(?:export|module)\b)/]],
    why: 'Its texts are passed to a function, or set on a global value.',
    fix: 'Export them as an object: export default { key: "text" }. Or push the file that it is made from.',
  },
  {
    name: 'locale data of CLDR',
    files: [
      [
        JSON_FILE,
        /^\uFEFF?\s*\{\s*"(?:main"\s*:\s*\{\s*"[\w-]{2,40}"\s*:\s*\{\s*"identity|supplemental"\s*:\s*\{\s*"version)"/,
      ],
    ],
    why: 'It is data about languages, not texts to translate.',
    fix: 'Push the files with the texts of the application.',
  },
  {
    name: 'a JSON catalog of Lingui',
    files: [
      [JSON_FILE, /"translation"\s*:\s*"/, /"origin"\s*:\s*\[\s*\[/],
      [
        JSON_FILE,
        /"translation"\s*:\s*"(?:[^"\\]|\\.){0,4000}"\s*,\s*"(?:comments"\s*:\s*\[|placeholders"\s*:\s*\{\s*\})/,
      ],
    ],
    why: 'Its source strings, translations and origins are side by side.',
    fix: 'Set the format of Lingui to po, or to minimal JSON, and push that file.',
  },
  {
    name: 'a compiled catalog of messages',
    files: [
      [JSON_FILE, /^\s*\{\s*"[^"]{0,500}"\s*:\s*\[\s*\{\s*"(?:type"\s*:\s*\d\s*,\s*"value|offset"\s*:\s*\d)/],
      [JSON_FILE, /^\{"messages":\{/, /",\["\w{1,100}"\]|\["\w{1,100}","(?:plural|select)/],
    ],
    why: 'formatjs or Lingui wrote it, with code in place of texts.',
    fix: 'Push the catalog that it is compiled from.',
  },
  {
    name: 'a file with all languages, as of rust-i18n',
    files: [
      [JSON_FILE, /\binlang\.com\/schema\/inlang-message"/],
      [/\.(?:json|ya?ml|toml)$/i, /^\uFEFF?\s*(?:\{\s*"_version"\s*:|_version\s*[:=])\s*2\b/],
    ],
    why: 'Its keys have a text per language.',
    fix: 'Split it into a file per language, such as locales/en.json.',
  },
  {
    name: 'the documentation of MediaWiki messages',
    files: [[/(?:^|\/)qqq\.json$/i]],
    why: 'Its texts are notes about messages.',
    fix: 'Push the file with the messages, such as i18n/en.json.',
  },
  {
    name: 'a language pack of Visual Studio Code',
    files: [[JSON_FILE, /^\uFEFF?\s*\{\s*""\s*:\s*\[/]],
    why: 'It has translations without their source strings.',
    fix: 'Push package.nls.json and l10n/bundle.l10n.json of the extension.',
  },
  {
    name: 'a list of texts, as POEditor and formatjs can write it',
    files: [[JSON_FILE, /^\uFEFF?\s*\[\s*\{(?:\s*"term"|[^{}]{0,2000}"defaultMessage")\s*:/]],
    why: 'Elements of a list have no stable keys.',
    fix: 'Export it as key-value JSON: an object with an ID and a text each.',
  },
  {
    name: 'a compiled file of gettext or Qt',
    files: [[/\.(?:g?mo|qm)$/i]],
    why: NO_TEXT_FILE,
    fix: 'Push the file that it is made from, such as .pot, .po or .ts.',
  },
  {
    name: 'a spreadsheet',
    files: [[/\.(?:xlsx?|xlsm|ods|numbers)$/i]],
    why: NO_TEXT_FILE,
    fix: 'Export it as CSV in UTF-8, with a column for the key and one for the source.',
  },
  {
    name: 'a document',
    files: [[/\.(?:docx?|odt|rtf|pptx?|odp|pdf|idml|indd|epub)$/i]],
    why: 'Its texts have a layout that would be lost.',
    fix: 'Export its texts as XLIFF, or write it as Markdown.',
  },
  {
    name: 'a translation memory',
    files: [[/\.tmx$/i]],
    why: 'It has no keys of an application.',
    fix: 'Call import_memory with it.',
  },
  {
    name: 'a term base',
    files: [[/\.tbx$/i]],
    why: 'It has terms, not texts of an application.',
    fix: 'Call save_glossary with its terms.',
  },
  {
    name: 'a DTD of Mozilla',
    files: [[/\.dtd$/i]],
    why: 'Entities of XML are not read.',
    fix: 'Convert it to Fluent (.ftl) or .properties.',
  },
  {
    name: 'a configuration file',
    files: [[/\.(?:ini|cfg|conf)$/i]],
    why: 'Such files have no common rules for quotes, comments and escapes.',
    fix: 'Convert it to .properties, JSON or CSV.',
  },
  {
    name: 'a resource script of Windows',
    files: [[/\.(?:rc|rc2|mc)$/i]],
    why: 'Its texts are among layouts and code.',
    fix: 'Convert its string tables to PO with rc2po, or to .resx.',
  },
  {
    name: 'a file of an installer',
    files: [[/\.(?:wxl|isl|islu|nsh|nlf)$/i]],
    why: 'Files of WiX, Inno Setup and NSIS are not read.',
    fix: 'Keep its texts in .resx, JSON or CSV, and generate it from them.',
  },
  {
    name: 'a file of Chromium',
    files: [[/\.(?:grdp?|xtb)$/i]],
    why: 'Messages of GRIT are not read.',
    fix: 'Convert its messages to XLIFF, or to messages.json of a browser extension.',
  },
  {
    name: 'JSON with comments',
    files: [[/\.(?:json5|jsonc|hjson|cson)$/i]],
    why: 'Strict JSON alone is read.',
    fix: 'Write it as .json without comments. A note can be `description` beside `message`.',
  },
  {
    name: 'a component with code',
    files: [[/\.(?:vue|svelte|astro|[jt]sx)$/i]],
    why: 'Its texts are among code.',
    fix: 'Move its messages to JSON or YAML, such as locales/en.json.',
  },
  {
    name: 'a property list',
    files: [[/\.(?:plist|loctable|stringsx)$/i]],
    why: 'It has settings beside texts.',
    fix: 'Move its texts to .strings, .stringsdict or .xcstrings.',
  },
  {
    name: 'a list of keys and texts without a common syntax',
    files: [[/\.(?:lang|lng|catkeys|vdf|qph)$/i]],
    why: 'Games, Haiku, Steam and phrase books each have rules of their own.',
    fix: 'Convert it to JSON or .properties. Minecraft from 1.13 on reads lang/en_us.json.',
  },
  {
    name: 'a page or template',
    files: [[/\.(?:x?html?|hbs|ejs|pug|njk|liquid|erb|twig|jsp|cshtml|mustache)$/i]],
    why: 'Its texts are among markup and code.',
    fix: 'Move its texts to JSON or PO, or write the page as Markdown.',
  },
  {
    name: 'a file of subtitles',
    files: [[/\.(?:srt|vtt|sbv|ass|ssa|sub)$/i]],
    why: 'Its texts have times.',
    fix: 'Convert it to PO with sub2po, and back with po2sub.',
  },
  {
    name: 'a document in plain text',
    files: [[/\.(?:rst|adoc|asciidoc|tex|txt|textile|org)$/i]],
    why: 'Its markup is not read.',
    fix: 'Extract its texts to gettext, with `sphinx-build -b gettext` or po4a, and push the .pot file.',
  },
]

/** Marks stand at the beginning of a file, or at its end: a long file is not searched. */
const [HEAD, TAIL] = [100_000, 2_000]

/**
 * Rejects a file of a family that would be read in another meaning, or not at all. Without `text`, only names are looked at.
 * @throws AppError `invalid_input` with the family and what is near
 */
export function assertSupported(path: string, text?: string): void {
  const sample = text === undefined || text.length <= HEAD + TAIL ? text : text.slice(0, HEAD) + text.slice(-TAIL)
  const found = FAMILIES.find(({ files }) =>
    files.some(([name, ...marks]) => name.test(path) && marks.every(mark => sample !== undefined && mark.test(sample))),
  )
  if (found === undefined) return
  const { name, why, fix } = found
  throw new AppError('invalid_input', `${quote(path)} is ${name}, which is not supported. ${why}`, { fix })
}
