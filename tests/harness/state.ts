import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** State of the commands of these tests alone: those of another worker have servers of their own. */
export const STATE = join(tmpdir(), `state-${process.pid}`)

/** Compiled code of this run, which its processes share. */
export const STATE_CACHE = join(tmpdir(), 'state-cache')
