import { z } from 'zod'
import { resolveVoice } from '../../l10n/voice/resolve.ts'
import { isObject } from '../../text/try-parse-json.ts'
import { guidanceTarget, TargetName } from '../guidance/target.ts'
import { listNewestVersions, VersionView } from '../guidance/versions.ts'
import { findWithheldReason, formatWriteStep } from '../guidance/withheld.ts'
import { ofTarget, readTool } from '../pipeline/define-tool.ts'
import { jsonByteLength } from '../pipeline/json-byte-length.ts'
import { decodeCursor, encodeCursor } from '../pipeline/paging.ts'
import { pageOutput } from '../schemas/fields.ts'
import { canonicalLocale, Locale } from '../schemas/locale.ts'
import { isPublicReader } from '../translations/actors.ts'
import { describeReplaced, loadVoice, replacedOutput } from './versions.ts'

/** Returns a voice as saved, and resolved for a locale. */
export const getVoice = readTool({
  name: 'get_voice',
  title: 'Get voice',
  description: 'The voice and its newest versions. With locale, also resolved for it.',
  scope: 'voice:read',
  toolset: 'core',
  rest: ofTarget('GET', '/voice'),
  input: z.object({
    target: TargetName,
    locale: Locale.optional(),
    max_bytes: z.number().int().min(2000).max(60_000).default(16_000),
    cursor: z.string().min(1).optional(),
  }),
  output: z.object({
    target: z.string(),
    version: z.number().int(),
    voice: z.looseObject({}),
    account_version: z.number().int().optional(),
    locale: z.string().optional(),
    resolved: z.looseObject({}).optional(),
    ...replacedOutput,
    versions: z.array(VersionView).optional(),
    ...pageOutput,
    next: z.string(),
  }),
  resource: ({ target }, call) => guidanceTarget(target, call),
  handler: async (input, { read, principal, resource: { target, account, project, ownerId, name } }) => {
    const locale = input.locale === undefined ? undefined : canonicalLocale('locale', input.locale)
    const own = await loadVoice(ownerId, read)
    const base = await loadVoice(account.id, read)
    const query = ['get_voice', ownerId, locale, own.version, base.version]
    const from = input.cursor === undefined ? undefined : Number(decodeCursor(query, input.cursor)['at'])
    // Authors and notes are shown to members of the account only.
    const isOutsider = await isPublicReader(principal, target, read)
    // Versions may take a quarter of the answer.
    const versions =
      isOutsider || from !== undefined
        ? []
        : await listNewestVersions('voice', { ownerId, version: own.version, room: input.max_bytes / 4 }, read)
    const noWriting = await findWithheldReason('voice:write', target, { principal, read })
    const replaced = describeReplaced(project === undefined ? undefined : base.voice, own.voice)
    const frame = {
      target: name,
      version: own.version,
      ...(project !== undefined && base.version > 0 && { account_version: base.version }),
      ...(locale !== undefined && { locale }),
      ...replaced.output,
      ...(versions.length > 0 && { versions: [...versions] }),
    }
    const resolved =
      locale === undefined ? undefined : resolveVoice(locale, base.voice, project === undefined ? undefined : own.voice)
    const all = { ...(resolved !== undefined && { resolved }), voice: own.voice }
    const page = pageFields(all, from ?? 0, input.max_bytes - RESERVED_BYTES - jsonByteLength(frame))
    const { resolved: toldResolved, voice } = page.shown
    const step =
      locale === undefined && project !== undefined && base.version > 0
        ? `Set locale to see it combined with the voice of ${account.handle}.`
        : formatWriteStep(`To change it, call save_voice with base_version ${own.version}.`, noWriting)
    return {
      ...frame,
      voice: { ...voice },
      ...(resolved !== undefined &&
        (from === undefined || toldResolved !== undefined) && { resolved: { ...toldResolved } }),
      ...(page.next !== undefined && { next_cursor: encodeCursor(query, { at: String(page.next) }) }),
      next:
        page.next === undefined && from === undefined
          ? [step, replaced.hint].filter(Boolean).join(' ')
          : PARTIAL_ANSWER_HINT,
    }
  },
})

/** Bytes kept free for the end of the answer. */
const RESERVED_BYTES = 500

const PARTIAL_ANSWER_HINT =
  'This is one part: follow next_cursor and combine all parts. save_voice replaces the whole voice and drops what you omit.'

/** A field of a nested object: its path and its value. */
interface Field {
  readonly path: readonly string[]
  readonly value: unknown
}

/** The fields that fit, nested as in their objects, and the index of the first that does not. */
interface FieldPage {
  readonly shown: Readonly<Record<string, object>>
  readonly next: number | undefined
}

/** Takes as many fields from index `start` as fit into `room` bytes, at least one; nested objects are split into their fields. */
function pageFields(objects: Readonly<Record<string, object>>, start: number, room: number): FieldPage {
  const shown: Record<string, object> = {}
  let at = 0
  let bytes = 0
  for (const field of flattenFields(objects, [])) {
    if (at >= start) {
      bytes += jsonByteLength(field.value) + field.path.reduce((sum, name) => sum + jsonByteLength(name) + 3, 0)
      if (bytes > room && at > start) return { shown, next: at }
      setField(shown, field)
    }
    at += 1
  }
  return { shown, next: undefined }
}

function* flattenFields(objects: object, path: readonly string[]): Generator<Field> {
  for (const [name, value] of Object.entries(objects) as [string, unknown][]) {
    const at = [...path, name]
    if (isObject(value)) yield* flattenFields(value, at)
    else yield { path: at, value }
  }
}

function setField(target: Record<string, unknown>, { path, value }: Field): void {
  const [name = '', ...rest] = path
  if (rest.length === 0) {
    target[name] = value
    return
  }
  const inner = (target[name] ?? {}) as Record<string, unknown>
  target[name] = inner
  setField(inner, { path: rest, value })
}
