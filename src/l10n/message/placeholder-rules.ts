import type { Family } from './families.ts'
import type { TokenKind } from './token.ts'

/** How a placeholder of a family is recognized. The pattern has no capturing group, and takes linear time on any text. */
export interface PlaceholderRule {
  readonly kind: TokenKind
  readonly pattern: string
  /** The name or position of the placeholder. */
  readonly name: (raw: string) => string | undefined
  /** Set if ordinary text can look like it, so that a translation may have one that its source does not have. */
  readonly isLoose?: true
}

const firstName = (raw: string): string | undefined => /[\p{L}\p{N}_.$-]+/u.exec(raw)?.[0]
const position = (raw: string): string | undefined => /^%(\d+)\$/.exec(raw)?.[1]
const none = (): undefined => undefined

// A width can't start with 0, which is a flag: otherwise a pattern would backtrack over every split of the zeros.
const WIDTH = '(?:\\*(?:\\d+\\$)?|[1-9]\\d*)?'
const PRECISION = '(?:\\.(?:\\*(?:\\d+\\$)?|\\d+)?)?'
const LENGTH = '(?:hh|h|ll|l|L|z|j|t|q)?'
/** "100 % d…" and "50% r…" are text. */
const NO_NUMBER_BEFORE = '(?<![\\p{N}%]|\\p{N}[\\s\\u00A0\\u202F])'
/** "20%off" is text. */
const NO_PERCENTAGE = '(?!(?<=\\p{N})%\\p{L}{3})'
const NO_WORD_BEHIND = '(?![\\p{L}\\p{N}_])'

/** `KiB`, `MB`, `Kio`, `КБ`. */
const UNIT = `(?:\\p{Lu}{1,3}|\\p{Lu}\\p{Ll}\\p{Lu}|[KMGTP]i?o)(?![\\w.-]{0,50}%(?!S))${NO_WORD_BEHIND}`

/** A literal percent sign, in all families that begin with one. */
const PERCENT: PlaceholderRule = { kind: 'literal', pattern: '%%', name: none }

const BRACES: PlaceholderRule = {
  kind: 'braces',
  pattern: '\\{\\s*(?:[\\p{L}\\p{N}_.$-]+\\s*)?(?:,[^{}]*)?\\}',
  name: firstName,
}

/** A doubled brace prints one brace. */
const DOUBLED_BRACE: PlaceholderRule = { kind: 'literal', pattern: '\\{\\{|\\}\\}', name: none }

const MUSTACHE: PlaceholderRule = { kind: 'expression', pattern: '\\{\\{\\{?[^{}]*\\}\\}\\}?', name: firstName }

/** The flag for a blank: `% d`. */
const BLANK_FLAG: PlaceholderRule = {
  kind: 'printf',
  pattern: `${NO_NUMBER_BEFORE}% [-+0#']*${WIDTH}${PRECISION}${LENGTH}[diouxXeEfFgGcs]${NO_WORD_BEHIND}`,
  name: none,
  isLoose: true,
}

