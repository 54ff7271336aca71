import { AppError } from '../../errors.ts'
import { quote } from '../../text/quote.ts'

/** A family of files that no format reads in its real meaning. */
interface UnsupportedFamily {
  /** Completes `"x.mo" is`. */
  readonly name: string
  readonly path: RegExp
  /** What its content has, all of it. Default: the path proves it. */
  readonly marks?: readonly RegExp[]
  /** A sentence. */
  readonly why: string
  readonly fix: string
}

const JSON_FILE = /\.json$/i
const FORM = '(?:zero|one|two|few|many|other)'
const MODIFIERS =
  '\\((?:plural|cardinal|ordinal|rich|map|context=|param=|ignoreMissing|ignoreUnused|fallback|interface=|singleInterface=)[^()\\n]{0,200}\\)'
const NO_PLURALS = 'Its plurals and placeholders would be read as ordinary texts.'
const NO_TEXT_FILE = 'It is not a text file.'

/** The first match is used: content that proves a family, then names. */
const FAMILIES: readonly UnsupportedFamily[] = [
  {
    name: 'a file of slang',
    path: JSON_FILE,
    marks: [new RegExp(`"[^"\\\\\\n()]{1,200}${MODIFIERS}"\\s*:`)],
    why: NO_PLURALS,
    fix: 'Convert it to ARB, which slang reads too: a plural is {count, plural, one {…} other {…}}.',
  },
  {
    name: 'a file of slang',
    path: /\.ya?ml$/i,
    marks: [new RegExp(`^[ \\t]*["']?[\\w$.-]{1,200}${MODIFIERS}["']?[ \\t]*:`, 'm')],
    why: NO_PLURALS,
    fix: 'Convert it to ARB, which slang reads too: a plural is {count, plural, one {…} other {…}}.',
  },
  {
    name: 'a file of slang',
    path: /\.i18n\.json$/i,
    marks: [new RegExp(`(?<![\\\\$\\w])\\$(?:[a-z]|\\{[A-Za-z_])|"${FORM}"\\s*:\\s*"`)],
    why: NO_PLURALS,
    fix: 'Convert it to ARB, which slang reads too: a plural is {count, plural, one {…} other {…}}.',
  },
  {
    name: 'a catalog of gotext',
    path: JSON_FILE,
    marks: [/^\uFEFF?\s*\{[^[\]]{0,500}"messages"\s*:\s*\[\s*\{\s*"(?:id|key|message)"\s*:/],
    why: 'It has source and translation side by side, in a list.',
    fix: 'Convert it to PO or XLIFF, or to JSON with an ID and a text per message.',
  },
  {
    name: 'a translation file of Nextcloud',
    path: /\.js(?:on)?$/i,
    marks: [/"pluralForm"\s*:\s*"\s*nplurals|\bOC\.L10N\.register\s*\(/],
    why: 'It is generated, and has no source strings.',
    fix: 'Push the gettext template that it comes from, such as translationfiles/templates/app.pot.',
  },
  {
    name: 'a file of Jed',
    path: JSON_FILE,
    marks: [/"locale_data"\s*:\s*\{/],
    why: 'It is generated from gettext.',
    fix: 'Push the .pot or .po file that it comes from.',
  },
  {
    name: 'locale data of CLDR',
    path: JSON_FILE,
    marks: [
      /^\uFEFF?\s*\{\s*"(?:main"\s*:\s*\{\s*"[\w-]{2,40}"\s*:\s*\{\s*"identity|supplemental"\s*:\s*\{\s*"version)"/,
    ],
    why: 'It is data about languages, not texts to translate.',
    fix: 'Push the files with the texts of the application.',
  },
  {
    name: 'a JSON catalog of Lingui',
    path: JSON_FILE,
    marks: [/"translation"\s*:\s*"/, /"origin"\s*:\s*\[\s*\[/],
    why: 'Its source strings, translations and origins are side by side.',
    fix: 'Set the format of Lingui to po, or to minimal JSON, and push that file.',
  },
  {
    name: 'a language pack of Visual Studio Code',
    path: JSON_FILE,
    marks: [/^\uFEFF?\s*\{\s*""\s*:\s*\[/],
    why: 'It has translations without their source strings.',
    fix: 'Push package.nls.json and l10n/bundle.l10n.json of the extension.',
  },
  {
    name: 'a list of terms of POEditor',
    path: JSON_FILE,
    marks: [/^\uFEFF?\s*\[\s*\{\s*"term"\s*:/],
    why: 'Its texts are in a list.',
    fix: 'Export it as key-value JSON, PO or XLIFF.',
  },
  {
    name: 'a list of messages of formatjs',
    path: JSON_FILE,
    marks: [/^\uFEFF?\s*\[\s*\{[^{}]{0,2000}"defaultMessage"\s*:/],
    why: 'Its texts are in a list.',
    fix: 'Write an object by ID instead, as `formatjs extract` does.',
  },
  {
    name: 'a catalog of gotext',
    path: /\.gotext\.json$/i,
    why: 'It has source and translation side by side, in a list.',
    fix: 'Convert it to PO or XLIFF, or to JSON with an ID and a text per message.',
  },
  {
    name: 'a compiled gettext file',
    path: /\.g?mo$/i,
    why: NO_TEXT_FILE,
    fix: 'Push the .pot or .po file that it is made from.',
  },
  { name: 'a compiled Qt file', path: /\.qm$/i, why: NO_TEXT_FILE, fix: 'Push the .ts file that it is made from.' },
  {
    name: 'a spreadsheet',
    path: /\.(?:xlsx?|xlsm|ods|numbers)$/i,
    why: NO_TEXT_FILE,
    fix: 'Export it as CSV in UTF-8, with a column for the key and one for the source.',
  },
  {
    name: 'a document',
    path: /\.(?:docx?|odt|rtf|pptx?|odp|pdf|idml|indd|epub)$/i,
    why: 'Its texts have a layout that would be lost.',
    fix: 'Export its texts as XLIFF, or write it as Markdown.',
  },
  {
    name: 'a translation memory',
    path: /\.tmx$/i,
    why: 'It has no keys of an application.',
    fix: 'Call import_memory with it.',
  },
  {
    name: 'a term base',
    path: /\.tbx$/i,
    why: 'It has terms, not texts of an application.',
    fix: 'Call save_glossary with its terms.',
  },
  {
    name: 'a DTD of Mozilla',
    path: /\.dtd$/i,
    why: 'Entities of XML are not read.',
    fix: 'Convert it to Fluent (.ftl) or .properties.',
  },
  {
    name: 'a configuration file',
    path: /\.(?:ini|cfg|conf)$/i,
    why: 'Such files have no common rules for quotes, comments and escapes.',
    fix: 'Convert it to .properties, JSON or CSV.',
  },
  {
    name: 'a resource script of Windows',
    path: /\.(?:rc|rc2|mc)$/i,
    why: 'Its texts are among layouts and code.',
    fix: 'Convert its string tables to PO with rc2po, or to .resx.',
  },
  {
    name: 'a file of an installer',
    path: /\.(?:wxl|isl|islu|nsh|nlf)$/i,
    why: 'Files of WiX, Inno Setup and NSIS are not read.',
    fix: 'Keep its texts in .resx, JSON or CSV, and generate it from them.',
  },
  {
    name: 'a file of Chromium',
    path: /\.(?:grdp?|xtb)$/i,
    why: 'Messages of GRIT are not read.',
    fix: 'Convert its messages to XLIFF, or to messages.json of a browser extension.',
  },
  {
    name: 'a resource file of Apple',
    path: /\.(?:plist|xib|nib|storyboard|loctable)$/i,
    why: 'Its texts are among other data.',
    fix: 'Export its texts with Xcode, and push the .strings, .xcstrings or .xliff file.',
  },
  {
    name: 'JSON with comments',
    path: /\.(?:json5|jsonc|hjson|cson)$/i,
    why: 'Strict JSON alone is read.',
    fix: 'Write it as .json without comments. A note can be `description` beside `message`.',
  },
  {
    name: 'a component with code',
    path: /\.(?:vue|svelte|astro|[jt]sx)$/i,
    why: 'Its texts are among code.',
    fix: 'Move its messages to JSON or YAML, such as locales/en.json.',
  },
  {
    name: 'a page or template',
    path: /\.(?:x?html?|hbs|ejs|pug|njk|liquid|erb|twig|jsp|cshtml|mustache)$/i,
    why: 'Its texts are among markup and code.',
    fix: 'Move its texts to JSON or PO, or write the page as Markdown.',
  },
  {
    name: 'a file of subtitles',
    path: /\.(?:srt|vtt|sbv|ass|ssa|sub)$/i,
    why: 'Its texts have times.',
    fix: 'Convert it to PO with sub2po, and back with po2sub.',
  },
  {
    name: 'a document in plain text',
    path: /\.(?:rst|adoc|asciidoc|tex|txt|textile|org)$/i,
    why: 'Its markup is not read.',
    fix: 'Extract its texts to gettext, with `sphinx-build -b gettext` or po4a, and push the .pot file.',
  },
  {
    name: 'a file with keys and texts',
    path: /\.(?:lang|lng|loc)$/i,
    why: 'Such files have no common rules.',
    fix: 'Convert it to JSON or .properties.',
  },
  {
    name: 'code',
    path: /\.(?:py|rb|go|rs|java|kt|kts|swift|dart|cs|lua|c|cc|cpp|h|hpp|gd|ex|exs|erl|pl|scala|m|mm)$/i,
    why: 'Texts of programs are read from files of their own.',
    fix: 'Move the texts to a file such as locales/en.json, or extract them to a .pot file.',
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
  const found = FAMILIES.find(
    ({ path: name, marks = [] }) => name.test(path) && marks.every(mark => sample !== undefined && mark.test(sample)),
  )
  if (found === undefined) return
  const { name, why, fix } = found
  throw new AppError('invalid_input', `${quote(path)} is ${name}, which is not supported. ${why}`, { fix })
}
