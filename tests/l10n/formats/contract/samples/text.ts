import type { Pair, Sample } from '../sample.ts'

const entries = (pairs: readonly Pair[], write: (key: string, text: string) => string): string =>
  pairs.map(([key, text]) => `${write(key, text)}\n`).join('')
const po = (pairs: readonly Pair[]): string =>
  `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n${entries(pairs, (key, text) => `msgid "${key}"\nmsgstr "${text}"\n`)}`
const PO_FAULT = ['msgid "ship"\nmsgstr "A1"\n\nmsgid "boat\n', '4:7'] as const
const yaml = (pairs: readonly Pair[]): string => entries(pairs, (key, text) => `${key}: ${text}`)
const rails = (pairs: readonly Pair[], locale = 'en'): string =>
  `${locale}:${pairs.length === 0 ? ' {}' : ''}\n${entries(pairs, (key, text) => `  ${key}: ${text}`)}`
const paragraphs = (pairs: readonly Pair[]): string => entries(pairs, (_, text) => `${text}\n`)
const quotes = (levels: number): string => `${'> '.repeat(levels)}Words\n`
const NEW_KEY = 'a pull writes the text under its new key'
const PO_LAWS = { hard: 'a "b" \\ \t & < > 😀 \u200Fx {n}', isRemovable: () => false }
const CSV_HARD = 'a "b" \\ \t & < > \' 😀👨‍👩‍👧 \u200F\u202Bx\u202C \u2028 {{count}} {n}'
const MADE = 'a key is made of the first words of its text'

