import { z } from 'zod'
import { diffFields } from '../../auth/audit/events.ts'
import { AppError } from '../../errors.ts'
import { checkVoiceSize, voiceDifferences } from '../../l10n/voice/size.ts'
import { guidanceTarget, TargetName } from '../guidance/target.ts'
import { ofTarget, writeTool } from '../pipeline/define-tool.ts'
import { changedOutput, findVoiceVersion, loadVoice, saveVoiceVersion, toChangedFields } from './versions.ts'

/** Saves an old version of a voice as a new version. */
export const restoreVoice = writeTool({
  name: 'restore_voice',
  title: 'Restore voice',
  pastTense: 'Restored voice',
  description: 'Save an old version of a voice as the newest one. get_voice lists the versions.',
  scope: 'voice:admin',
  toolset: 'advanced',
  hints: { destructive: false, idempotent: true },
  grows: true,
  rest: ofTarget('POST', '/voice/restore'),
  input: z.object({ target: TargetName, version: z.number().int().min(0) }),
  output: z.object({
    target: z.string(),
    version: z.number().int(),
    unchanged: z.boolean().optional(),
    ...changedOutput,
    next: z.string(),
  }),
  resource: ({ target }, call) => guidanceTarget(target, call),
  handler: async (input, context) => {
    const { tx, resource, audit, skipAudit } = context
    const { ownerId, name } = resource
    const present = await loadVoice(ownerId, tx)
    const old = await findVoiceVersion(ownerId, input.version, tx)
    if (old === undefined) {
      throw new AppError('not_found', `The voice of ${name} has no version ${input.version}.`, {
        fix: `Its versions are 0 to ${present.version}; get_voice lists them.`,
      })
    }
    const changed = voiceDifferences(present.voice, old)
    if (changed.length === 0) {
      skipAudit()
      const next = `The voice of ${name} already equals version ${input.version}.`
      return { target: name, version: present.version, unchanged: true, next }
    }
    checkVoiceSize(old, present.voice)
    const version = await saveVoiceVersion(resource, old, `Restored from version ${input.version}.`, context)
    audit(name, { restored: input.version }, diffFields(present, { version }, ['version']))
    return {
      target: name,
      version,
      ...toChangedFields(changed),
      next: 'No translation became stale. New translations use this voice.',
    }
  },
})
