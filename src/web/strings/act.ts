import { z } from 'zod'
import { type Message, sameMessage } from '../../l10n/message/message.ts'
import { reviewTranslations } from '../../tools/decisions/review-translations.ts'
import { annotateEntry } from '../../tools/entries/annotate-entry.ts'
import type { Tool } from '../../tools/pipeline/tool.ts'
import { submitTranslations } from '../../tools/work/submit-translations.ts'
import { attempt } from '../forms/form-route.ts'
import { validateLines } from '../forms/text-validation.ts'
import { t } from '../i18n/t.ts'
import { callTool, type SignedInRequest } from '../requests/page-request.ts'
import { type Outcome, REASONS, type StringAction } from './actions.ts'
import { makeDraft, textField, toMessage } from './editor/draft.ts'
import type { ReadString, TranslationView } from './read-string.ts'
import { type ActionFailure, describeRefusal, RefusedItem } from './refusals.ts'

type Acted = Outcome | ActionFailure

/** Runs the action of a form with the tool that agents use for it. Returns what it did, or why it did nothing. */
export async function act(request: SignedInRequest, action: StringAction, read: ReadString): Promise<Acted> {
  const run = new Runner(request, action, read)
  const { translation } = read
  if (action === 'comment') return run.comment()
  if (translation === undefined)
    return { action, status: 400, title: t('strings.failed.nothing'), message: t('strings.failed.no_locale') }
  switch (action) {
    case 'save':
    case 'save_next':
      return run.save(translation)
    case 'approve':
      return run.approve(translation)
    case 'request_changes':
    case 'reject':
      return run.review(action)
    case 'accept':
    case 'decline':
      return run.decide(action)
    case 'ignore':
      return run.ignore()
    case 'unignore':
      return run.annotate({ unignore: run.field('finding') })
    case 'confirm':
      return run.annotate({ dismiss_stale: true })
    case 'lock':
    case 'unlock':
      return run.annotate({ lock: action === 'lock' })
  }
}

/** The reasons as agents read them. */
const REASON_WORDS: Readonly<Record<(typeof REASONS)[number], string>> = {
  meaning: 'Meaning',
  terminology: 'Terminology',
  grammar: 'Grammar',
  style: 'Style',
  length: 'Length',
  locale: 'Locale conventions',
}

const Submitted = z.object({
  accepted: z.number(),
  unchanged: z.number().default(0),
  suggested: z.number().default(0),
  refused: z.array(RefusedItem).default([]),
})
const Reviewed = z.object({ refused: z.array(RefusedItem).default([]) })

class Runner {
  readonly #request: SignedInRequest
  readonly #action: Exclude<StringAction, 'save_next'>
  readonly #read: ReadString

  constructor(request: SignedInRequest, action: StringAction, read: ReadString) {
    this.#request = request
    this.#action = action === 'save_next' ? 'save' : action
    this.#read = read
  }

