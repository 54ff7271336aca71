import { holdFolder } from '../../src/store/data-folder/hold.ts'

/** Tries to hold the folder of its argument at the first input, prints the result, and keeps the folder until it is ended. */
const [dataDir = ''] = process.argv.slice(2)
process.stdout.write('ready\n')
process.stdin.once('data', () => {
  holdFolder(dataDir).then(
    () => process.stdout.write('held\n'),
    (error: unknown) => {
      process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`)
      process.exit(1)
    },
  )
})
