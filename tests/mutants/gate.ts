import type { Mutant } from './mutant.ts'

/** What `dragoman check` passes and fails. */
export const GATE: readonly Mutant[] = [
  {
    file: 'src/cli/gate/compare.ts',
    find: `if (old === undefined || isOpen(old) || !sameMessage(old.value, now.value)) return 'written'`,
    replace: `if (old === undefined || !sameMessage(old.value, now.value)) return 'written'`,
    rule: 'A translation that is finished by a change is checked.',
  },
  {
    file: 'src/cli/gate/compare.ts',
    find: `return change.changed.has(key) ? 'stale' : 'same'`,
    replace: `return 'same'`,
    rule: 'A translation left as it was under a new source is stale.',
  },
  {
    file: 'src/cli/gate/compare.ts',
    find: `  if (from !== undefined) return 'follows'\n`,
    replace: '',
    rule: 'A translation under the old key of a renamed string follows it.',
  },
  {
    file: 'src/cli/gate/compare.ts',
    find: 'before?.entries.get(from ?? key)',
    replace: 'before?.entries.get(key)',
    rule: 'A renamed string is compared with its old key.',
  },
  {
    file: 'src/cli/gate/compare.ts',
    find: 'entry === undefined || entry.state !== undefined',
    replace: 'entry === undefined',
    rule: 'An unfinished translation is none.',
  },
  {
    file: 'src/cli/gate/compare.ts',
    find: `old === undefined || isOpen(old) ? 'same' : 'removed'`,
    replace: `'same'`,
    rule: 'A translation that a change removes is reported.',
  },
  {
    file: 'src/cli/gate/copied-source.ts',
    find: `isTranslatedElsewhere(text.key) ? 'warning' : 'error'`,
    replace: `'error'`,
    rule: 'A copied phrase that another locale translates is a warning.',
  },
  {
    file: 'src/cli/gate/copied-source.ts',
    find: '!doNotTranslate && !isKnownCopy &&',
    replace: '!doNotTranslate &&',
    rule: 'A copy that the base has is no new one.',
  },
  {
    file: 'src/cli/gate/copied-source.ts',
    find: '!hasSameLanguage(sourceLocale, locale) && ',
    replace: '',
    rule: 'A copy in the same language is right.',
  },
  {
    file: 'src/cli/gate/copied-source.ts',
    find: 'added.length > 1 && added.every',
    replace: 'added.length > 1 && added.some',
    rule: 'A file is copied as a whole if all of its new texts are copies.',
  },
  {
    file: 'src/cli/gate/settings-change.ts',
    find: 'before.target_locales.filter(locale => !after.target_locales.includes(locale))',
    replace: `before.target_locales.filter(locale => locale === '')`,
    rule: 'A removed locale is reported.',
  },
  {
    file: 'src/cli/gate/settings-change.ts',
    find: `level === 'off' ? LEVELS.length`,
    replace: `level === 'off' ? -1`,
    rule: 'A check that is turned off is loosened.',
  },
  {
    file: 'src/cli/gate/settings-change.ts',
    find: 'after.files.length < before.files.length ?',
    replace: 'after.files.length >= 0 ?',
    rule: 'A moved source file is not removed.',
  },
  {
    file: 'src/cli/gate/run-check.ts',
    find: `countLevel(report, 'warning') > maxWarnings`,
    replace: `countLevel(report, 'warning') >= maxWarnings`,
    rule: 'As many warnings as allowed pass.',
  },
  {
    file: 'src/cli/gate/run-check.ts',
    find: `countLevel(report, 'error') > 0 ||`,
    replace: `countLevel(report, 'error') > 1 ||`,
    rule: 'One error fails the check.',
  },
  {
    file: 'src/cli/gate/base.ts',
    find: `blobs.get(path) ?? blobs.get(moved.get(path) ?? '')`,
    replace: 'blobs.get(path)',
    rule: 'A moved file is compared with its old place.',
  },
  {
    file: 'src/cli/gate/base.ts',
    find: `['merge-base', commit, 'HEAD']`,
    replace: `['rev-parse', commit]`,
    rule: 'A change is compared with where its branch began.',
  },
  {
    file: 'src/cli/gate/neighbours.ts',
    find: 'if (found.length === MAX_GIVEN) break',
    replace: 'if (found.length > MAX_GIVEN) break',
    rule: 'A text is compared with at most five others.',
  },
  {
    file: 'src/cli/gate/neighbours.ts',
    find: '.filter(other => other !== pair)',
    replace: '',
    rule: 'A text is not compared with itself.',
  },
  {
    file: 'src/cli/gate/examine-change.ts',
    find: `outcomes.get(file)?.get(item.key) === 'written'`,
    replace: 'outcomes.get(file)?.get(item.key) !== undefined',
    rule: 'Only what a change writes is checked.',
  },
]
