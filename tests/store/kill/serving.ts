import { run } from '../../harness/command-line.ts'
import { type Running, start } from '../../harness/process.ts'

export interface Serving extends Running {
  readonly url: string
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>
}

/** Starts `dragoman serve` on a data folder and a free port, and waits until it listens. */
export async function serveIn(dataDir: string, env: Readonly<Record<string, string>> = {}): Promise<Serving> {
  const running = start(['serve'], { ...env, DRAGOMAN_PORT: '0', DRAGOMAN_DATA_DIR: dataDir })
  const log = await running.seen(/"listening"/)
  const url = /"url":"(http:\/\/localhost:\d+)"/.exec(log)?.[1] ?? ''
  return {
    ...running,
    url,
    kill: async signal => {
      running.child.kill(signal)
      await running.ended
    },
  }
}

/** Makes a token of the operator's kind, through the service that holds the folder. */
export async function newToken(dataDir: string): Promise<string> {
  const args = ['token', 'create', '--user', 'ada', '--create', '--name', 'first', '--scopes', 'all', '--quiet']
  const { stdout } = await run(args, { DRAGOMAN_DATA_DIR: dataDir })
  return stdout.trim()
}