  field(name: string): string {
    return (this.#request.form.get(name) ?? '').replaceAll('\r\n', '\n')
  }

  async save(translation: TranslationView): Promise<Acted> {
    return this.#saveMessage(this.#readMessage(translation), translation)
  }

  /** Approves what the form shows: an edited translation is saved first. */
  async approve(translation: TranslationView): Promise<Acted> {
    // A decision about an older translation is refused by its revision.
    const isOld = this.#revision().rev !== translation.rev
    if (!this.#request.form.has('src') || isOld) return this.review('approve')
    const value = this.#readMessage(translation)
    if (translation.value !== undefined && sameMessage(value, translation.value)) return this.review('approve')
    const saved = await this.#saveMessage(value, translation)
    if (saved !== 'save' && saved !== 'unchanged') return saved
    return this.#reviewItem({ action: 'approve' }, '', 'comment')
  }

  async #saveMessage(value: Message, translation: TranslationView): Promise<Acted> {
    const item = {
      id: this.#read.string.id,
      src: this.field('src'),
      ...(typeof value === 'string' ? { text: value } : { forms: value }),
      ...this.#revision(),
    }
    // The errors of plural forms do not say in which form they are.
    const field = translation.categories.length === 0 && this.#request.form.has('text') ? textField() : 'action'
    return this.#call(submitTranslations, { items: [item] }, field, Submitted, done => {
      if (done.accepted > 0) return 'save'
      return done.suggested > 0 ? 'suggested' : 'unchanged'
    })
  }

  async review(action: 'approve' | 'request_changes' | 'reject'): Promise<Acted> {
    const words = this.field('comment').trim()
    if (action === 'request_changes' && words === '') {
      return this.#fault('comment', t('strings.failed.say_what'))
    }
    const named = REASONS.find(one => one === this.field('reason'))
    const reason = named && REASON_WORDS[named]
    const comment = reason !== undefined && words !== '' && action !== 'approve' ? `${reason}: ${words}` : words
    const item = { action, ...this.#revision(), ...(this.#request.form.has('stale') && { stale: true }) }
    return this.#reviewItem(item, comment, 'comment')
  }

  async decide(action: 'accept' | 'decline'): Promise<Acted> {
    const suggestion = this.field('suggestion')
    const item = { action: action === 'accept' ? 'accept' : 'reject', suggestion, ...this.#revision() }
    return this.#reviewItem(item, this.field('words').trim(), `words-${suggestion}`)
  }

  async ignore(): Promise<Acted> {
    const finding = this.field('finding')
    const reason = this.field('reason').trim()
    const name = `reason-${finding}`
    const fault = reason === '' ? t('strings.failed.say_why') : validateLines(reason)
    return fault === undefined ? this.annotate({ ignore: { finding, reason } }, name) : this.#fault(name, fault)
  }

  async comment(): Promise<Acted> {
    const comment = this.field('words').trim()
    const fault = comment === '' ? t('strings.failed.write_comment') : validateLines(comment)
    return fault === undefined ? this.annotate({ comment }, 'words') : this.#fault('words', fault)
  }

  annotate(note: object, field = 'action'): Promise<Acted> {
    return this.#call(annotateEntry, { id: this.#read.string.id, ...note }, field, z.object({}), () => this.#action)
  }

  async #reviewItem(item: object, comment: string, field: string): Promise<Acted> {
    const fault = comment === '' ? undefined : validateLines(comment)
    if (fault !== undefined) return this.#fault(field, fault)
    const items = [{ id: this.#read.string.id, ...item, ...(comment !== '' && { comment }) }]
    return this.#call(reviewTranslations, { items }, field, Reviewed, () => this.#action)
  }

  async #call<S extends z.ZodType<{ readonly refused?: readonly RefusedItem[] }>>(
    tool: Tool,
    input: object,
    field: string,
    shape: S,
    toOutcome: (done: z.output<S>) => Outcome,
  ): Promise<Acted> {
    const { project, branch } = this.#read.string
    let done: z.output<S> | undefined
    const failure = await attempt(this.#request, [field], async () => {
      const place = { project, ...(branch !== undefined && { branch }), locale: this.#read.translation?.locale }
      done = await callTool(this.#request, { tool, input: { ...place, ...input }, shape })
    })
    const title = t(`strings.failed.title.${this.#action}`)
    if (failure !== undefined) return { action: this.#action, title, ...failure }
    if (done === undefined) throw new Error('a tool returned nothing')
    const [refused] = done.refused ?? []
    const isKept = refused?.code === 'protected' && refused.suggestion !== undefined
    if (refused === undefined || isKept) return toOutcome(done)
    const refusal = describeRefusal(refused, {
      // Approving an edited text saves it first.
      action: tool === submitTranslations ? 'save' : this.#action,
      title,
      field,
    })
    this.#request.noteError(refusal.status === 400 ? 'invalid_input' : 'conflict')
    return refusal
  }

  #fault(field: string, message: string): ActionFailure {
    return { action: this.#action, status: 400, title: t(`strings.failed.title.${this.#action}`), field, message }
  }

  #revision(): { readonly rev?: number } {
    const rev = this.field('rev')
    return /^\d{1,9}$/.test(rev) ? { rev: Number(rev) } : {}
  }

  #readMessage(translation: TranslationView): Message {
    return toMessage(makeDraft(this.#request, this.#read.string, translation), translation)
  }
}
