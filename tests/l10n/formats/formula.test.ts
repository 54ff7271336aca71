import { describe, expect, it } from 'vitest'
import { isFormula } from '../../../src/l10n/formats/formula.ts'

describe('a formula', () => {
  it.each(['- item', '-5 Punkte', ...'=1+1 +cmd -cmd @SUM(A1) \t=1 \r=1 \n=1 ＝1+1 －cmd = -'.split(' ')])(
    'is %j',
    text => expect(isFormula(text)).toBe(true),
  )

  it.each(['', 'a=1', ' =1', '-5', '+3', '-1,234.5', '+12 %', '- 5', '–5', "'=1", '(=1)'])('is not %j', text =>
    expect(isFormula(text)).toBe(false),
  )

  it.each([
    ['- Punkt', '- item', false],
    ['@name', '@name', false],
    ['-Punkt', 'item', true],
    ['=1', '- item', true],
    ["-2+cmd|' /C calc'!A0", '- item', true],
    ['=HYPERLINK("http://x")', '=A1', true],
    ['=SUMME(A1)', '=SUM(A1)', false],
  ])('%j for the source %j: %j', (text, source, expected) => expect(isFormula(text, source)).toBe(expected))
})
