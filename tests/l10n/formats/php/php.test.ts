import { describe, expect, it } from 'vitest'
import { php } from '../../../../src/l10n/formats/php/format.ts'
import { namesFaults } from '../faults.ts'
import { writerOf } from '../writer.ts'

const writeTexts = writerOf(php)

const values = (map: Record<string, string>) => new Map(Object.entries(map))
const read = (text: string) => Object.fromEntries(php.read(text).entries.map(({ key, value }) => [key, value]))

const SOURCE = `<?php

declare(strict_types=1);

/**
 * Strings of the shop
 */

use App\\Models\\Basket;

return [

    /*
    |--------------------------------------------------------------------------
    | Basket Lines
    |--------------------------------------------------------------------------
    */

    // Title of the page
    'title'     => 'Your basket',
    'greeting'  => 'Hello :name, it\\'s :time', # shown above
    'apples'    => '{0} No apples|[1,19] Some :count apples|[20,*] Many',
    'url'       => 'https://example.org/' . Basket::PATH,
    'between'   => [
        'numeric' => "Between :min and :max",
        'file'    => 'Between :min and :max kB',
        'list'    => ['first', 'second'],
    ],
    'attributes' => [],

    // ---- Account ----

    'account.name' => 'Name',
    'welcome' => "Welcome, $user",
    404 => 'Not found',
    Basket::KEY => 'Unknown key',
    'last' => 'End',
];
`

const GERMAN = `<?php

return [
    // Title of the page
    'title'    => 'Ihr Warenkorb',
    'greeting' => "Hallo :name",
    'between'  => [
        'numeric' => 'Zwischen :min und :max',
        'list'    => ['erstens', 'zweitens'],
    ],

    'extra'    => 'bleibt',
    'last'     => 'Ende',
];
`

