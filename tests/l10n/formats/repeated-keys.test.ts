import { describe, expect, it } from 'vitest'
import { readSource } from '../../../src/l10n/files/read-files.ts'

const runToEnd = <Result>(steps: Generator<unknown, Result>): Result => {
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value
}

describe('plural forms and sections with two values', () => {
  it.each([
    ['config/locales/en.yml', 'en:\n  x:\n    one: a\n    other: b\n  y: Y\n  x:\n    one: a\n    other: c\n', ['x']],
    ['l/en.yaml', 's:\n  a: A\ny: Y\ns:\n  b: B\n', ['s.a', 's.b']],
    ['config/locales/en.yml', 'en:\n  x:\n    one: a\n    other: b\n    other: c\n  y: Y\n', ['x']],
    ['i18n/en.toml', 'y = "Y"\n[x]\nother = "A"\n[s]\nb = "B"\n[x]\nother = "C"\n[s]\nc = "B"\n', ['x', 's.b', 's.c']],
    ['i18n/en.toml', 's = { a = "A" }\ny = "Y"\n[s.b]\nc = "C"\n', ['s.a', 's.b.c']],
    ['i18n/en.toml', '[x]\none = "A"\nother = "B"\nother = "C"\n[y]\nother = "Y"\n', ['x']],
    ['i18n/active.en.json', '{"x": {"other": "A", "hash": "h"}, "y": "Y", "x": "B"}', ['x']],
    ['i18n/en.yaml', '- id: x\n  one: A\n  other: B\n  other: C\n- id: y\n  translation: Y\n', ['x']],
    ['lang/en/x.php', "<?php return ['s' => ['a' => 'A'], 'y' => 'Y', 's' => ['b' => 'B']];", ['s.a', 's.b']],
    [
      'app/res/values/strings.xml',
      '<resources><plurals name="x"><item quantity="other">A</item></plurals><string name="y">Y</string><plurals name="x"><item quantity="other">B</item></plurals></resources>',
      ['plurals/x'],
    ],
  ])('are left out of %s', (path, content, keys) => {
    const { items, conflicts } = runToEnd(readSource({ path, content, rootLocale: 'en' }))
    expect(items.map(({ key }) => key)).toEqual(['y'])
    expect(conflicts.map(({ key }) => key)).toEqual(keys)
  })
})
