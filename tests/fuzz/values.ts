import * as fc from 'fast-check'

/** Would run in a browser if an answer contained it unescaped. */
export const MARKUP = '"\'><svg/onload=zq()></title><script>zq()</script>'

/** Values that parsers of addresses, forms, headers and tokens have tripped over. */
const ODD = [
  '',
  ' ',
  '\0',
  '\r\nset-cookie: zq=1',
  '%0d%0aset-cookie:%20zq=1',
  '%',
  '%zz',
  '%c0%ae',
  '\u202e\ufeff\u{1f600}',
  '\ud800',
  // Becomes k in lower case.
  '\u212a\u212a',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  'javascript:alert(1)',
  'data:text/html,x',
  'http://127.0.0.1:1/callback#x',
  'https://u:p@evil.example/',
  '//evil.example',
  'http://[::1]/',
  'cursor://x',
  '-1',
  '1e309',
  'null',
  '[]',
  '{"a":1}',
  'Bearer',
  'Basic Og==',
  MARKUP,
  'a'.repeat(5000),
]

export const oddText = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...ODD) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 200 }) },
)

/** How one parameter of a valid request was changed. */
type Change = readonly ['keep'] | readonly ['drop'] | readonly ['twice', string] | readonly ['replace', string]

const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Change>(['keep']) },
  { weight: 1, arbitrary: fc.constant<Change>(['drop']) },
  { weight: 1, arbitrary: oddText.map((text): Change => ['twice', text]) },
  { weight: 2, arbitrary: oddText.map((text): Change => ['replace', text]) },
)

type Pairs = readonly (readonly [string, string])[]

/** The parameters of a valid request, some of them changed, and perhaps more. */
export function mutated(valid: Readonly<Record<string, string>>): fc.Arbitrary<Pairs> {
  const names = Object.keys(valid)
  const changed = fc.array(change, { minLength: names.length, maxLength: names.length })
  const extra = fc.array(
    fc.tuple(fc.oneof(fc.constantFrom('scope', 'resource', 'prompt', 'a[b][c]'), oddText), oddText),
    {
      maxLength: 3,
    },
  )
  return fc
    .tuple(changed, fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, extra))
    .map(([changes, more]) => [
      ...names.flatMap((name, n) => applied(name, valid[name] ?? '', changes[n] ?? ['keep'])),
      ...more,
    ])
}

function applied(name: string, value: string, [how, text = '']: Change): [string, string][] {
  switch (how) {
    case 'keep':
      return [[name, value]]
    case 'drop':
      return []
    case 'twice':
      return [
        [name, value],
        [name, text],
      ]
    case 'replace':
      return [[name, text]]
  }
}

/** Pairs as a form or a query; some are not escaped at all. */
export const encoded = (pairs: Pairs, raw: boolean): string =>
  raw
    ? pairs
        .map(([name, value]) => `${name}=${value}`)
        .join('&')
        .replaceAll(/[\0-\x20\x7f-\u{10ffff}]/gu, '_')
    : new URLSearchParams(pairs.map(([name, value]) => [name, wellFormed(value)])).toString()

/** A half of a surrogate pair, which no encoding of a request has, becomes U+FFFD. */
export const wellFormed = (text: string): string => Buffer.from(text).toString()
