#!/usr/bin/env node
import { statSync } from 'node:fs'
import module from 'node:module'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'

keepCompiledCode()
await import('./run-command.ts')

/** Keeps compiled code in the user's cache folder for the next start (Node.js 22 and later), which takes about 3/4 of the time then. */
function keepCompiledCode(): void {
  const { enableCompileCache } = module as { enableCompileCache?: (folder: string) => unknown }
  if (enableCompileCache === undefined) return
  const { XDG_CACHE_HOME: given = '' } = process.env
  try {
    const folder = join(isAbsolute(given) ? given : join(homedir(), '.cache'), 'dragoman', 'compiled')
    if (isPrivate(folder)) enableCompileCache(folder)
  } catch {
    // Without a home, or a folder to write to, each start compiles.
  }
}

/** Whether nobody else can change what is in a folder, which need not exist yet: as a user can in the home folder that root has with some `sudo`. */
function isPrivate(folder: string): boolean {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found === undefined) return isPrivate(dirname(folder))
  return process.getuid === undefined || (found.uid === process.getuid() && (found.mode & 0o022) === 0)
}
