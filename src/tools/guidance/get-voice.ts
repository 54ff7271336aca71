import { z } from 'zod'
import { canonicalLocale } from '../../l10n/locales.ts'
import { resolveVoice } from '../../l10n/voice/resolve-voice.ts'
import { readTool } from '../tool.ts'
import { isPublicReader } from '../translations/acted.ts'
import { guidanceRoutes, guidanceTarget, TargetName } from './guidance-target.ts'
import { newestVersions, VersionView } from './versions.ts'
import { voiceOf } from './voices.ts'
import { withheldBecause, writingStep } from './withheld.ts'

/** How texts are to sound: what is saved, and what holds for a locale. */
export const getVoice = readTool({
  name: 'get_voice',
  title: 'Get the voice',
  description:
    'How texts are to sound: the voice as it is saved, its version and the newest versions. With locale also resolved: what holds there, project over account, locale over base.',
  scope: 'voice:read',
  toolset: 'core',
  rest: guidanceRoutes('GET', 'voice'),
  input: z.object({ target: TargetName, locale: z.string().optional() }),
  output: z.object({
    target: z.string(),
    version: z.number().int(),
    voice: z.looseObject({}),
    account_version: z.number().int().optional(),
    locale: z.string().optional(),
    resolved: z.looseObject({}).optional(),
    versions: z.array(VersionView).optional(),
    next: z.string(),
  }),
  structured: false,
  resource: ({ target }, call) => guidanceTarget(target, call),
  handler: async (input, { read, principal, resource: { target, account, project, ownerId, name } }) => {
    const locale = input.locale === undefined ? undefined : canonicalLocale(input.locale)
    const own = await voiceOf(ownerId, read)
    const base = await voiceOf(account.id, read)
    // Who works here, and what they noted for one another, is for those who belong to the account.
    const isOutsider = await isPublicReader(principal, target, read)
    const versions = isOutsider ? [] : await newestVersions(read.voice_versions, ownerId, read)
    const noWriting = await withheldBecause('voice:write', target, { principal, read })
    return {
      target: name,
      version: own.version,
      voice: { ...own.voice },
      ...(project !== undefined && base.version > 0 && { account_version: base.version }),
      ...(locale !== undefined && {
        locale,
        resolved: { ...resolveVoice(locale, base.voice, project === undefined ? undefined : own.voice) },
      }),
      ...(versions.length > 0 && { versions }),
      next:
        locale === undefined && project !== undefined && base.version > 0
          ? `Give locale to see what holds together with the voice of ${account.handle}.`
          : writingStep(`save_voice with base_version ${own.version} changes it.`, noWriting),
    }
  },
})