export const TEXT_SAMPLES: Readonly<Record<string, Sample>> = {
  po: {
    source: `msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"

#. The title of the first screen
msgid "Harbour diary"
msgstr ""

#, c-format
msgid "%d boat"
msgid_plural "%d boats"
msgstr[0] ""
msgstr[1] ""
`,
    build: po,
    note: 'The title of the first screen',
    fault: PO_FAULT,
    hasLongKeys: 'a key is a source string',
    laws: PO_LAWS,
  },
  'po-monolingual': {
    source: `msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"X-Crowdin-SourceKey: msgstr\\n"

#. The title of the first screen
msgid "home.title"
msgstr "Harbour diary"
`,
    build: po,
    note: 'The title of the first screen',
    fault: PO_FAULT,
    hasLongKeys: 'a key is a source string',
    laws: PO_LAWS,
  },
  'apple-strings': {
    source: `/* The title of the first screen */
"title" = "Harbour diary";
"greeting" = "Hello %@";
`,
    build: pairs => entries(pairs, (key, text) => `"${key}" = "${text}";`),
    note: 'The title of the first screen',
    fault: ['"ship" = "A1";\n"boat" = "B1;\n', '2:10'],
    laws: { toContent: line => line.replace(/^\uFEFF|\r$/g, '') },
  },
  properties: {
    source: `# The title of the first screen
title=Harbour diary
greeting=Hello {0}
`,
    build: pairs => entries(pairs, (key, text) => `${key}=${text}`),
    note: 'The title of the first screen',
    fault: ['ship=A1\nboat=B\\u00g1\n', '2:7'],
    losesFormer: NEW_KEY,
  },
  csv: {
    source: `key,source,target,comment
title,Harbour diary,,The title of the first screen
greeting,Hello {name},,
`,
    build: pairs => `key,source,target\n${entries(pairs, (key, text) => `${key},${text.toLowerCase()},${text}`)}`,
    note: 'The title of the first screen',
    fault: ['key,source,target\nship,"A1\n', '2:6'],
    losesFormer: NEW_KEY,
    laws: { hard: CSV_HARD },
  },
  'csv-multilingual': {
    source: `keys,en,de,comment
title,Harbour diary,,The title of the first screen
greeting,Hello {name},,
`,
    build: pairs => `keys,en,de\n${entries(pairs, (key, text) => `${key},${text.toLowerCase()},${text}`)}`,
    note: 'The title of the first screen',
    fault: ['keys,en,de\nship,"A1\n', '2:6'],
    losesFormer: NEW_KEY,
    laws: { hard: CSV_HARD, isRemovable: () => false },
  },
  fluent: {
    source: `# The title of the first screen
title = Harbour diary
greeting = Hello { $name }
`,
    build: pairs => entries(pairs, (key, text) => `${key} = ${text}`),
    note: 'The title of the first screen',
    nest: levels => `ship = ${'{'.repeat(levels)}${'}'.repeat(levels)}\n`,
    fault: ['ship = A1\n!boat = B1\n', '2:1'],
    losesFormer: NEW_KEY,
    hasNoEmpty: 'a message without a text is not valid',
    rewords: 'blanks at the ends of lines are none of a text, and braces are code',
    laws: {
      hard: 'a "b" \\ \t & < > 😀 \u200Fx { $count } {n}',
      toContent: line => line.replace(/^\uFEFF|=.*$/gs, ''),
    },
  },
  php: {
    source: `<?php

return [
    // The title of the first screen
    'title' => 'Harbour diary',
    'greeting' => 'Hello :name',
];
`,
    build: pairs => `<?php\n\nreturn [\n${entries(pairs, (key, text) => `    '${key}' => '${text}',`)}];\n`,
    note: 'The title of the first screen',
    nest: levels => `<?php return ['ship' => ${'['.repeat(levels)}`,
    fault: ["<?php\n\nreturn [\n  'ship' => 'A1'\n  'boat' => 'B1'\n];\n", '5:3'],
    losesFormer: NEW_KEY,
  },
  typescript: {
    source: `export default {
  // The title of the first screen
  title: 'Harbour diary',
  greeting: 'Hello {name}',
}
`,
    build: pairs => `export default {\n${entries(pairs, (key, text) => `  ${key}: '${text}',`)}}\n`,
    note: 'The title of the first screen',
    nest: levels => `export default ${'{ a: '.repeat(levels)}`,
    fault: ["export default {\n  ship: 'A1'\n  boat: 'B1'\n}\n", '3:3'],
    losesFormer: NEW_KEY,
  },
  yaml: {
    source: `# The title of the first screen
title: Harbour diary
greeting: Hello {name}
`,
    build: yaml,
    note: 'The title of the first screen',
    nest: levels => `ship: ${'['.repeat(levels)}${']'.repeat(levels)}\n`,
    fault: ['ship: A1\nboat: *x\n', '2:7'],
    losesFormer: NEW_KEY,
    laws: { toContent: line => line.trim() },
  },
  rails: {
    source: `en:
  title: Harbour diary
  boats:
    one: "%{count} boat"
    other: "%{count} boats"
`,
    build: rails,
    note: { lacks: 'a comment apart from a text is none', file: '# A note\n\nen:\n  ship: A1\n' },
    nest: levels => `en:\n  ship: ${'['.repeat(levels)}${']'.repeat(levels)}\n`,
    fault: ['en:\n  ship: *x\n', '2:9'],
    root: 'en',
    losesFormer: NEW_KEY,
    laws: { toContent: line => line.replace(/ \{\}$/, '') },
  },
  toml: {
    source: `# The title of the first screen
title = "Harbour diary"

[boats]
one = "{{ .Count }} boat"
other = "{{ .Count }} boats"
`,
    build: pairs => entries(pairs, (key, text) => `${key} = "${text}"`),
    note: 'The title of the first screen',
    nest: levels => `ship = ${'['.repeat(levels)}\n`,
    fault: ['ship = "A1"\nboat = x\n', '2:8'],
    losesFormer: NEW_KEY,
    laws: { toContent: line => line.trim() },
  },
  markdown: {
    source: `# Harbour diary

Write down which boats came in.
`,
    build: paragraphs,
    note: { lacks: 'comments are for authors', file: '<!-- A note -->\n\nWords\n' },
    nest: quotes,
    fault: [`Words\n\n${'> '.repeat(60)}b\n`, '3:121'],
    makesKeys: MADE,
    rewords: 'a text is Markdown, and marks of blocks are escaped',
    laws: { hard: 'a “b” & 😀 x' },
  },
  mdx: {
    source: `import { Boat } from './boat.jsx'

# Harbour diary

Write down which boats came in.
`,
    build: paragraphs,
    note: { lacks: 'comments are for authors', file: '{/* A note */}\n\nWords\n' },
    nest: quotes,
    fault: ['Words\n\n<A>\n\nb\n', '3:1'],
    makesKeys: MADE,
    rewords: 'a text is Markdown, and marks of blocks are escaped',
    laws: { hard: 'a “b” & 😀 x' },
  },
}
