import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { AUTH } from './auth.ts'
import { CHECKS } from './checks.ts'
import { GATE } from './gate.ts'
import type { Mutant } from './mutant.ts'
import { OAUTH } from './oauth.ts'
import { PIPELINE } from './pipeline.ts'
import { POLICY } from './policy.ts'
import { QUOTA } from './quota.ts'
import { REVISIONS } from './revisions.ts'
import { STORE } from './store.ts'
import { TRANSLATION } from './translation.ts'

/** The mutants of each area. */
export const AREAS: Readonly<Record<string, readonly Mutant[]>> = {
  auth: AUTH,
  oauth: OAUTH,
  policy: POLICY,
  translation: TRANSLATION,
  revisions: REVISIONS,
  store: STORE,
  pipeline: PIPELINE,
  quota: QUOTA,
  checks: CHECKS,
  gate: GATE,
}

/** Returns the folder of tests/ that mirrors the folder of a source file, or the closest folder above it. */
export function mirroredFolder(root: string, file: string): string {
  let folder = dirname(file).replace(/^src/, 'tests')
  while (!existsSync(join(root, folder))) folder = dirname(folder)
  return folder
}
