import { z } from 'zod'
import { diffFields } from '../../auth/audit/events.ts'
import { AppError } from '../../errors.ts'
import { cleanVoice } from '../../l10n/voice/clean.ts'
import { checkVoiceSize, voiceDifferences } from '../../l10n/voice/size.ts'
import { FORMALITIES, TONES, type Voice, type VoiceFields } from '../../l10n/voice/voice.ts'
import type { Reader } from '../../store/store.ts'
import { echoList } from '../../text/escape.ts'
import { countAffectedTexts } from '../guidance/affected-texts.ts'
import { type GuidanceTarget, guidanceTarget, TargetName } from '../guidance/target.ts'
import { findWithheldReason } from '../guidance/withheld.ts'
import { nextStep } from '../next/next-step.ts'
import { ofTarget, writeTool } from '../pipeline/define-tool.ts'
import { parseInput } from '../pipeline/parse.ts'
import { Lines, VisibleText } from '../schemas/fields.ts'
import {
  changedOutput,
  describeReplaced,
  findVoiceVersion,
  loadVoice,
  replacedOutput,
  saveVoiceVersion,
  toChangedFields,
} from './versions.ts'

/** A voice as sent. The description lists its fields, to keep tools/list short; `parseVoice` validates them. */
const VoiceInput = z
  .record(z.string(), z.unknown())
  .describe(
    `tone ${TONES.join('|')}, formality ${FORMALITIES.join('|')}, target_audience, guidelines, description, target_countries [], cultural_notes {DE: ..}, append (true: add guidelines and description to those of the base), overrides {de: {same}}`,
  )

const fields = {
  tone: z.enum(TONES).optional(),
  formality: z.enum(FORMALITIES).optional(),
  target_audience: VisibleText.optional(),
  guidelines: VisibleText.optional(),
  description: VisibleText.optional(),
  target_countries: z.array(z.string()).max(300).optional(),
  cultural_notes: z.record(z.string(), VisibleText).optional(),
  append: z.boolean().optional(),
}

const Fields = z.object({
  voice: z.strictObject({ ...fields, overrides: z.record(z.string(), z.strictObject(fields)).optional() }),
})

/** The voice as stored. @throws AppError `invalid_input` with every fault. */
function parseVoice(voice: z.output<typeof VoiceInput>): Voice {
  const { overrides, ...base } = parseInput(Fields, { voice }, 'save_voice', { readsStrings: true }).voice
  const locales = Object.entries(overrides ?? {}).map(([locale, own]) => [locale, withAppend(own)] as const)
  return cleanVoice({ ...withAppend(base), ...(overrides !== undefined && { overrides: Object.fromEntries(locales) }) })
}

type FieldsInput = Omit<z.output<typeof Fields>['voice'], 'overrides'>

/** `append: false` is the default, and not stored. */
const withAppend = ({ append, ...own }: FieldsInput): VoiceFields => ({ ...own, ...(append === true && { append }) })

/** Replaces a voice, based on the version that the caller read. Translations do not become stale; those written before have an outdated voice. */
export const saveVoice = writeTool({
  name: 'save_voice',
  title: 'Save voice',
  pastTense: 'Saved voice',
  description:
    'Replace the whole voice: edit the one from get_voice and send all of it, its version as base_version. No translation becomes stale. Overrides replace fields of the base; append adds.',
  scope: 'voice:write',
  alsoReads: ['project:read'],
  toolset: 'core',
  hints: { destructive: false, idempotent: true },
  grows: true,
  rest: ofTarget('PUT', '/voice'),
  input: z.object({
    target: TargetName,
    voice: VoiceInput,
    base_version: z.number().int().default(0),
    note: Lines.optional(),
    dry_run: z.boolean().optional(),
  }),
  output: z.object({
    target: z.string(),
    version: z.number().int(),
    unchanged: z.boolean().optional(),
    ...changedOutput,
    dry_run: z.boolean().optional(),
    revise: z.object({ texts: z.number().int(), more: z.boolean().optional() }).optional(),
    ...replacedOutput,
    withheld: z.array(z.string()).optional(),
    next: z.string(),
  }),
  resource: ({ target }, call) => guidanceTarget(target, call),
  handler: async (input, context) => {
    const { tx, resource, audit, skipAudit } = context
    const isDry = input.dry_run === true
    const voice = parseVoice(input.voice)
    const present = await loadVoice(resource.ownerId, tx)
    const changed = voiceDifferences(present.voice, voice)
    checkVoiceSize(voice, present.voice)
    const { name } = resource
    if (changed.length === 0) {
      skipAudit()
      return {
        target: name,
        version: present.version,
        unchanged: true,
        next: `The voice of ${name} is already as you sent it.`,
      }
    }
    if (input.base_version !== present.version)
      throw await versionConflictError(resource, input.base_version, present, tx)
    // Only callers who may read projects learn how many translations there are.
    const noTexts = await findWithheldReason('project:read', resource.target, context)
    const { texts, more } =
      noTexts === undefined ? await countAffectedTexts(resource, { voice, changed }, context) : NO_AFFECTED_TEXTS
    const account = resource.project && (await loadVoice(resource.account.id, tx)).voice
    const replaced = describeReplaced(account, voice)
    const version = isDry ? present.version : await saveVoiceVersion(resource, voice, input.note, context)
    audit(
      name,
      { fields: changed.length, ...(isDry && { dry_run: true }) },
      diffFields(present, { version }, ['version']),
    )
    return {
      target: name,
      version,
      ...toChangedFields(changed),
      ...(isDry && { dry_run: true }),
      ...((texts > 0 || more) && { revise: { texts, ...(more && { more }) } }),
      ...(noTexts !== undefined && { withheld: [`revise: ${noTexts}`] }),
      ...replaced.output,
      next: nextStep({
        outcome: { isDryRun: isDry, hasChanges: true },
        more: [...(isDry ? [] : [describeEffect(texts)]), replaced.hint],
      }),
    }
  },
})

const NO_AFFECTED_TEXTS = { texts: 0, more: false }

function describeEffect(texts: number): string {
  return texts === 0
    ? 'New translations use it: get_work includes it.'
    : 'None of these translations is stale. get_work with outdated_voice gives those of the earlier voice to revise. Send one that is right as it is again, which confirms it.'
}

async function versionConflictError(
  { name, ownerId }: GuidanceTarget,
  base: number,
  present: { readonly version: number; readonly voice: Voice },
  read: Reader,
): Promise<AppError> {
  const seen = await findVoiceVersion(ownerId, base, read)
  const differs = seen === undefined ? [] : voiceDifferences(seen, present.voice)
  const since = differs.length === 0 ? '' : ` Changed since then: ${echoList(differs)}.`
  return new AppError('conflict', `The voice of ${name} is at version ${present.version}, not ${base}.${since}`, {
    fix: `Read it with get_voice, apply your change, and send it with base_version ${present.version}.`,
  })
}
