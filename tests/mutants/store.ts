import type { Mutant } from './mutant.ts'

/** What a commit promises, on both engines. */
export const STORE: readonly Mutant[] = [
  {
    file: 'src/store/embedded/disk/durable-files.ts',
    find: `    if (!this.#syncsEachWrite) await this.#file.datasync()\n`,
    replace: '',
    rule: 'An append is on disk when it resolves.',
  },
  {
    file: 'src/store/embedded/disk/durable-files.ts',
    find: `      await syncFolder(dirname(to), system)\n`,
    replace: '',
    rule: 'A rename is on disk when it resolves.',
  },
  {
    file: 'src/store/embedded/disk/durable-files.ts',
    find: `      rest = dropBytes(rest, bytesWritten)\n`,
    replace: '      rest = []\n',
    rule: 'A short write goes on.',
  },
  {
    file: 'src/store/embedded/disk/load.ts',
    find: `      if (line.seq !== expected) throw`,
    replace: '      if (line.seq < 0) throw',
    rule: 'A journal that lacks a line is damaged.',
  },
  {
    file: 'src/store/embedded/disk/load.ts',
    find: `      if (seq <= manifest.seq) continue\n`,
    replace: '',
    rule: 'A line that the snapshot contains is not applied again.',
  },
  {
    file: 'src/store/embedded/disk/load.ts',
    find: `    await assertNothingFollows(place, { number, goodBytes }, newest)\n`,
    replace: '',
    rule: 'A journal without its end is damaged when another follows.',
  },
  {
    file: 'src/store/embedded/disk/load.ts',
    find: `  if (size !== bytes)\n`,
    replace: '  if (size === undefined)\n',
    rule: 'A log of another length is damaged.',
  },
  {
    file: 'src/store/embedded/disk/journal/parse.ts',
    find: `return tail.at(-1) !== LINE_BREAK || body.includes(NUL_SECTOR)`,
    replace: 'return tail.at(-1) !== LINE_BREAK',
    rule: 'A last line with a sector that was never written is a torn one.',
  },
  {
    file: 'src/store/embedded/disk/journal/parse.ts',
    find: `if (body.includes(LINE_BREAK) || decodeLine(body) !== undefined) return false`,
    replace: 'if (decodeLine(body) !== undefined) return false',
    rule: 'Damage in the midst of a journal is reported.',
  },
  {
    file: 'src/store/embedded/disk/journal/writer.ts',
    find: `      await this.#giveUp()\n`,
    replace: '',
    rule: 'A failed write leaves nothing in the journal.',
  },
  {
    file: 'src/store/embedded/disk/journal/writer.ts',
    find: `there.length < bytes || checksum(there.subarray(0, bytes)) !== sum`,
    replace: 'there.length < bytes',
    rule: 'A journal whose acknowledged bytes changed is not written on.',
  },
  {
    file: 'src/store/embedded/disk/journal/transaction-file.ts',
    find: `      await this.remove(file)\n`,
    replace: '',
    rule: 'A long transaction that failed leaves no file.',
  },
  {
    file: 'src/store/embedded/disk/folder.ts',
    find: `    if (this.#isUncertain) return\n`,
    replace: '',
    rule: 'No file goes while it is unknown which snapshot is on disk.',
  },
  {
    file: 'src/store/embedded/disk/folder.ts',
    find: `      this.#shards.markChanged(shards)\n`,
    replace: '',
    rule: 'What a failed snapshot did not write is in the next one.',
  },
  {
    file: 'src/store/embedded/disk/folder.ts',
    find: `    if (this.#journal.isBroken) return\n`,
    replace: '',
    rule: 'The file of a failed transaction stays while a line could name it.',
  },
  {
    file: 'src/store/embedded/commit-queue.ts',
    find: `      this.#fail(batch, error)\n`,
    replace: '',
    rule: 'A commit that failed is refused and undone.',
  },
  {
    file: 'src/store/embedded/writer.ts',
    find: `    if (row !== undefined) this.#reportConflict(() => assertUnchanged(row, this.#place.view))\n`,
    replace: '',
    rule: 'Of two transactions that write one record, one is repeated.',
  },
  {
    file: 'src/store/embedded/writer.ts',
    find: `this.#reportConflict(() => this.table.assertUnique(after, keys.after, this.#place.view))`,
    replace: '',
    rule: 'A changed record does not take the key of another.',
  },
  {
    file: 'src/store/embedded/writer.ts',
    find: `    if (await this.table.isOnDisk(sealed.id)) throw idTakenError(sealed.id, this.table.name)\n`,
    replace: '',
    rule: 'An ID of a log is not given twice.',
  },
  {
    file: 'src/store/embedded/running-transaction.ts',
    find: `if (this.#length > MAX_TRANSACTION_LENGTH) throw`,
    replace: 'if (this.#length < 0) throw',
    rule: 'A transaction has a limit.',
  },
  {
    file: 'src/store/embedded/running-transaction.ts',
    find: `if (this.#isLeft) throw`,
    replace: `if (this.#length < 0) throw`,
    rule: 'A transaction that returned writes nothing more.',
  },
  {
    file: 'src/store/engine/locks.ts',
    find: `(this.#running.get(user) ?? 0) < MAX_LOCKS_PER_USER`,
    replace: '(this.#running.get(user) ?? 0) >= 0',
    rule: 'Long writes of one user leave room for others.',
  },
]
