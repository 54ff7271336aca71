import { describe } from 'vitest'
import { compose } from '../../../src/l10n/formats/android/format.ts'
import { arb } from '../../../src/l10n/formats/arb/format.ts'
import { i18next } from '../../../src/l10n/formats/i18next/format.ts'
import { json } from '../../../src/l10n/formats/json/format.ts'
import { markdown } from '../../../src/l10n/formats/markdown/format.ts'
import { po } from '../../../src/l10n/formats/po/format.ts'
import { surviveMutations } from './contract/mutations.ts'

const JSON_TEXT =
  '{\n  "a": { "b": "One \\u00e9 \\"x\\"", "c": ["Two", "Three {n}"] },\n  "d_one": "{{count}} day",\n  "d_other": "{{count}} days"\n}\n'

const ARB_TEXT =
  '{\n  "@@locale": "en",\n  "hello": "Hello {name}",\n  "@hello": { "description": "A greeting", "placeholders": { "name": {} } },\n  "days": "{n, plural, one{# day} other{# days}}"\n}\n'

const PO_SOURCE = `msgid ""
msgstr ""
"Language: de\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

#. A note
#: src/main.c:12
#, c-format, fuzzy
msgctxt "menu"
msgid "Open \\"%s\\""
msgstr "Öffne \\"%s\\""

msgid "%d day"
msgid_plural "%d days"
msgstr[0] "%d Tag"
msgstr[1] "%d Tage"

#~ msgid "Old"
#~ msgstr "Alt"
`

const COMPOSE_TEXT = `<resources>
    <!-- A note -->
    <string name="a">It's "one" &amp; \\n two</string>
    <plurals name="b"><item quantity="one">%d day</item><item quantity="other">%d days</item></plurals>
    <string-array name="c"><item>One</item><item>Two</item></string-array>
</resources>
`

const MARKDOWN_TEXT = `---
title: A title
---

# Heading

Words with \`code\` and [a link](/b)
on two lines.

- One
  - Two

> Quote

| A | B |
| - | - |
| c | d |

:::note[Title]
Aside
:::

\`\`\`js
code()
\`\`\`
`

describe('mutated files', () => {
  surviveMutations(json, [
    { name: 'en.json', text: JSON_TEXT, locale: 'en' },
    { name: 'de.json', text: JSON_TEXT, locale: 'de', source: JSON_TEXT },
  ])
  surviveMutations(i18next, [
    { name: 'en.json', text: JSON_TEXT, locale: 'en' },
    { name: 'pl.json', text: JSON_TEXT, locale: 'pl', source: JSON_TEXT },
  ])
  surviveMutations(arb, [
    { name: 'en.arb', text: ARB_TEXT, locale: 'en' },
    { name: 'de.arb', text: ARB_TEXT, locale: 'de', source: ARB_TEXT },
  ])
  surviveMutations(po, [
    { name: 'en.po', text: PO_SOURCE, locale: 'en' },
    { name: 'de.po', text: PO_SOURCE, locale: 'de', source: PO_SOURCE },
  ])
  surviveMutations(compose, [
    { name: 'en.xml', text: COMPOSE_TEXT, locale: 'en' },
    { name: 'pl.xml', text: COMPOSE_TEXT, locale: 'pl', source: COMPOSE_TEXT },
  ])
  surviveMutations(markdown, [
    { name: 'en.md', text: MARKDOWN_TEXT, locale: 'en' },
    { name: 'de.md', text: MARKDOWN_TEXT, locale: 'de', source: MARKDOWN_TEXT },
  ])
})
