import { expect, it } from 'vitest'
import { markupTokens } from '../../../src/l10n/message/markup-tokens.ts'
import { findRestSpans } from '../../../src/l10n/message/rest.ts'

it.each([
  [':ref:`a b <c>`', ['role a b → c']],
  ['x:ref:`a`', []],
  ['`a`:ref:', ['role a']],
  [':py:func:`a`_', ['role a']],
  ['`a <https://x.example/>`_, `b`__ and `c`', ['reference a → https://x.example/', 'reference b', 'plain c']],
  [
    ':ref:`a` ``b `c` d`` |e f| [1]_ [#g]_ [*]_',
    ['role a', 'fixed ``b `c` d``', 'fixed |e f|', 'fixed [1]_', 'fixed [#g]_', 'fixed [*]_'],
  ],
  [':ref:`a` ``b |c|`` \\`d` |', ['role a', 'fixed ``b |c|``']],
  [':ref:`a` ``b', ['role a']],
  ['``b :ref:`a`', ['role a']],
  ['`a` and `b`', []],
  ['``a`` and `b`_c', ['fixed ``a``', 'plain b']],
  ['``a `b` c`` and `d`_e', []],
  ['12:30:`a` and |b|', []],
])('finds the spans of %s', (text, spans) => {
  const shown = findRestSpans(text).map(
    ({ kind, text: shows, target }) => `${kind} ${shows}${target === undefined ? '' : ` → ${target}`}`,
  )
  expect(shown).toEqual(spans)
})

it('leaves a target out of the tags and URLs of a text', () => {
  const tokens = markupTokens(':ref:`the setup <setup>` <b>x</b> `a <https://a.example>`_ https://b.example')
  expect(tokens.map(({ kind, raw }) => `${kind} ${raw}`)).toEqual([
    'link :ref:`',
    'link  <setup>`',
    'tag <b>',
    'tag </b>',
    'link `',
    'link  <https://a.example>`_',
    'url https://b.example',
  ])
})

it.each(['`', '``', ':a:`', '`a`_', '\\`', '`\\', '|a', '[a', ':a', '`a <', ':a.', '`a``'])(
  'reads a long text of %j',
  piece => {
    const text = `${piece.repeat(60_000 / piece.length)} :ref:\`x\``
    expect(markupTokens(text).every(({ start, end }) => start < end)).toBe(true)
  },
)
