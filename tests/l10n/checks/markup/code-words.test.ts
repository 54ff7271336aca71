import { describe, expect, it } from 'vitest'
import { type CodeKind, classifyCode } from '../../../../src/l10n/checks/markup/code-words.ts'

const KINDS: Readonly<Record<CodeKind, readonly string[]>> = {
  code: [
    'src/main.ts',
    'config.yml',
    '--force',
    'maxSize',
    'max_size',
    'MAX_SIZE',
    'utf8',
    'npm install',
    'run()',
    'a.b',
    'C:\\Users',
    '$HOME',
    '<div>',
    ':smile:',
    '!important',
    '404',
    '{name}',
    'ls | wc',
    'FileReader',
    'key:value',
  ],
  word: ['true', 'null', 'main', 'GET', 'select all', 'Content-Type', 'SELECT name FROM users'],
  label: [
    'Save',
    'Select All',
    'Save & Close',
    'Add-ons',
    "Don't show",
    'Tools > Add-ons',
    'Ctrl+Shift+A',
    'Find All (Ctrl+F)',
    'Delete { $count } cards',
    '🗑 Delete',
    '5 minutes',
    'Name:',
    'Größe ändern',
    '保存',
  ],
}

describe('the kind of a code span', () => {
  it.each(Object.entries(KINDS).flatMap(([kind, texts]) => texts.map(text => [text, kind] as const)))(
    '%s is %s',
    (text, kind) => {
      expect(classifyCode(`\`${text}\``)).toBe(kind)
    },
  )

  it('is code in two backticks, and where it is too long for a label', () => {
    expect(classifyCode('``Save``')).toBe('code')
    expect(classifyCode(`\`${'Save '.repeat(40)}\``)).toBe('code')
  })
})
