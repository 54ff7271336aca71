import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { Job } from './job.ts'

/** Runs a program of a build in a process of its own, so that its memory is its own. @throws Error when it ends without an answer. */
export function run<T>(built: string, program: 'write' | 'reopen', job: Job): Promise<T> {
  const child = fork(join(built, 'bench/store/programs', `${program}.js`), [JSON.stringify(job)], {
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  return new Promise((resolve, reject) => {
    let answer: { readonly value: T } | undefined
    child.once('error', reject)
    child.once('message', value => {
      answer = { value: value as T }
    })
    child.once('exit', (code, signal) => {
      if (answer !== undefined && code === 0) resolve(answer.value)
      else
        reject(
          new Error(`${job.engine} with ${job.records} records: the measured process ended with ${code ?? signal}`),
        )
    })
  })
}
