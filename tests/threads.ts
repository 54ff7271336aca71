import { pathToFileURL } from 'node:url'
import { inject } from 'vitest'
import { DEFAULT_POOL_SETTINGS, type PoolSettings } from '../src/workers/pool.ts'

/** The threads of a service, from the built script: from the sources a thread takes ten times as long to start. */
export const THREADS: PoolSettings = { ...DEFAULT_POOL_SETTINGS, script: pathToFileURL(inject('thread')) }