/** The rules of each family. Of two rules that match at one place, that of the earlier family and the earlier rule is used. */
export const PLACEHOLDER_RULES: Readonly<Record<Family, readonly PlaceholderRule[]>> = {
  /** ICU messages are parsed; this rule is for texts that are not valid. */
  icu: [
    BRACES,
    // `{0:N0}` of .NET, `{price:.2f}` and `{names[0]!r}` of Python, in files whose other braces could be those of ICU.
    {
      kind: 'braces',
      pattern: '\\{\\w[\\w.]*(?:\\[[^\\[\\]{}]*\\][\\w.]*)*(?:![rsa])?(?:,\\s*-?\\d+)?(?::[^\\s{}][^{}]*)?\\}',
      name: firstName,
    },
  ],
  /** Fluent texts are parsed, too. */
  fluent: [{ kind: 'argument', pattern: '\\{[^{}]*\\}', name: firstName }],
  /** Messages of Java are parsed, too. */
  java: [BRACES],
  /** MediaWiki messages are parsed, too. */
  banana: [{ kind: 'argument', pattern: '\\$\\d+', name: raw => raw }],
  /** POSIX fprintf, with `%1$s`, Java's `%,d` and `%1$tY`, Apple's `%@`, `%#@files@`, `%arg` and `%C`, and gettext's `%<PRIu64>`. */
  printf: [
    PERCENT,
    // Apple: a substitution, the number in it, and a parameter by name.
    { kind: 'printf', pattern: '%(?:\\d+\\$?)?#@[^@\\s]+@', name: raw => raw.slice(raw.indexOf('@') + 1, -1) },
    { kind: 'printf', pattern: '%(?:\\d+\\$)?arg(?![A-Za-z0-9_])', name: position },
    { kind: 'printf', pattern: '%\\([^()\\n]{1,100}\\)@', name: raw => raw.slice(2, -2) },
    { kind: 'printf', pattern: `${NO_NUMBER_BEFORE}%(?:\\d+\\$)?C${NO_WORD_BEHIND}`, name: position },
    {
      kind: 'printf',
      pattern: `${NO_PERCENTAGE}%(?:\\d+\\$)?[-+0#']*${WIDTH}${PRECISION}(?:${LENGTH}[diouxXeEfFgGaAcspn@]|<PRI[diouxX](?:LEAST|FAST)?(?:8|16|32|64|MAX|PTR)>)`,
      name: position,
    },
    { kind: 'printf', pattern: '%\\d+\\$[tT][A-Za-z]', name: position },
    { kind: 'printf', pattern: `%(?:\\d+\\$)?,(?:\\.\\d+)?[df]${NO_WORD_BEHIND}`, name: position },
    // Mozilla writes units behind it: `%Sms`.
    { kind: 'printf', pattern: '%\\d+\\$S', name: position },
    {
      kind: 'printf',
      pattern: `%S${NO_WORD_BEHIND}|${NO_NUMBER_BEFORE}%S(?:(?=${UNIT}|[xX]%S)|(?![\\p{Lu}_]|[\\w.-]{1,50}%))`,
      name: none,
    },
    BLANK_FLAG,
  ],
  /** The text of the last error, which takes no argument. */
  strerror: [{ kind: 'expression', pattern: `%m${NO_WORD_BEHIND}`, name: () => 'm' }],
  python: [
    PERCENT,
    {
      kind: 'printf',
      pattern: `%\\([^()\\n]{1,100}\\)[-+0# ]*${WIDTH}${PRECISION}[hlL]?[diouxXeEfFgGcrsa]`,
      name: raw => raw.slice(2, raw.indexOf(')')),
    },
    {
      kind: 'printf',
      pattern: `${NO_PERCENTAGE}%[-+0#]*${WIDTH}${PRECISION}[hlL]?[diouxXeEfFgGcs]`,
      name: none,
    },
    { kind: 'printf', pattern: `${NO_NUMBER_BEFORE}%[ra]${NO_WORD_BEHIND}`, name: none },
    BLANK_FLAG,
  ],
  /** `str.format`: `{}`, `{0}`, `{name!r}`, `{0:.2f}`, `{obj[key].attribute}`. */
  python_brace: [
    DOUBLED_BRACE,
    {
      kind: 'braces',
      pattern:
        '\\{[\\p{L}\\p{N}_]*(?:\\.[\\p{L}\\p{N}_]+|\\[[^\\[\\]{}]*\\])*(?:![rsa])?(?::(?![\\s}])[^{}]*(?:\\{[\\w.]*\\}[^{}]*)*)?\\}',
      name: firstName,
    },
  ],
  /** .NET composite formatting: `{0}`, `{0,10:N2}`, and named ones of message templates. */
  dotnet: [
    DOUBLED_BRACE,
    { kind: 'braces', pattern: '\\{@?[\\p{L}\\p{N}_]+(?:,\\s*-?\\d+)?(?::(?!\\s)[^{}]*)?\\}', name: firstName },
  ],
  braces: [BRACES],
  /** Qt and KDE: `%1`, `%L1`, `%n`. */
  qt: [
    { kind: 'printf', pattern: '%L?\\d{1,2}(?![\\d$])', name: raw => /\d+/.exec(raw)?.[0] },
    { kind: 'printf', pattern: '%L?n(?![A-Za-z])', name: () => 'n' },
  ],
  ruby: [
    PERCENT,
    {
      kind: 'ruby',
      pattern: `%\\{[\\w.-]+\\}|%<\\w+>[-+0#]*${WIDTH}(?:\\.\\d+)?[dsfxiegboc]`,
      name: firstName,
    },
  ],
  mustache: [MUSTACHE],
  /** JavaScript, and the build settings of Xcode: `${name}`, `$(PRODUCT_NAME)`. */
  template: [{ kind: 'expression', pattern: '\\$(?:\\{[^{}]+\\}|\\([A-Z][A-Z0-9_]+\\))', name: firstName }],
  i18next: [MUSTACHE, { kind: 'nesting', pattern: '\\$t\\([^()]*\\)', name: raw => /\(\s*([^,)\s]+)/.exec(raw)?.[1] }],
  vue: [
    { kind: 'literal', pattern: '\\\\[{}@|\\\\]', name: none },
    { kind: 'literal', pattern: "\\{\\s*'(?:[^'\\\\\\n]|\\\\[^\\n])*'\\s*\\}", name: raw => /'(.*)'/.exec(raw)?.[1] },
    {
      kind: 'linked',
      pattern: '(?<![\\w.])@(?:\\.\\w+)?:(?:\\([^()]+\\)|\\{[^{}]+\\}|[\\w-]+(?:\\.[\\w-]+)*)',
      name: raw => raw.slice(raw.indexOf(':') + 1).replace(/^\((.*)\)$/, '$1'),
    },
    { kind: 'braces', pattern: '\\{\\s*[\\p{L}\\p{N}_.$-]+\\s*\\}', name: firstName },
  ],
  /** Laravel: `:name`, `:Name`, `:NAME`, also before a colon. */
  laravel: [
    {
      kind: 'braces',
      pattern: '(?<![\\w:/\\\\&]):[A-Za-z][A-Za-z0-9_]*(?![A-Za-z0-9_(])',
      name: raw => raw.slice(1),
      isLoose: true,
    },
  ],
  /** Browser extensions: `$NAME$`, in any case, and `$1`, but no prices such as `$10`; `$$` prints a dollar sign. */
  webextension: [
    { kind: 'literal', pattern: '\\$\\$(?![A-Za-z])', name: none },
    { kind: 'expression', pattern: '\\$[A-Za-z][A-Za-z0-9_@]*\\$', name: raw => raw.slice(1, -1).toLowerCase() },
    { kind: 'expression', pattern: '\\$[1-9](?![\\d$]|[.,]\\d)', name: raw => raw.slice(1) },
  ],
  /** Symfony: `%name%`, and Windows' environment variables. */
  symfony: [
    {
      kind: 'expression',
      // A percent sign may stand beside a name, but not beside a letter: `%d%%`.
      pattern:
        '(?<![\\p{Script=Latin}\\p{N}])%(?:[A-Za-z_][A-Za-z0-9_.-]+|(?<!%%)[A-Za-z_](?!%%))%(?![\\p{Script=Latin}\\p{N}])',
      name: raw => raw.slice(1, -1),
    },
  ],
  /** References to other strings: `[%key:common::state::off%]`. */
  home_assistant: [
    {
      kind: 'linked',
      pattern: '\\[%key:[^%\\[\\]\\s]+%\\]|%key:[\\w:.-]+%',
      name: raw => /key:([^%]+)/.exec(raw)?.[1],
    },
  ],
}
