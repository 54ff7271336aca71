import { isDeepStrictEqual } from 'node:util'
import { AppError } from '../../errors.ts'
import type { Finding } from '../../l10n/checks/check.ts'
import { relaxMissingForms } from '../../l10n/checks/import-forms.ts'
import type { Message } from '../../l10n/message/message.ts'
import { Pacer } from '../../scheduling/pacer.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { Settings } from '../../store/records/localization.ts'
import type { Transaction } from '../../store/store.ts'
import type { CheckRequest, Computation } from '../../workers/computation.ts'
import { type CheckRulesReader, toRecheckRequest } from '../translations/check-rules.ts'
import type { Entry, TextVersion, Translation } from '../translations/records.ts'

/** A stored translation of a source, which may be an earlier one. */
export interface StoredText {
  readonly entry: Entry
  readonly translation: Translation
  readonly text: TextVersion
  readonly source: Frozen<Message>
}

/** A stored translation with the findings that it has by the present rules. */
export interface JudgedText {
  readonly translation: Translation
  readonly text: TextVersion
  readonly findings: readonly Finding[]
}

/** Checks stored translations as they are; returns those with other findings than stored. */
export async function judgeStoredTexts(
  texts: readonly StoredText[],
  checker: CheckRulesReader,
  levels: Frozen<Settings>['levels'],
  computed: Computation,
): Promise<readonly JudgedText[]> {
  const requests: CheckRequest[] = []
  const pace = computed.pace()
  for (const { entry, translation, text, source } of texts) {
    if (pace.shouldYield) await pace.yieldNow()
    const rules = await checker.getTextRules({ entry, line: text, value: text.value }, translation.locale)
    requests.push({ ...toRecheckRequest({ entry, line: text, value: text.value }, rules), source })
  }
  const checked = await checkEach(requests, computed)
  return texts.flatMap(({ translation, text }, at) => {
    const all = checked[at]
    if (all === undefined) return []
    const findings = text.origin.kind === 'import' ? relaxMissingForms(all, levels) : all
    return isDeepStrictEqual(findings, text.findings) ? [] : [{ translation, text, findings }]
  })
}

/** The findings of each; undefined for a translation that takes too long, which keeps its findings. */
async function checkEach(
  requests: readonly CheckRequest[],
  computed: Computation,
): Promise<readonly (readonly Finding[] | undefined)[]> {
  try {
    return (await computed.checkAll(requests)).map(({ findings }) => findings)
  } catch (error) {
    if (!isTooComplex(error)) throw error
    if (requests.length <= 1) return [undefined]
    const found: (readonly Finding[] | undefined)[] = []
    for (const request of requests) found.push(...(await checkEach([request], computed)))
    return found
  }
}

const isTooComplex = (error: unknown): boolean => error instanceof AppError && error.code === 'too_complex'

/** Stores findings, unless the translation changed since it was read: a change stores its own. Keeps what was ignored. */
export async function storeFindings(judged: readonly JudgedText[], tx: Pick<Transaction, 'translations'>) {
  const pace = new Pacer()
  for (const { translation, text, findings } of judged) {
    if (pace.shouldYield) await pace.yieldNow()
    const now = await tx.translations.get(translation.id)
    const isSame = (one: TextVersion): boolean => one.src === text.src && one.rev === text.rev
    if (now === undefined || !now.texts.some(isSame)) continue
    const texts = now.texts.map(one => (isSame(one) ? { ...one, findings } : one))
    await tx.translations.put({ ...now, texts })
  }
}
