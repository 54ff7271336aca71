import type { Mutant } from './mutant.ts'

/** How much an account and the process may hold. */
export const QUOTA: readonly Mutant[] = [
  {
    file: 'src/tools/quota/assert-within-quota.ts',
    find: 'if (added > 0 && used[resource] + added > limit) {',
    replace: 'if (used[resource] + added > limit) {',
    rule: 'A call that frees space passes above the limit.',
  },
  {
    file: 'src/tools/quota/assert-within-quota.ts',
    find: `const before = isWritten ? subtractChange(change, usage) : usage`,
    replace: 'const before = usage',
    rule: 'A change that is written already is not counted twice.',
  },
  {
    file: 'src/tools/quota/assert-within-quota.ts',
    find: 'addedInAll <= 0 || kept + addedInAll <= limit * RESTORABLE_FACTOR',
    replace: 'addedInAll <= 0 || kept >= 0',
    rule: 'What can be restored has a limit, too.',
  },
  {
    file: 'src/tools/quota/assert-within-quota.ts',
    find: `  const limits = getLimits(account, defaults)\n`,
    replace: '  const limits = defaults\n',
    rule: 'An account may have limits of its own.',
  },
  {
    file: 'src/tools/quota/usage.ts',
    find: `read.projects.list('deleted_of', accountId)`,
    replace: '[]',
    rule: 'Deleted projects count as what can be restored.',
  },
  {
    file: 'src/tools/quota/usage.ts',
    find: `used.bytes + guidance.bytes + memory`,
    replace: 'used.bytes + guidance.bytes',
    rule: 'Translation memory counts.',
  },
  {
    file: 'src/tools/quota/usage.ts',
    find: `read.entries.sum('unused', id, 'bytes')`,
    replace: '0',
    rule: 'Strings on no branch count as what can be restored.',
  },
  {
    file: 'src/tools/quota/heap-guard.ts',
    find: ` && this.#toPercent(used) < halfway(max)`,
    replace: '',
    rule: 'A heap far above the threshold is full before a collection.',
  },
  {
    file: 'src/tools/quota/heap-guard.ts',
    find: `    this.#assertBelow(halfway(this.#max))\n`,
    replace: '    this.#assertBelow(this.#max)\n',
    rule: 'A call that has begun may go somewhat further.',
  },
  {
    file: 'src/tools/quota/heap-guard.ts',
    find: `percent < this.#max - HYSTERESIS_PERCENT`,
    replace: 'percent < this.#max',
    rule: 'A heap around the threshold does not fill the log.',
  },
  {
    file: 'src/tools/quota/watch-writes.ts',
    find: `if (++writes % WRITES_PER_CHECK === 0) check()`,
    replace: '++writes',
    rule: 'Memory is looked at while a call writes.',
  },
  {
    file: 'src/tools/quota/watch-writes.ts',
    find: `new Set(['insert', 'put', 'append'])`,
    replace: `new Set(['insert'])`,
    rule: 'Every kind of write is counted.',
  },
]
