import type { Mutant } from './mutant.ts'

/** What the checks find. */
export const CHECKS: readonly Mutant[] = [
  {
    file: 'src/l10n/checks/structure/max-length.ts',
    find: 'if (length <= limit) return []',
    replace: 'if (length < limit) return []',
    rule: 'A text as long as its limit is right.',
  },
  {
    file: 'src/l10n/checks/structure/max-length.ts',
    find: `{ granularity: 'grapheme' }`,
    replace: `{ granularity: 'word' }`,
    rule: 'The limit counts what users see as characters.',
  },
  {
    file: 'src/l10n/checks/wording/same-as-source.ts',
    find: 'doNotTranslate === true || ',
    replace: '',
    rule: 'A copy of a string that is not to be translated is right.',
  },
  {
    file: 'src/l10n/checks/wording/same-as-source.ts',
    find: 'form.target.text.trim() !== form.source.text.trim()',
    replace: 'form.target.text !== form.source.text',
    rule: 'A copy with other spaces at its ends is a copy.',
  },
  {
    file: 'src/l10n/checks/wording/lengths.ts',
    find: `const MAX_RATIO = 3\n`,
    replace: `const MAX_RATIO = 9\n`,
    rule: 'A text three times as long as its source is found.',
  },
  {
    file: 'src/l10n/checks/wording/repeated-words.ts',
    find: '|| source.computeOnce(hasRepetition)) return',
    replace: ') return',
    rule: 'A repetition of the source is right.',
  },
  {
    file: 'src/l10n/checks/syntax/unsafe-html.ts',
    find: `    if (known.has(name)) continue\n`,
    replace: '',
    rule: 'HTML of the source is right.',
  },
  {
    file: 'src/l10n/checks/syntax/unsafe-html.ts',
    find: '/(?<![\\w-])(?:javascript|vbscript):',
    replace: '/(?<![\\w-])(?:vbscript):',
    rule: 'A javascript: URL is found.',
  },
  {
    file: 'src/l10n/checks/punctuation/end-marks.ts',
    find: `  if (language === 'el' && end.kind === 'semicolon') return { ...end, kind: 'question' }\n`,
    replace: '',
    rule: 'A Greek question ends with a semicolon.',
  },
  {
    file: 'src/l10n/checks/punctuation/end-marks.ts',
    find: `  if (ordinal === true) return\n`,
    replace: '',
    rule: 'The stop of a German ordinal is right.',
  },
  {
    file: 'src/l10n/checks/whitespace/spaces.ts',
    find: 'toKey(want) === toKey(got) ? []',
    replace: 'want.length === got.length ? []',
    rule: 'White space of another kind at an end is found.',
  },
]
