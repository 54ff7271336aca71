import { fork } from 'node:child_process'
import type { Job } from './job.ts'

/** Runs a program in a process of its own, so that its memory is its own. @throws Error when it ends without an answer. */
export function run<T>(program: 'write' | 'reopen', job: Job): Promise<T> {
  const child = fork(new URL(`./${program}.js`, import.meta.url), [JSON.stringify(job)], {
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
