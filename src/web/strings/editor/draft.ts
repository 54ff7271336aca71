import { pluralNeeds } from '../../../l10n/locales/plural-rules.ts'
import { parseIcuSource } from '../../../l10n/message/icu.ts'
import type { Message } from '../../../l10n/message/message.ts'
import { type ChoiceMessage, joinChoice, splitChoice } from '../../../l10n/message/plural-message.ts'
import type { PageRequest } from '../../requests/page-request.ts'
import type { StringView, TranslationView } from '../read-string.ts'

/** The text of an open editor: one field, or one for each plural form or branch. */
export interface Draft {
  readonly kind: 'text' | 'forms' | 'choice'
  readonly fields: readonly DraftField[]
  /** Of an ICU message: its argument, and whether its number counts or orders. */
  readonly choice?: Omit<ChoiceMessage, 'forms'>
  /** Forms that can be added. */
  readonly missing: readonly string[]
  /** Why an ICU message has no field for each branch. */
  readonly fault?: IcuFaultView | undefined
  /** Whether an ICU message can be edited by branch. */
  readonly canSplit: boolean
  /** The form that the user added or removed. */
  readonly moved?: string | undefined
}

export interface DraftField {
  readonly name: string
  /** The plural form or branch. */
  readonly form?: string
  readonly value: string
  /** Whether the language can do without this form. */
  readonly isOptional: boolean
}

/** Where an ICU message cannot be parsed. */
export interface IcuFaultView {
  readonly code: string
  readonly column: number
  /** The text from there on. */
  readonly near: string
}

/** The name of the field with a text, or with one of its plural forms. */
export const textField = (form?: string): string => (form === undefined ? 'text' : `form-${form}`)

/** The fields whose names begin like this are those of forms that the user has open. */
const FORM_PREFIX = 'form-'

type Edited = Pick<StringView, 'source' | 'syntax'>
type Translated = Pick<TranslationView, 'locale' | 'value' | 'categories'>

/** The submitted text, or undefined if the form has none. */
interface Typed {
  readonly forms: ReadonlyMap<string, string>
  readonly text: string | undefined
}

const hasReturns = (source: Message): boolean =>
  Object.values(typeof source === 'string' ? { source } : source).some(text => text.includes('\r\n'))

function readTyped({ form }: Pick<PageRequest, 'form'>, source: Message): Typed | undefined {
  if (!form.has('src')) return undefined
  // Browsers send all line breaks as CRLF.
  const toText = (sent: string): string => {
    const text = sent.replaceAll('\r\n', '\n')
    return hasReturns(source) ? text.replaceAll('\n', '\r\n') : text
  }
  const forms = [...form]
    .filter(([name]) => name.startsWith(FORM_PREFIX))
    .map(([name, value]) => [name.slice(FORM_PREFIX.length), toText(value)] as const)
  const text = form.get('text')
  return { forms: new Map(forms), text: text === null ? undefined : toText(text) }
}

/** What changes the fields of an editor without saving. */
export interface DraftChange {
  readonly add?: string
  readonly remove?: string
  /** A text to put into the fields: a correction, or one from the memory or the history. */
  readonly use?: Message
  /** How to show a message that can be edited by branch. */
  readonly view?: 'source' | 'branches'
}

/** The fields of an editor: as submitted, else as saved. */
export function makeDraft(
  request: Pick<PageRequest, 'form'>,
  { source, syntax }: Edited,
  { locale, value, categories }: Translated,
  change: DraftChange = {},
): Draft {
  const typed = change.use === undefined ? readTyped(request, source) : undefined
  const saved = change.use ?? value
  if (categories.length > 0) {
    const own = typed?.forms ?? new Map(Object.entries(typeof saved === 'object' ? saved : {}))
    const needs = pluralNeeds(locale, { kind: 'forms' })
    return { kind: 'forms', canSplit: false, ...listFields(own, { needs, known: categories, typed, change }) }
  }
  const text = typed?.text ?? (typeof saved === 'string' ? saved : '')
  const wanted = syntax === 'icu' && typeof source === 'string' ? splitChoice(source) : undefined
  return wanted === undefined ? makeText(text) : makeChoice({ wanted, text, typed, change, locale }, request)
}

