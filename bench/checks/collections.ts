import type { Strings } from './pair.ts'
import { readAndroid } from './readers/android.ts'
import { readAppleStrings, readStringsdict } from './readers/apple.ts'
import { readFluent } from './readers/fluent.ts'
import { readPhp } from './readers/php.ts'
import { readProperties } from './readers/properties.ts'
import { readRails } from './readers/rails.ts'
import { readResx } from './readers/resx.ts'
import { readToml } from './readers/toml.ts'

/** Files of a project that belong together: one per locale for each path without its locale. */
export interface Collection {
  readonly format: string
  /** The paths of its files, with a group `locale`. */
  readonly paths: RegExp
  /** The `locale` of source files. */
  readonly source: string
  /** Absent if the product reads the format. */
  readonly read?: (text: string) => Strings
}

/** The parts of the corpus whose translations are in files of their own. */
export const COLLECTIONS: readonly Collection[] = [
  { format: 'formatjs', paths: /^mastodon-formatjs-json\/.*\/(?<locale>[\w-]+)\.json$/d, source: 'en' },
  { format: 'vue-i18n', paths: /^uptimekuma-vue-json\/.*\/(?<locale>[\w-]+)\.json$/d, source: 'en' },
  { format: 'i18next', paths: /^starlight-mdx\/.*\/translations\/(?<locale>[\w-]+)\.json$/d, source: 'en' },
  { format: 'arb', paths: /^aves-flutter-arb\/.*\/app_(?<locale>\w+)\.arb$/d, source: 'en' },
  {
    format: 'rails',
    paths: /^mastodon-rails-yaml\/.*\/(?:\w+\.)?(?<locale>[\w-]+)\.yml$/d,
    source: 'en',
    read: readRails,
  },
  { format: 'php', paths: /^bookstack-php\/lang\/(?<locale>\w+)\/\w+\.php$/d, source: 'en', read: readPhp },
  {
    format: 'properties',
    paths: /^jabref-properties\/.*_(?<locale>en|[a-z]+(?:_[A-Z]+)?)\.properties$/d,
    source: 'en',
    read: readProperties,
  },
  {
    format: 'android',
    paths: /^tusky-android-xml\/.*\/values(?<locale>(?:-[\w+-]+)?)\/strings\.xml$/d,
    source: '',
    read: readAndroid,
  },
  { format: 'resx', paths: /^sharex-resx\/.*\/Resources(?<locale>(?:\.[\w-]+)?)\.resx$/d, source: '', read: readResx },
  {
    format: 'strings',
    paths: /^duckduckgo-apple\/.*\/(?<locale>[\w-]+)\.lproj\/\w+\.strings$/d,
    source: 'en',
    read: readAppleStrings,
  },
  {
    format: 'stringsdict',
    paths: /^duckduckgo-apple\/.*\/(?<locale>[\w-]+)\.lproj\/\w+\.stringsdict$/d,
    source: 'en',
    read: readStringsdict,
  },
  {
    format: 'fluent',
    paths: /^anki-fluent\/core\/(?<locale>[\w-]+)\/\w+\.ftl$/d,
    source: 'templates',
    read: readFluent,
  },
  { format: 'fluent', paths: /^pontoon-fluent\/.*\/(?<locale>[\w-]+)\/\w+\.ftl$/d, source: 'en-US', read: readFluent },
  { format: 'toml', paths: /^hugocoder-toml\/i18n\/(?<locale>[\w-]+)\.toml$/d, source: 'en', read: readToml },
]
