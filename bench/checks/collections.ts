/** Files of a project that belong together: one per locale for each path without its locale. */
export interface Collection {
  readonly format: string
  /** The paths of its files, with a group `locale`. */
  readonly paths: RegExp
  /** The `locale` of source files. */
  readonly source: string
}

/** The parts of the corpus whose translations are in files of their own. */
export const COLLECTIONS: readonly Collection[] = [
  { format: 'formatjs', paths: /^mastodon-formatjs-json\/.*\/(?<locale>[\w-]+)\.json$/d, source: 'en' },
  { format: 'vue-i18n', paths: /^uptimekuma-vue-json\/.*\/(?<locale>[\w-]+)\.json$/d, source: 'en' },
  { format: 'i18next', paths: /^starlight-mdx\/.*\/translations\/(?<locale>[\w-]+)\.json$/d, source: 'en' },
  {
    format: 'mdx',
    paths: /^starlight-mdx\/docs\/src\/content\/docs\/(?<locale>(?:(?:de|ja|ru)\/)?).*\.mdx$/d,
    source: '',
  },
  { format: 'arb', paths: /^aves-flutter-arb\/.*\/app_(?<locale>\w+)\.arb$/d, source: 'en' },
  { format: 'rails', paths: /^mastodon-rails-yaml\/.*\/(?:\w+\.)?(?<locale>[\w-]+)\.yml$/d, source: 'en' },
  { format: 'php', paths: /^bookstack-php\/lang\/(?<locale>\w+)\/\w+\.php$/d, source: 'en' },
  {
    format: 'properties',
    paths: /^jabref-properties\/.*_(?<locale>en|[a-z]+(?:_[A-Z]+)?)\.properties$/d,
    source: 'en',
  },
  { format: 'android', paths: /^tusky-android-xml\/.*\/values(?<locale>(?:-[\w+-]+)?)\/strings\.xml$/d, source: '' },
  { format: 'resx', paths: /^sharex-resx\/.*\/Resources(?<locale>(?:\.[\w-]+)?)\.resx$/d, source: '' },
  { format: 'strings', paths: /^duckduckgo-apple\/.*\/(?<locale>[\w-]+)\.lproj\/\w+\.strings$/d, source: 'en' },
  { format: 'stringsdict', paths: /^duckduckgo-apple\/.*\/(?<locale>[\w-]+)\.lproj\/\w+\.stringsdict$/d, source: 'en' },
  { format: 'fluent', paths: /^anki-fluent\/core\/(?<locale>[\w-]+)\/\w+\.ftl$/d, source: 'templates' },
  { format: 'fluent', paths: /^pontoon-fluent\/.*\/(?<locale>[\w-]+)\/\w+\.ftl$/d, source: 'en-US' },
  { format: 'toml', paths: /^hugocoder-toml\/i18n\/(?<locale>[\w-]+)\.toml$/d, source: 'en' },
]

/** Files that have both the sources and translations. */
export interface Bilingual {
  readonly format: string
  readonly paths: RegExp
  /** The locales that a file may have, as it spells them. */
  readonly locales: (file: string, text: string) => Iterable<string>
}

interface Catalog {
  readonly strings: Readonly<Record<string, { readonly localizations?: Readonly<Record<string, unknown>> }>>
}

/** The parts of the corpus whose translations are beside their sources. */
export const BILINGUAL: readonly Bilingual[] = [
  { format: 'po', paths: /\.po$/, locales: file => /\/locale\/([^/]+)\//.exec(file)?.slice(1) ?? [] },
  {
    format: 'xliff',
    paths: /\/translations\/.*\.xlf$/,
    locales: file => /\.([\w-]+)\.xlf$/.exec(file)?.slice(1) ?? [],
  },
  {
    format: 'xcstrings',
    paths: /\.xcstrings$/,
    locales: (_, text) =>
      new Set(
        Object.values((JSON.parse(text) as Catalog).strings).flatMap(({ localizations = {} }) =>
          Object.keys(localizations),
        ),
      ),
  },
  {
    format: 'csv',
    paths: /\.csv$/,
    locales: (_, text) => text.slice(0, text.indexOf('\n')).trim().split(',').slice(1),
  },
]
