import { describe, expect, it } from 'vitest'
import { type CodeKind, classifyCode } from '../../../../src/l10n/checks/markup/code-words.ts'

const KINDS: Readonly<Record<CodeKind, readonly string[]>> = {
  code: [
    'src/main.ts',
    'config.yml',
    '.env',
    '--force',
    '-v',
    'maxSize',
    'max_size',
    'MAX_SIZE',
    'kebab-case',
    'utf8',
    'npm install',
    'git push origin main',
    'run()',
    'a.b',
    'https://example.com',
    'C:\\Users',
    '$HOME',
    'x == y',
    'list[0]',
    '<div>',
    ':smile:',
    '!important',
    '404',
    '{name}',
    '%s/index.html',
    'ls | wc',
    'src > out',
    'FileReader',
    '@media',
    'key:value',
  ],
  word: ['true', 'null', 'main', 'GET', 'select all', 'Content-Type', 'SELECT name FROM users'],
  label: [
    'Save',
    'Select All',
    'Save as...',
    'Save…',
    'Save & Close',
    'Add-ons',
    'Are you sure?',
    "Don't show",
    'Tools > Add-ons',
    'Tools → Check Media',
    'Ctrl+Shift+A',
    'Find (all)',
    'Find All (Ctrl+F)',
    'Import / Export',
    'Delete { $count } cards',
    '🗑 Delete',
    '5 minutes',
    'Name:',
    'Level 2',
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
