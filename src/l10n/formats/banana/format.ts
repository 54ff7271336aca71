import type { Format } from '../format.ts'
import { ofDialect } from '../json/dialect.ts'
import { hasNestedKeys, outlineBanana, planMetadata } from './metadata.ts'

/**
 * MediaWiki's JSON: flat keys, and `@metadata` about the file. A new file has the `@metadata` of the source without its authors and its date; existing files
 * keep their own.
 */
export const banana: Format = {
  id: 'banana',
  ...ofDialect({
    hasRootKey: true,
    isNested: hasNestedKeys,
    source: tree => outlineBanana(tree),
    target: (tree, _locale, source) => outlineBanana(tree, source?.tree),
    plan: planMetadata,
    describe: ({ entries, options }) => ({ entries, options: { ...options, syntax: 'banana' } }),
  }),
  about: {
    name: 'MediaWiki JSON (banana)',
    marks: '`@metadata`, `{{PLURAL:$1|` or `{{GENDER:$1|`',
    example: 'i18n/en.json',
    placeholders: 'MediaWiki: `$1`, `{{SITENAME}}`, `[[page|label]]`',
    plurals: '`{{PLURAL:$1|…|…}}` with the forms of the language by position; `{{GENDER:$1|…|…}}`',
    notes: 'none: `qqq.json` is a file of its own',
    unsupported: '`@metadata` and values that are not strings are kept.',
    details: ['Authors: a new file has an empty list. Existing files keep theirs.'],
  },
  matches: (path, text) =>
    /\.json$/i.test(path) &&
    (/"@metadata"\s{0,20}:\s{0,20}\{/.test(text)
      ? // In a bundle of ARB, it is the note of a key.
        !/"metadata"\s{0,20}:/.test(text)
      : /\{\{(?:PLURAL|GENDER):\s{0,9}\$?\d{0,3}\|/.test(text)),
}
