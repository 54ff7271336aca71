import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import { type Cluster, createCluster } from './cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers with the URL of the PostgreSQL of this run, which the first request starts. */
    readonly postgresStarter: string
  }
}

/** Starts one PostgreSQL for all workers of a run, but only when a test asks for it. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  // Others on this machine shall not learn the password.
  const path = `/${randomBytes(16).toString('hex')}`
  let cluster: Promise<Cluster> | undefined
  const starter = createServer((request, response) => {
    if (request.url !== path) {
      response.writeHead(404).end()
      return
    }
    cluster ??= createCluster()
    cluster.then(
      ({ url }) => response.end(url),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  starter.unref()
  await once(starter.listen(0, '127.0.0.1'), 'listening')
  provide('postgresStarter', `http://127.0.0.1:${(starter.address() as AddressInfo).port}${path}`)
  return async () => {
    starter.close()
    // The test that asked for it has already failed when it did not start.
    const started = await cluster?.catch(() => undefined)
    await started?.remove()
  }
}
