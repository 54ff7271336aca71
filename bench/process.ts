import { type ChildProcess, fork } from 'node:child_process'
import type { Ready } from './servers/peer.ts'

/** A measured server in a process of its own. */
export interface Peer {
  readonly name: string
  readonly ready: Ready
  /** CPU time so far (microseconds, from the operating system's accounting) and resident memory (bytes). */
  readonly usage: () => Promise<{ cpu: number; rss: number }>
  /** Authorization codes that are good for one exchange each. */
  readonly codes: (count: number) => Promise<readonly string[]>
  readonly stop: () => Promise<void>
}

export async function start(name: string, file: string, env: Readonly<Record<string, string>> = {}): Promise<Peer> {
  const child = fork(new URL(`./${file}.js`, import.meta.url), {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const { ready } = await answer<{ ready: Ready }>(child)
  return {
    name,
    ready,
    usage: () => {
      child.send('cpu')
      return answer(child)
    },
    codes: count => {
      child.send({ codes: count })
      return answer(child)
    },
    stop: async () => {
      const ended = new Promise(resolve => {
        child.once('exit', resolve)
      })
      child.disconnect()
      await ended
    },
  }
}

function answer<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null): void => reject(new Error(`the measured process ended with ${code}`))
    child.once('exit', ended)
    child.once('message', message => {
      child.off('exit', ended)
      resolve(message as T)
    })
  })
}
