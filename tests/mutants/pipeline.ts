import type { Mutant } from './mutant.ts'

/** What every call passes on its way to its handler and back. */
export const PIPELINE: readonly Mutant[] = [
  {
    file: 'src/tools/pipeline/assert-confirmed.ts',
    find: '  if (confirm === handle) return\n',
    replace: '  if (confirm !== undefined) return\n',
    rule: 'The confirmation is the name of what is deleted.',
  },
  {
    file: 'src/tools/pipeline/idempotency.ts',
    find: `given['dry_run'] === true`,
    replace: 'false',
    rule: 'A dry run is not remembered as the call.',
  },
  {
    file: 'src/tools/pipeline/idempotency.ts',
    find: '  if (kept.arguments === replay.arguments) return',
    replace: '  if (kept.arguments !== undefined) return',
    rule: 'A key that comes back with other arguments is refused.',
  },
  {
    file: 'src/tools/pipeline/idempotency.ts',
    find: 'credentialName(principal.credential), principal.user.id, tool, on, key',
    replace: 'principal.user.id, tool, on, key',
    rule: 'A key belongs to the credential that sent it.',
  },
  {
    file: 'src/tools/pipeline/idempotency.ts',
    find: `kept === undefined || Date.parse(kept.expires_at) <= now.getTime()`,
    replace: 'kept === undefined',
    rule: 'A key is free again after a day.',
  },
  {
    file: 'src/tools/pipeline/idempotency.ts',
    find: '  if ((await bytes()) <= MAX_HOLDER_BYTES) return\n',
    replace: '  if ((await bytes()) > 0) return\n',
    rule: 'Remembered answers of a user have an end.',
  },
  {
    file: 'src/tools/pipeline/idempotency.ts',
    find: `credential.kind === 'session' ? 'browser' : 'program'`,
    replace: `'program'`,
    rule: 'Programs do not push out the answers of forms.',
  },
  {
    file: 'src/tools/pipeline/run.ts',
    find: `  if (all.length > 0) throw insufficientScopeError`,
    replace: `  if (all.length < 0) throw insufficientScopeError`,
    rule: 'A call without the scope of its tool is refused.',
  },
  {
    file: 'src/tools/pipeline/run.ts',
    find: `  return (await effectiveRoles(target, context)) === before ? output : runRead(spec, raw, call)\n`,
    replace: '  return output\n',
    rule: 'A read whose caller lost a role during it is read again.',
  },
  {
    file: 'src/tools/pipeline/run.ts',
    find: `    if (spec.grows) heap.assertRoom()\n`,
    replace: '',
    rule: 'A call that adds records needs memory.',
  },
  {
    file: 'src/tools/pipeline/run.ts',
    find: `        await assertWithinQuota(current, change, { read, limits, isWritten: true })\n`,
    replace: '',
    rule: 'The quota is looked at again when the call commits.',
  },
  {
    file: 'src/tools/pipeline/run.ts',
    find: `if (hasEvent) await appendAudit`,
    replace: `if (!hasEvent) await appendAudit`,
    rule: 'A writing call leaves an audit event.',
  },
  {
    file: 'src/tools/pipeline/open-limit.ts',
    find: `if (this.#count(own) >= MAX_OPEN.credential) {`,
    replace: 'if (this.#count(own) < 0) {',
    rule: 'A credential keeps only so many streams open.',
  },
  {
    file: 'src/tools/pipeline/open-limit.ts',
    find: '      if (!isOpen) return\n',
    replace: '',
    rule: 'A stream that ends twice frees one place.',
  },
  {
    file: 'src/tools/pipeline/concurrency-limit.ts',
    find: 'if (own.running >= MAX_RUNNING_CALLS)',
    replace: 'if (own.running < 0)',
    rule: 'A user runs only so many calls at once.',
  },
  {
    file: 'src/tools/pipeline/cpu-budget.ts',
    find: `if (usedMs - this.#ownMs < seconds * 1000) continue`,
    replace: 'if (usedMs >= 0) continue',
    rule: 'Calls of a credential share a budget of CPU time.',
  },
  {
    file: 'src/tools/pipeline/cpu-budget.ts',
    find: `if (this.#owners.length > 0 && this.#ownMs > most * 1000) {`,
    replace: 'if (this.#owners.length < 0) {',
    rule: 'A single call has a limit of CPU time.',
  },
  {
    file: 'src/tools/pipeline/cpu-budget.ts',
    find: `    if (this.#ownMs > 0) this.#budget.add(id, this.#ownMs)\n`,
    replace: '',
    rule: 'Outside readers pay for the work that was done before they were known.',
  },
  {
    file: 'src/tools/pipeline/paging.ts',
    find: `parsed.success && parsed.data[0] === fingerprint(query)`,
    replace: 'parsed.success',
    rule: 'A cursor belongs to its query.',
  },
  {
    file: 'src/tools/pipeline/paging.ts',
    find: `  } while (after !== undefined && rows.length < limit)\n`,
    replace: '  } while (after === null)\n',
    rule: 'A page is full although some of its records are hidden.',
  },
]
