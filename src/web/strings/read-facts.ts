import type { SignedIn } from '../../auth/users/sessions.ts'
import { findOverrides } from '../../l10n/reviews/override.ts'
import { currentIgnores, findIgnore, hasError } from '../../l10n/translation/findings.ts'
import { findOwnRequest, findRequest, isAnswer } from '../../l10n/translation/request.ts'
import { shownText } from '../../l10n/translation/shown-text.ts'
import { staleReason } from '../../l10n/translation/staleness.ts'
import { isOpenConflict } from '../../l10n/translation/suggestions/conflict.ts'
import type { Refusal, SourceLine } from '../../l10n/translation/translation.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { Origin, ProjectRecord } from '../../store/records/localization.ts'
import type { Reader } from '../../store/store.ts'
import { escapeInvisible } from '../../text/escape.ts'
import { Actors } from '../../tools/translations/actors.ts'
import type { Entry, Translation } from '../../tools/translations/records.ts'
import { t } from '../i18n/t.ts'
import type { Author } from './author-line.tsx'
import type { TranslationState } from './string-rows.ts'

/** Describes writers, with the model of a machine. */
export class Authors {
  readonly #actors: Actors
  readonly #read: Reader
  readonly isHidden: boolean

  /** Those who read a public project only see no authors. */
  constructor(read: Reader, isHidden: boolean) {
    this.#actors = new Actors(read, isHidden)
    this.#read = read
    this.isHidden = isHidden
  }

  async describe(origin: Frozen<Origin>): Promise<Author | undefined> {
    if (this.isHidden) return undefined
    const { model } = origin
    const actor = await this.#actors.describe(origin)
    return { ...actor, ...(model !== undefined && { model: escapeInvisible(model) }) }
  }

  async findHandle(userId: string): Promise<string | undefined> {
    return this.isHidden ? undefined : (await this.#read.users.get(userId))?.handle
  }
}

interface FactsReader {
  readonly signedIn: SignedIn
  readonly project: Frozen<ProjectRecord>
  readonly mayWrite: boolean
  readonly authors: Authors
}

/** Why a finding does not count. */
interface Overruled {
  readonly ignored:
    | { readonly reason: string | undefined; readonly by: string | undefined; readonly at: string }
    | undefined
  /** Why its writer sent the translation in spite of this error. */
  readonly override: Overruled['ignored']
}

type Facts = Awaited<ReturnType<typeof readFacts>>
export type RequestView = NonNullable<Facts['request']>
export type SuggestionView = Facts['suggestions'][number]

/** What only the record says: authors with their models, the request, suggestions with their kind, and what the user may do. */
export async function readFacts(
  translation: Translation,
  entry: Entry,
  line: SourceLine,
  { signedIn, project, mayWrite, authors }: FactsReader,
) {
  const { text } = shownText(translation, line)
  const request = authors.isHidden ? undefined : findRequest(translation, line)
  const records = currentIgnores(translation, line)
  const overruled: Overruled[] = []
  const describe = async (record: NonNullable<typeof records>[number] | undefined): Promise<Overruled['ignored']> =>
    record && {
      reason: authors.isHidden ? undefined : escapeInvisible(record.reason),
      by: await authors.findHandle(record.user_id),
      at: record.at,
    }
  const overriding = text === undefined ? [] : findOverrides({ findings: text.findings, ignores: records })
  for (const finding of text?.findings ?? []) {
    const ignore = findIgnore(finding, records)
    const isOpenError = ignore === undefined && finding.level === 'error'
    const override = isOpenError ? overriding.find(one => one.finding === finding.id) : undefined
    overruled.push({ ignored: await describe(ignore), override: await describe(override) })
  }
  return {
    by: text && (await authors.describe(text.origin)),
    at: text?.at,
    overruled,
    request: request && {
      ...(await readRefusal(request, authors)),
      answeredAt: request.answered_at,
      /** Earlier refusals of other texts, newest first. */
      earlier: await Promise.all((request.earlier ?? []).map(one => readRefusal(one, authors))),
    },
    suggestions: await Promise.all(
      translation.suggestions.map(async one => ({
        id: one.id,
        value: one.value,
        by: await authors.describe(one.origin),
        at: one.at,
        /** Whether it is for the source string of the branch. */
        isCurrent: one.src === line.src,
        /** Whether it answers the request. */
        isAnswer: isAnswer(one, findOwnRequest(translation, one.src)),
        /** Whether it is the text of a file, which conflicts with the translation on the branch. */
        isConflict: one.conflict === true && isOpenConflict(one, translation, line),
        /** The branches whose file has it; empty = any. */
        branches: one.branches ?? [],
        /** Why it was suggested, in the words of an engine. */
        why: one.why,
      })),
    ),
    actions: findAllowedActions({
      mayWrite,
      isLocked: translation.locked,
      state: text?.state,
      isStale: staleReason(translation, entry, line) !== undefined,
      hasFault: text !== undefined && hasError(text),
      hasRequest: request !== undefined,
      needsOther: project.settings.four_eyes && text?.origin.user_id === signedIn.user.id,
    }),
  }
}

const readRefusal = async ({ kind, comment, refused, origin, at }: Refusal, authors: FactsReader['authors']) => ({
  kind,
  comment: comment && escapeInvisible(comment),
  refused: refused.value,
  refusedBy: await authors.describe(refused.origin),
  by: await authors.describe(origin),
  at,
})

interface Situation {
  readonly mayWrite: boolean
  readonly isLocked: boolean
  /** State of the text; undefined without a text. */
  readonly state: TranslationState | undefined
  readonly isStale: boolean
  readonly hasFault: boolean
  /** Whether a reviewer wants another text. Approving the translation ends that. */
  readonly hasRequest: boolean
  /** Whether another user must approve it, because this one or their agent wrote it. */
  readonly needsOther: boolean
}

/** Returns the actions that a page offers. The tools decide; this leaves out what they would refuse to any user. */
function findAllowedActions(situation: Situation) {
  const { mayWrite, isLocked, state } = situation
  const isApprovable =
    mayWrite && state !== undefined && (state !== 'approved' || situation.isStale || situation.hasRequest)
  const whyNotApprove = isApprovable ? findObstacle(situation) : undefined
  return {
    write: mayWrite,
    edit: mayWrite && !isLocked,
    approve: isApprovable && whyNotApprove === undefined,
    whyNotApprove,
    refuse: mayWrite && !isLocked && state !== undefined,
    acceptSuggestions: mayWrite && !isLocked,
  }
}

function findObstacle({ needsOther, hasFault, isStale }: Situation): string | undefined {
  if (needsOther) return t('strings.why_not.other_user')
  // A stale translation is checked against the new source string when it is approved.
  return hasFault && !isStale ? t('strings.why_not.error') : undefined
}