const makeText = (text: string, more: Partial<Draft> = {}): Draft => ({
  kind: 'text',
  canSplit: false,
  missing: [],
  fields: [{ name: textField(), value: text, isOptional: false }],
  ...more,
})

/** The fields of an ICU message: one for each branch, or its source. */
function makeChoice(branches: Omit<Branches, 'given'>, { form }: Pick<PageRequest, 'form'>): Draft {
  const { text, typed, change } = branches
  const given = text === '' ? undefined : splitChoice(text)
  const areBranches = typed !== undefined && typed.text === undefined
  const canSplit = text === '' || given !== undefined || areBranches
  const isSource = (change.view ?? form.get('view')) === 'source' && !areBranches
  if (canSplit && !isSource) return makeBranches({ ...branches, given })
  return makeText(text, { canSplit, fault: text === '' ? undefined : findFault(text) })
}

interface Branches {
  /** The branches of the source, and those of the text. */
  readonly wanted: ChoiceMessage
  readonly given: ChoiceMessage | undefined
  readonly text: string
  readonly typed: Typed | undefined
  readonly change: DraftChange
  readonly locale: string
}

/** A field for each branch of an ICU message. */
function makeBranches({ wanted, given, text, typed, change, locale }: Branches): Draft {
  const areBranches = typed !== undefined && typed.text === undefined
  const own = areBranches ? typed.forms : new Map(Object.entries(given?.forms ?? {}))
  const names = Object.keys(wanted.forms)
  const { argument, type } = given ?? wanted
  const needs = type === 'select' ? { required: names, optional: [] } : pluralNeeds(locale, { type, kind: 'icu' })
  const known = text === '' && !areBranches ? names.filter(name => name.startsWith('=')) : []
  const fields = listFields(own, { needs, known, typed, change })
  return { kind: 'choice', canSplit: true, choice: { argument, type }, ...fields }
}

interface FieldChoice {
  readonly needs: { readonly required: readonly string[]; readonly optional: readonly string[] }
  /** Forms that are shown without a text of their own. */
  readonly known: readonly string[]
  readonly typed: Typed | undefined
  readonly change: DraftChange
}

function listFields(own: ReadonlyMap<string, string>, { needs, known, typed, change: { add, remove } }: FieldChoice) {
  const { required, optional } = needs
  const shown = typed === undefined ? [...known, ...required, ...own.keys()] : [...own.keys()]
  const names = [...new Set([...shown, ...(add === undefined ? [] : [add])])].filter(name => name !== remove)
  const rank = (name: string): number => (name.startsWith('=') ? -1 : ORDER.indexOf(name))
  const sorted = names.every(name => rank(name) >= -1 && (ORDER.includes(name) || name.startsWith('=')))
    ? names.toSorted((a, b) => rank(a) - rank(b))
    : names
  return {
    fields: sorted.map(form => ({
      name: textField(form),
      form,
      value: own.get(form) ?? '',
      isOptional: !required.includes(form) && form !== 'other',
    })),
    missing: [...required, ...optional].filter(name => !names.includes(name)),
    moved: add ?? remove,
  }
}

const ORDER: readonly string[] = ['zero', 'one', 'two', 'few', 'many', 'other']

/** The message that a draft is. A blank form is left out, unless the translation has it. */
export function toMessage({ kind, fields, choice }: Draft, { value }: Pick<Translated, 'value'>): Message {
  if (kind === 'text') return fields[0]?.value ?? ''
  const saved = typeof value === 'string' ? splitChoice(value)?.forms : value
  const kept = fields.filter(({ form = '', value: text }) => text !== '' || (saved !== undefined && form in saved))
  const forms = Object.fromEntries(kept.map(({ form = '', value: text }) => [form, text]))
  if (kind === 'forms' || choice === undefined) return forms
  return kept.every(({ value: text }) => text.trim() === '') ? '' : joinChoice({ ...choice, forms })
}

function findFault(text: string): IcuFaultView | undefined {
  const parsed = parseIcuSource(text)
  if (parsed.ok) return undefined
  const { code, start } = parsed.fault
  return { code, column: start + 1, near: text.slice(start, start + 20) }
}
