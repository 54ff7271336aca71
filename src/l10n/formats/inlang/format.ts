import type { Format } from '../format.ts'
import { ofDialect } from '../json/dialect.ts'
import { formTexts } from '../json/texts.ts'
import { hasNestedKeys, outlineSource, outlineTarget, planInlang } from './outline.ts'

/**
 * The message format of inlang, which Paraglide reads. A message is a string, or has variants. Those that differ in one plural form are one entry; other
 * conditions are part of the key: `items[platform=ios]`.
 */
export const inlang: Format = {
  id: 'inlang',
  ...ofDialect({
    hasRootKey: true,
    isNested: hasNestedKeys,
    source: outlineSource,
    target: outlineTarget,
    plan: planInlang,
    texts: formTexts,
    keepsLayout: true,
    describe: ({ entries, options }) => ({ entries, options: { ...options, syntax: 'plain' } }),
  }),
  about: {
    name: 'inlang message format (Paraglide)',
    marks: '`$schema` of inlang, or messages with `declarations` or `selectors` and `match`',
    example: 'messages/en.json',
    placeholders: 'braces: `{name}`',
    plurals: 'Variants whose selector is declared as `plural`: `countPlural=one`. `*` stands for `other`',
    notes: 'none: JSON has no comments',
    unsupported:
      '`$schema`, `declarations` and `selectors` are copied into new files. Values that are not messages are kept.',
    details: [
      'Variants: conditions other than a plural form are part of the key, `items[platform=ios]`. A message is written with all of them, or not at all.',
    ],
  },
  matches: (path, text) =>
    /\.json$/i.test(path) &&
    (SCHEMA.test(text) || (text.includes('"match"') && SELECTION.test(text) && VARIANTS.test(text))),
}

/** The schema of messages: that of settings, and of the messages of inlang 1, is another one. */
const SCHEMA = /"\$schema"\s{0,20}:\s{0,20}"[^"\s]{0,200}inlang\.com\/schema\/inlang-message-format/
const VARIANTS = /[[:]\s*\{\s*"(?:declarations|selectors|match)"\s*:/
const SELECTION = /"(?:declarations|selectors)"/