describe('reading PHP arrays', () => {
  it('finds string literals by their path', () => {
    expect(read(SOURCE)).toEqual({
      title: 'Your basket',
      greeting: "Hello :name, it's :time",
      apples: '{0} No apples|[1,19] Some :count apples|[20,*] Many',
      'between.numeric': 'Between :min and :max',
      'between.file': 'Between :min and :max kB',
      'between.list.0': 'first',
      'between.list.1': 'second',
      'account\\.name': 'Name',
      404: 'Not found',
      last: 'End',
    })
    expect(php.read(SOURCE).options).toMatchObject({ syntax: 'plain', separator: '.', indent: '    ', quote: "'" })
  })

  it('takes comments above an element and behind it as its note', () => {
    const notes = php.read(SOURCE).entries.flatMap(({ key, description }) => (description ? [[key, description]] : []))
    expect(notes).toEqual([
      ['title', 'Title of the page'],
      ['greeting', 'shown above'],
    ])
    const text =
      "<?php return [\n  /**\n   * Two\n   * lines\n   */\n  'a' => 'b', /* tail */ // more\n  /* c */ 'd' => 'e', /* f */ 'g' => 'h'\n  // i\n];"
    expect(php.read(text).entries.map(({ description }) => description)).toEqual(['Two\nlines\ntail\nmore', 'c', 'f'])
  })

  it('names elements without a key by position, as PHP does', () => {
    expect(read("<?php return ['a', 'k' => 'b', 'c', 7 => 'd', 'e', '9' => 'f', 'g', 3 => 'h', 'i'];")).toEqual({
      0: 'a',
      k: 'b',
      1: 'c',
      7: 'd',
      8: 'e',
      9: 'f',
      10: 'g',
      3: 'h',
      11: 'i',
    })
    expect(read("<?php return ['a', X => 'b', 'c', ...$d, 'e', 'k' => 'f'];")).toEqual({ 0: 'a', k: 'f' })
  })

  const forms: [name: string, code: string, entries: Record<string, string>][] = [
    ['long arrays', "return array('a' => 'b', 'c' => array('d' => 'e',),);", { a: 'b', 'c.d': 'e' }],
    ['an array in upper case', "RETURN Array ( 'a' => 'b' ) ;", { a: 'b' }],
    [
      'a namespace and guards',
      "namespace A\\B; defined('X') or exit('No'); if (!X) { return ['x' => 'y']; } return ['a' => 'b'];",
      { a: 'b' },
    ],
    ['a function before', "function f() { return ['x' => 'y']; }\nreturn ['a' => 'b'];", { a: 'b' }],
    ['a closing tag', "return ['a' => 'b'] ?>\n", { a: 'b' }],
    ['code in several tags', "declare(strict_types=1) ?>\n<?php return ['a' => 'b'];", { a: 'b' }],
    [
      'values that are no literals',
      "return ['a' => 'b' . 'c', 'd' => -1, 'e' => f('x', ['y']), 'g' => true, 'h' => ('i'), 'j' => ['k'][0], 'l' => 'm'];",
      { l: 'm' },
    ],
    [
      'functions',
      "return ['a' => fn($x) => 'b', 'c' => static function () { return ['d' => 'e']; }, 'f' => match(1) { 1 => 'g', default => 'h' }, 'i' => 'j'];",
      { i: 'j' },
    ],
    ['an attribute', "return ['a' => #[Pure] fn() => 'b', 'c' => 'd'];", { c: 'd' }],
    ['comments anywhere', "return /* a */ [ // b ?\n # c\n 'd' /* e */ => /* f */ 'g' /* h */, ];", { d: 'g' }],
    ['brackets in strings and comments', "return ['a' => '],[', /* ] */ 'b' => \")\", // ]\n];", { a: '],[', b: ')' }],
    ['an empty array', 'return [];', {}],
    ['nested quotes in variables', "return ['a' => \"x {$b['c']} {$d[\"e\"]} ${f}\", 'g' => 'h'];", { g: 'h' }],
  ]
  for (const [name, code, entries] of forms) {
    it(`reads ${name}`, () => {
      expect(read(`<?php ${code}`)).toEqual(entries)
    })
  }

  namesFaults(php, [
    ['a = b', '1:1', '<?php'],
    ['', '1:1', '<?php'],
    ["<?php\n$lang['a'] = 'b';\n", '2:1', 'does not return an array'],
    ["<?php\nreturn array_merge(['a' => 'b']);", '2:8', 'returns "array_merge'],
    ["<?php return ['a' => 'b'] + ['c' => 'd'];", '1:14', 'not an array'],
    ["<?php return ['a' => 'b];", '1:22', 'not closed'],
    ["<?php return ['a' => 'b'", '1:25', 'not closed'],
    ["<?php return ['a' => 'b' /* c", '1:26', 'not closed'],
    ['<?php return [<<<EOT\na', '1:15', 'not closed'],
    ["<?php return ['a' => 'b'\n 'c' => 'd'];", '2:2', 'comma is missing'],
    ["<?php return ['a' => f()\n 'c' => 'd'];", '2:6', 'comma is missing'],
    ["<?php return ['a' => 'b');", '1:25', 'comma is missing'],
    ["<?php return ['a' => ];", '1:22', 'value is missing'],
    [`<?php return ${'['.repeat(201)}`, '1:214', '200 levels'],
    [`<?php return [f(${'('.repeat(100_000)}`, '1:215', '200 levels'],
    [`<?php return [${'"{$a['.repeat(30)}`, '1:116', '20 levels'],
    [`<?php return ['a' => "${'\\x41'.repeat(300_000)}"];`, '1:22', '1200001'],
  ])

  it('detects the message syntax', () => {
    const syntaxOf = (...texts: string[]) => php.read(`<?php return ['${texts.join("', '")}'];`).options.syntax
    expect(syntaxOf(':name', '{0} none|[1,*] :count', '{{x}}')).toBe('plain')
    expect(syntaxOf('{count, plural, one {# day} other {# days}}', '{name}')).toBe('icu')
    expect(syntaxOf('%s of %d')).toBe('printf')
  })
})

