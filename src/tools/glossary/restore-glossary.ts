import { z } from 'zod'
import { diffFields } from '../../auth/audit/events.ts'
import { AppError } from '../../errors.ts'
import { type GuidanceTarget, guidanceTarget, TargetName } from '../guidance/target.ts'
import type { ReadContext } from '../pipeline/call.ts'
import { ofTarget, writeTool } from '../pipeline/define-tool.ts'
import { loadGlossary } from './load.ts'
import { countChanges, getRestoreChanges, saveTermChanges } from './term-versions.ts'

/** Saves the terms of an old version of a glossary as a new version. */
export const restoreGlossary = writeTool({
  name: 'restore_glossary',
  title: 'Restore glossary',
  pastTense: 'Restored glossary',
  description:
    'Save the terms of an old version of a glossary as the newest version. get_glossary lists the versions; dry_run only counts.',
  scope: 'glossary:admin',
  toolset: 'advanced',
  hints: { destructive: false, idempotent: true },
  grows: true,
  rest: ofTarget('POST', '/glossary/restore'),
  input: z.object({ target: TargetName, version: z.number().int().min(0), dry_run: z.boolean().default(false) }),
  output: z.object({
    target: z.string(),
    version: z.number().int(),
    unchanged: z.boolean().optional(),
    added: z.number().int().optional(),
    changed: z.number().int().optional(),
    removed: z.number().int().optional(),
    dry_run: z.boolean().optional(),
    next: z.string(),
  }),
  resource: ({ target }, call) => guidanceTarget(target, call),
  prepare: async ({ version }, context) => {
    await planRestore(version, context)
  },
  handler: async (input, context) => {
    const { resource, audit, skipAudit } = context
    const { name } = resource
    const { present, changes } = await planRestore(input.version, context)
    if (changes.length === 0) {
      skipAudit()
      const next = `The terms of ${name} already equal version ${input.version}.`
      return { target: name, version: present.version, unchanged: true, next }
    }
    const note = `Restored from version ${input.version}.`
    const version = input.dry_run ? present.version : await saveTermChanges(resource, changes, note, context)
    const detail = { restored: input.version, ...(input.dry_run && { dry_run: true }) }
    audit(name, detail, diffFields(present, { version }, ['version']))
    return {
      target: name,
      version,
      ...countChanges(changes),
      ...(input.dry_run && { dry_run: true }),
      next: input.dry_run
        ? 'Nothing was written. Repeat without dry_run to restore.'
        : 'No translation became stale. New translations use these terms.',
    }
  },
})

/** The changes that lead back to a version: computed before the transaction, and again inside it only if the glossary has another version by then. */
async function planRestore(version: number, context: ReadContext & { readonly resource: GuidanceTarget }) {
  const { read, resource, computed } = context
  const { ownerId, account, name } = resource
  const present = await loadGlossary(ownerId, account.id, read)
  if (version > present.version) {
    throw new AppError('not_found', `The glossary of ${name} has no version ${version}.`, {
      fix: `Its versions are 0 to ${present.version}; get_glossary lists them.`,
    })
  }
  const changes = await computed.memoize([ownerId, present.version], () => getRestoreChanges(ownerId, version, context))
  return { present, changes }
}
