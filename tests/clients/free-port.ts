import { createServer } from 'node:http'
import { listen } from '../harness/listen.ts'

/** A port of this machine that nobody listens on just now. */
export async function freePort(): Promise<number> {
  const { port, close } = await listen(createServer())
  await close()
  return port
}
