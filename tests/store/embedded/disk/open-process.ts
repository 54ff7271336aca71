import { AppError } from '../../../../src/errors.ts'
import { openStore } from '../../../../src/store/open.ts'
import { user } from '../../contract/samples.ts'

/** Opens the store of a folder as another user, tries to write, and prints each result. */
const [dataDir = '', uid] = process.argv.slice(2)
if (uid !== undefined) {
  process.setgroups?.([])
  process.setgid?.(Number(uid))
  process.setuid?.(Number(uid))
}

const answerOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof AppError) return { code: error.code, message: error.message, fix: error.fix }
      throw error
    },
  )

const opening = openStore({ url: 'lowdb:', dataDir })
const opened = await answerOf(opening)
process.stdout.write(`${JSON.stringify({ opened, ...(opened === 'done' && (await tryToWrite())) })}\n`)

async function tryToWrite(): Promise<Record<string, unknown>> {
  const store = await opening
  const written = await answerOf(store.transaction(tx => tx.users.insert(user('bob'))))
  const name = (await store.read.users.get('ada'))?.name
  const { writable, reason } = await store.status()
  await store.close()
  return { written, name, writable, reason }
}