describe('writing PHP arrays', () => {
  const write = (base: string | undefined, map: Record<string, string>, more = {}) =>
    php.write({ source: SOURCE, base, locale: 'de', values: values(map), ...more })

  it('replaces the literal alone, and inserts elements beside their neighbors in their style', () => {
    const written = write(GERMAN, {
      title: "Ihr 'Korb'",
      greeting: 'Guten Tag, $:name',
      apples: 'Äpfel',
      'between.file': 'Zwischen :min kB',
      'account\\.name': 'Name',
    })
    expect(written).toBe(
      GERMAN.replace("'Ihr Warenkorb'", "'Ihr \\'Korb\\''")
        .replace('"Hallo :name",', "\"Guten Tag, \\$:name\",\n    'apples'   => 'Äpfel',")
        .replace("und :max',", "und :max',\n        'file'    => 'Zwischen :min kB',")
        .replace('\n    ],\n', "\n    ],\n    'account.name' => 'Name',\n"),
    )
  })

  const inserted: [base: string, written: string][] = [
    ["<?php return ['b' => '2'];", "<?php return ['a' => 'x', 'b' => '2', 'c' => 'y'];"],
    ["<?php return array('b' => '2',);", "<?php return array('a' => 'x', 'b' => '2', 'c' => 'y',);"],
    ["<?php\nreturn [\n\t'b'=>'2' // two\n];\n", "<?php\nreturn [\n\t'a'=>'x',\n\t'b'=>'2', // two\n\t'c'=>'y'\n];\n"],
    [
      "<?php\r\nreturn [\r\n  'b' => '2', # two\r\n];",
      "<?php\r\nreturn [\r\n  'a' => 'x',\r\n  'b' => '2', # two\r\n  'c' => 'y',\r\n];",
    ],
    ['<?php\n\nreturn [\n];\n', "<?php\n\nreturn [\n    'a' => 'x',\n    'c' => 'y',\n];\n"],
  ]
  for (const [base, written] of inserted) {
    it(`inserts into ${JSON.stringify(base)}`, () => {
      const source = "<?php\n// Head\nreturn [\n    'a' => '1',\n    'b' => '2',\n    'c' => '3',\n];\n"
      expect(writeTexts(source, { a: 'x', c: 'y' }, { base })).toBe(written)
    })
  }

  it('writes a list completely or not at all, and only appends to one', () => {
    const source = "<?php return ['l' => ['a', 'b', 'c'], 'm' => 'd'];"
    const list = (base: string | undefined, map: Record<string, string>) => writeTexts(source, map, { base })
    expect(list(undefined, { 'l.0': 'x', 'l.2': 'z' })).toBe('<?php return [];')
    expect(list(undefined, { 'l.0': 'x', 'l.1': 'y', 'l.2': 'z' })).toBe("<?php return ['l' => ['x', 'y', 'z']];")
    expect(list("<?php return ['l' => ['x']];", { 'l.2': 'z' })).toBe("<?php return ['l' => ['x']];")
    expect(list("<?php return ['l' => ['x']];", { 'l.1': 'y', 'l.2': 'z' })).toBe(
      "<?php return ['l' => ['x', 'y', 'z']];",
    )
    expect(list("<?php return ['l' => [0 => 'x']];", { 'l.1': 'y' })).toBe(
      "<?php return ['l' => [0 => 'x', 1 => 'y']];",
    )
  })

  it('leaves code alone that is not a literal, and replaces other kinds of values', () => {
    const source = "<?php return ['a' => 'b', 'c' => ['d' => 'e'], 'f' => 'g'];"
    const base = "<?php return ['a' => trans('x'), 'c' => 'old', 'f' => ['old' => 'x']];"
    expect(writeTexts(source, { a: '1', 'c.d': '2', f: '3' }, { base })).toBe(
      "<?php return ['a' => trans('x'), 'c' => ['d' => '2'], 'f' => '3'];",
    )
  })

  it('creates a file in the layout of the source, with translated strings alone', () => {
    expect(write(undefined, { title: 'Korb', 'between.file': 'kB', last: 'Ende' })).toBe(
      SOURCE.slice(0, SOURCE.indexOf('return [')) +
        "return [\n\n    'title'     => 'Korb',\n    'between'   => [\n        'file'    => 'kB',\n    ],\n\n    'last' => 'Ende',\n];\n",
    )
  })

  it('creates a file in the style of a sibling, with the comments of the source if it has them', () => {
    const map = { title: 'Korb', greeting: "Hallo, it's", 'between.numeric': 'x', 404: 'Fehlt' }
    const sibling = '<?php\r\n# French\r\nreturn array(\r\n\t"title" => "Panier"\r\n);\r\n'
    expect(write(undefined, map, { sibling })).toBe(
      '<?php\r\n# French\r\nreturn array(\r\n\t"title"     => "Korb",\r\n\t"greeting"  => "Hallo, it\'s",\r\n\t"between"   => array(\r\n\t\t"numeric" => "x"\r\n\t),\r\n\t404 => "Fehlt"\r\n);\r\n',
    )
    const commented = "<?php\n\nreturn [\n\n    // Title of the page\n    'title' => 'Panier',\n];\n"
    const box = SOURCE.slice(SOURCE.indexOf('    /*'), SOURCE.indexOf("    'title'"))
    expect(write(undefined, map, { sibling: commented })).toBe(
      `<?php\n\nreturn [\n\n${box}    'title'     => 'Korb',\n    'greeting'  => 'Hallo, it\\'s', # shown above\n    'between'   => [\n        'numeric' => "x",\n    ],\n\n    404 => 'Fehlt',\n];\n`,
    )
  })

  it('removes elements with their comments, and arrays that become empty', () => {
    const remove = (base: string, ...keys: string[]) =>
      writeTexts('<?php return [];', {}, { base, removed: new Set(keys) })
    expect(remove(GERMAN, 'title', 'between.numeric', 'between.list.0')).toBe(
      GERMAN.replace(/ {4}\/\/ Title.*\n.*\n/, '').replace(/ {8}'numeric.*\n/, ''),
    )
    expect(remove(GERMAN, 'between.list.1')).toBe(GERMAN.replace(", 'zweitens'", ''))
    expect(remove(GERMAN, 'between.numeric', 'between.list.0', 'between.list.1')).toBe(
      GERMAN.replace(/ {4}'between'[^]*?\n {4}\],\n/, ''),
    )
    const line = "<?php return ['a' => '1', 'b' => '2', 'c' => '3'];"
    expect(remove(line, 'a')).toBe("<?php return ['b' => '2', 'c' => '3'];")
    expect(remove(line, 'b')).toBe("<?php return ['a' => '1', 'c' => '3'];")
    expect(remove(line, 'b', 'c')).toBe("<?php return ['a' => '1'];")
    expect(remove(line, 'a', 'b', 'c')).toBe('<?php return [];')
    const gaps = "<?php return [\n  'a' => '1',\n\n  // note\n  'b' => '2', // tail\n\n  'c' => '3'\n];"
    expect(remove(gaps, 'b')).toBe("<?php return [\n  'a' => '1',\n\n  'c' => '3'\n];")
    expect(remove(gaps, 'c')).toBe("<?php return [\n  'a' => '1',\n\n  // note\n  'b' => '2' // tail\n];")
    expect(writeTexts(gaps, {}, { base: gaps, removed: new Set(['a']) })).toBe(gaps)
  })

  it('keeps the position of elements without a key', () => {
    const source = "<?php return [f(), 'k' => 'a', 'b', g(), 'c'];"
    const map = values({ k: 'x', 1: 'y', 3: 'z' })
    expect(php.write({ source, locale: 'de', values: map })).toBe("<?php return ['k' => 'x', 1 => 'y', 3 => 'z'];")
    const withdrawn = writeTexts(source, {}, { base: source, withdrawn: new Set(['k', '1']) })
    expect(withdrawn).toBe("<?php return [f(), '', g(), 'c'];")
    expect(php.write({ source, base: withdrawn, locale: 'de', values: map })).toBe(
      "<?php return [f(), 'k' => 'x', 'y', g(), 'z'];",
    )
  })

  it('keeps code out of comments, and inserts before a value that is replaced', () => {
    const base = "<?php return [ // a\n\n  'b' => '1', 'c' => '2', // d\n  'e' => '3'];"
    const drop = (...keys: string[]) => writeTexts('<?php return [];', {}, { base, removed: new Set(keys) })
    expect(drop('b')).toBe("<?php return [ // a\n\n  'c' => '2', // d\n  'e' => '3'];")
    expect(Object.keys(read(drop('e')))).toEqual(['b', 'c'])
    expect(Object.keys(read(drop('c', 'e')))).toEqual(['b'])
    expect(
      writeTexts(
        "<?php return ['a' => '1', '2', 'b' => f()];",
        { a: 'y', 0: 'z' },
        { base: "<?php return ['x', 'b' => g()];" },
      ),
    ).toBe("<?php return ['a' => 'y', 'z', 'b' => g()];")
  })

  it('removes withdrawn translations, and a list with any of them', () => {
    const withdraw = (...keys: string[]) => writeTexts(SOURCE, {}, { base: GERMAN, withdrawn: new Set(keys) })
    expect(withdraw('title')).toBe(GERMAN.replace(/ {4}\/\/ Title.*\n.*\n/, ''))
    expect(withdraw('between.list.0')).toBe(GERMAN.replace(/ {8}'list.*\n/, ''))
  })
})
