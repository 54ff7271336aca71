import { describe, expect, it } from 'vitest'
import { checkText } from '../../../src/l10n/checks/check-text.ts'
import { markup } from '../../../src/l10n/checks/markup/markup.ts'

const findMarkup = (source: string, target: string, locale = 'cs'): string[] =>
  checkText({ source, target, sourceLocale: 'en', locale, syntax: 'plain' })
    .findings.filter(({ id }) => id === markup.id)
    .map(({ level, message }) => `${level} ${message}`)

describe('inline markup of reStructuredText', () => {
  const right: [source: string, target: string, locale?: string][] = [
    [
      'Click :guilabel:`Save this query` and see :ref:`the setup page <setup>`.',
      'Klikněte na :guilabel:`Uložit tento dotaz` a přečtěte si :ref:`stránku nastavení <setup>`.',
    ],
    ['`Project homepage <https://example.org/>`_ is *nice*', '`Stránky projektu <https://example.org/>`_ jsou *hezké*'],
    ['See `the wiki <https://a.example/en/x>`__.', 'Viz `wiki <https://a.example/cs/x>`_.'],
    ['See `FAQ`_ and `home page`__.', 'Viz `Časté otázky`_ a `domů`_.'],
    ['See `FAQ`_.', 'Viz `Časté otázky <FAQ_>`_.'],
    [
      'Read :ref:`setup`, ``config.php`` and |version| [1]_.',
      'Čtěte :ref:`nastavení <setup>`, ``config.php`` a |version| [1]_.',
    ],
    ['A :term:`cookie` of :abbr:`TTL (time to live)`', ':term:`Sušenka` s :abbr:`TTL (doba života)`'],
    ['A :term:`cookie` is set', 'Nastaví se :term:`sušenka <cookie>`'],
    [
      ':kbd:`Ctrl+C`, then :menuselection:`File --> Save`',
      ':kbd:`Strg+C`, dann :menuselection:`Datei --> Sichern`',
      'de',
    ],
    ["Set :config:option:`$cfg['Servers'][$i]['auth']`", "Nastavte :config:option:`$cfg['Servers'][$i]['auth']`"],
    ['Press :button:`Send now` or `Back`:guilabel:', 'Stiskněte :button:`Odeslat hned` nebo `Zpět`:guilabel:'],
    ['Use :ref:`x` with :doc:`/user/<name>`', 'Použijte :ref:`x` a :doc:`/user/<name>`'],
    ['Click :guilabel:`Save`.', '点击\\ :guilabel:`保存`\\ 。', 'zh-CN'],
    ["Type :command:`ls` on the ``C:\\`` drive, or `x'.", "Napište :command:`ls` na ``C:\\`` disku, nebo `x'."],
  ]
  it.each(right)('may be translated in %s', (source, target, locale) => {
    expect(findMarkup(source, target, locale)).toEqual([])
  })

  const wrong: [what: string, source: string, target: string, lost: string][] = [
    ['a lost role', 'Click :guilabel:`Save`', 'Klikněte na Uložit', ':guilabel:`…`'],
    ['another role', 'Click :guilabel:`Save`', 'Klikněte na :kbd:`Uložit`', ':guilabel:`…`'],
    ['a changed target', 'See :ref:`setup <setup>`', 'Viz :ref:`nastavení <nastaveni>`', ':ref:`…<setup>`'],
    ['a translated literal', 'See :doc:`a` and ``quick``', 'Viz :doc:`a` a ``rychlý``', '``quick``'],
    ['another address', '`Home <https://a.example/>`_', '`Domů <https://b.example/>`_', '`…<https://a.example/>`_'],
    ['a lost address', '`Home <https://a.example/>`_', '`Domů`_', '`…<https://a.example/>`_'],
    ['a lost reference', 'See `FAQ`_', 'Viz FAQ', '`…`_'],
    ['a renamed substitution', 'See :doc:`a` |version|', 'Viz :doc:`a` |verze|', '|version|'],
    [
      'no blank before an address',
      '`Home <https://a.example/>`_',
      '`Domů<https://a.example/>`_',
      '`…<https://a.example/>`_',
    ],
    ['a changed footnote', 'Text [#note]_', 'Text [#pozn]_', '[#note]_'],
  ]
  it.each(wrong)('is an error with %s', (_, source, target, lost) => {
    expect(findMarkup(source, target)).toContain(`error "${lost}" is missing.`)
  })

  const doubtful: [what: string, source: string, target: string][] = [
    ['one role of two', ':ref:`a` and :ref:`a`', ':ref:`a`'],
    ['words in a literal', ':ref:`a`: ``Custom Errors``', ':ref:`a`: ``Vlastní chyby``'],
    ['other blanks', ':ref:`a`: ``for...in``', ':ref:`a`: ``for ... in``'],
    ['an added literal', ':ref:`a` of python', ':ref:`a` ``python``'],
    ['a site in the language', '`X <https://en.a.example/x>`_', '`X <https://cs.a.example/y>`_'],
    ['a part of a file name', ':file:`module.{version}.pyc`', ':file:`module.{verze}.pyc`'],
  ]
  it.each(doubtful)('is a warning with %s', (_, source, target) => {
    const found = findMarkup(source, target)
    expect(found).not.toEqual([])
    expect(found.filter(one => !one.startsWith('warning'))).toEqual([])
  })

  it('compares an address without its line breaks, and names without escapes', () => {
    expect(findMarkup('`X <https://a.example/x y>`_', '`X <https://a.example/xy>`_')).toEqual([])
    expect(findMarkup("A :cfg:x:`$cfg['a\\_b']`", "B :cfg:x:`$cfg['a_b']`")).toEqual([])
  })

  it('leaves code of Markdown compared', () => {
    expect(findMarkup('Run `npm-i x` now', 'Spusťte `npm-j x`')).toContain('error "`npm-i x`" is missing.')
    expect(findMarkup('See :ref:`a` and `npm-i x`', 'Viz :ref:`a` a `npm-j x`')).toContain(
      'error "`npm-i x`" is missing.',
    )
    expect(findMarkup('Home |About| or one|two|three', 'Domů |O nás| nebo jedna|dvě|tři')).toEqual([])
    expect(findMarkup('At 12:30 see `a.b`', 'Ve 12:30 viz `b.c`')).toContain('error "`a.b`" is missing.')
  })

  it('takes the words of roles as words', () => {
    const input = { sourceLocale: 'en', locale: 'cs', syntax: 'plain' as const }
    const text = ':guilabel:`Export the whole table`'
    const { findings } = checkText({ ...input, source: text, target: text })
    expect(findings.map(({ id }) => id)).toEqual(['same_as_source'])
  })
})
