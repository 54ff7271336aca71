import { describe, expect, it } from 'vitest'
import { formatById } from '../../../src/l10n/formats/registry.ts'

interface Files {
  readonly source: string
  /** A translated file that lacks what has no text. */
  readonly german: string
}

const php = (lines: string): string => `<?php\n\nreturn [\n${lines}];\n`
const resources = (lines: string): string => `<resources>\n${lines}</resources>\n`

/** By format: values of the source without a string, and lists that end with them. */
const FILES: Readonly<Record<string, Files>> = {
  json: {
    source:
      '{\n  "a": "A",\n  "list": [],\n  "map": {},\n  "deep": { "x": [[], {}], "y": {} },\n  "numbers": [1, ""],\n  "ends": ["B", [], 1],\n  "other": [],\n  "b": "C"\n}\n',
    german: '{\n  "a": "AA",\n  "ends": ["BB"],\n  "other": "text",\n  "b": "CC"\n}\n',
  },
  i18next: {
    source: '{\n  "a_one": "A",\n  "a_other": "{{count}} A",\n  "list": [],\n  "map": {},\n  "b": "B"\n}\n',
    german: '{\n  "a_one": "AA",\n  "a_other": "{{count}} AA",\n  "b": "BB"\n}\n',
  },
  arb: {
    source: '{\n  "@@locale": "en",\n  "a": "A",\n  "@a": {},\n  "@@x-list": [],\n  "b": "B"\n}\n',
    german: '{\n  "@@locale": "de",\n  "a": "AA",\n  "b": "BB"\n}\n',
  },
  yaml: {
    source:
      'a: A\nlist: []\nmap: {}\ndeep:\n  x: [[], {}]\n  y: {}\nnumbers: [1, ""]\nends: [B, 1]\nlines:\n  - D\n  - []\nother: []\nb: C\n',
    german: 'a: AA\nends: [BB]\nlines:\n  - DD\nother: text\nb: CC\n',
  },
  rails: {
    source: 'en:\n  a: A\n  list: []\n  map: {}\n  order: [":year", ""]\n  ends:\n    - B\n    - ""\n  b: C\n',
    german: 'de:\n  a: AA\n  order: []\n  ends:\n    - BB\n  b: CC\n',
  },
  toml: {
    source:
      'a = "A"\nlist = []\nmap = {}\nnumbers = [1, 2]\nblank = ["", " "]\nends = ["B", 1]\nb = "C"\n\n[table]\n\n[deep]\nx = []\n\n[[tables]]\n',
    german: 'a = "AA"\nends = ["BB"]\nb = "CC"\n',
  },
  php: {
    source: php(
      "    'a' => 'A',\n    'list' => [],\n    'long' => array(),\n    'deep' => ['x' => [[]]],\n    'numbers' => [1, 2],\n    'blank' => ['', ' '],\n    'ends' => ['B', [], 1],\n    'other' => [1],\n    'b' => 'C',\n",
    ),
    german: php("    'a' => 'AA',\n    'ends' => ['BB'],\n    'other' => 'text',\n    'b' => 'CC',\n"),
  },
  typescript: {
    source:
      "export default {\n  a: 'A',\n  list: [],\n  map: {},\n  deep: { x: [[]] },\n  numbers: [1, ''],\n  ends: ['B', [], 1],\n  b: 'C',\n}\n",
    german: "export default {\n  a: 'AA',\n  ends: ['BB'],\n  b: 'CC',\n}\n",
  },
  android: {
    source: resources(
      '    <string name="a">A</string>\n    <string-array name="list"></string-array>\n    <plurals name="map"/>\n    <string-array name="blank">\n        <item></item>\n    </string-array>\n    <string-array name="ends">\n        <item>B</item>\n        <item></item>\n    </string-array>\n',
    ),
    german: resources(
      '    <string name="a">AA</string>\n    <string-array name="ends">\n        <item>BB</item>\n    </string-array>\n',
    ),
  },
  stringsdict: {
    source:
      '<plist version="1.0">\n<dict>\n\t<key>a</key>\n\t<string>A</string>\n\t<key>map</key>\n\t<dict/>\n\t<key>list</key>\n\t<array/>\n</dict>\n</plist>\n',
    german: '<plist version="1.0">\n<dict>\n\t<key>a</key>\n\t<string>AA</string>\n</dict>\n</plist>\n',
  },
}

describe.each(Object.keys(FILES))('a translated file of %s', id => {
  it('gets no value of its source without a translation', () => {
    const format = formatById(id)
    const { source, german } = FILES[id] ?? { source: '', german: '' }
    const rootKey = id === 'rails' ? 'en' : undefined
    const entries = format.readTarget(german, 'de', source, rootKey)
    const values = new Map(entries.map(({ key, value }) => [key, value]))
    expect(values.size).toBeGreaterThan(0)
    expect(format.write({ source, base: german, locale: 'de', rootKey, values })).toBe(german)
  })
})

it('completes a list of a file with its other values when a string is added', () => {
  const json = formatById('json')
  const values = new Map(['AA', 'BB', 'CC'].map((text, at) => [`l.${at + (at === 2 ? 1 : 0)}`, text]))
  const source = '{ "l": ["A", "B", 1, "C", []] }\n'
  expect(json.write({ source, base: '{ "l": ["AA"] }\n', locale: 'de', values })).toBe(
    '{ "l": ["AA","BB",1,"CC",[]] }\n',
  )
})
