import { z } from 'zod'
import { type CommandFormatter, recover } from '../../errors.ts'
import { neededCategories } from '../../l10n/locales/plural-rules.ts'
import type { ToolCaller } from '../backends/tool-caller.ts'

/** The terms of a guide. Each line of work has the terms that occur in it. */
const MAX_TERMS = 200
const MAX_BYTES = 60_000

const Voice = z.looseObject({ resolved: z.looseObject({}).default({}) })
const Glossary = z.looseObject({ total: z.number(), terms: z.array(z.unknown()) })

interface GuideQuery {
  readonly project: string
  readonly locale: string
  /** Work of the locale, for the placeholder rules of its syntaxes. */
  readonly packet: Readonly<Record<string, unknown>> & { readonly left: number }
  readonly command: CommandFormatter
}

/** What a translator of a locale must know: voice, terms, placeholder rules, plural forms, and the next command. */
export async function buildGuide(caller: ToolCaller, { project, locale, packet, command }: GuideQuery) {
  const target = { target: project, locale, max_bytes: MAX_BYTES }
  // A credential that may not read the voice or the glossary may still translate.
  const ignoreRefusal = recover(undefined, 'insufficient_scope', 'forbidden', 'no_access')
  const voice = await caller.call('get_voice', target, Voice).catch(ignoreRefusal)
  const glossary = await caller.call('get_glossary', { ...target, limit: MAX_TERMS }, Glossary).catch(ignoreRefusal)
  const { source_locale, rules, ordinals, left } = packet
  const terms = glossary?.terms ?? []
  const moreTerms = (glossary?.total ?? 0) - terms.length
  return {
    project,
    source_locale,
    locale,
    ...(voice === undefined ? {} : { voice: voice.resolved }),
    ...(glossary === undefined ? {} : { terms }),
    ...(moreTerms > 0 && { more_terms: moreTerms }),
    ...(rules === undefined ? {} : { rules }),
    plural_forms: neededCategories(locale),
    ...(ordinals === undefined ? {} : { ordinals }),
    left,
    next:
      left === 0
        ? `Every string is translated. Translations to revise: ${command(`work ${locale} --finding any`)}.`
        : `Get the strings with ${command(`work ${locale} > work.jsonl`)}. Send them with ${command('submit done.jsonl')}.`,
  }
}
