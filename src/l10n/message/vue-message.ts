/** A part of a vue-i18n message that its compiler refuses or reads differently than a translator means it. */
export interface VueFault {
  readonly code: VueFaultCode
  readonly raw: string
  readonly at: number
}

export type VueFaultCode =
  | 'unclosed'
  | 'unopened'
  | 'empty'
  | 'nested'
  | 'content'
  | 'quote'
  | 'lone_at'
  | 'key_runs_on'
  | 'empty_form'

/** What the compiler of vue-i18n reads in a message, besides placeholders. */
export interface VueMessage {
  readonly faults: readonly VueFault[]
  /** Number of plural forms: pipes outside placeholders and literals separate them. */
  readonly forms: number
  /** Modifiers of linked messages, such as `lower` in `@.lower:key`, with their offsets. */
  readonly modifiers: ReadonlyMap<string, number>
  /** Whether it writes special characters as literals, `{'@'}`, which exist since version 9. */
  readonly hasLiterals: boolean
}

/** Most faults of one message. */
const MAX_FAULTS = 20

const SPECIAL = /[\\{}@|]/g
const ESCAPED = /\\[{}@|\\]/y
const LITERAL = /\{\s*'(?:[^'\\\n]|\\[^\n])*'\s*\}/y
const PLACEHOLDER = /\{\s*[\p{L}\p{N}_$.-]+\s*\}/uy
const LINKED = /@(?:\.(\w+))?:(?:\([^()\s]+\)|\{[^{}]+\}|[^\s{}@|()]+)/y
/** A key whose end nobody can misread. */
const KEY = /^@(?:\.\w+)?:(?:[({]|[\w-]+(?:[./][\w-]+)*$)/
const UP_TO_BRACE = /[^{}]*/y

/** Reads a vue-i18n message, in linear time. */
export function readVueMessage(text: string): VueMessage {
  const faults: VueFault[] = []
  const modifiers = new Map<string, number>()
  let hasLiterals = false
  let forms = 1
  let formStart = 0
  const add = (code: VueFaultCode, at: number, raw: string): void => {
    if (faults.length < MAX_FAULTS) faults.push({ code, at, raw })
  }
  const endForm = (end: number): void => {
    if (forms > 1 && text.slice(formStart, end).trim() === '') add('empty_form', Math.max(0, formStart - 1), '|')
  }
  let at = find(SPECIAL, text, 0)
  while (at !== undefined) {
    let end = at + 1
    const char = text[at]
    if (char === '\\') end = match(ESCAPED, text, at)?.end ?? end
    else if (char === '|') {
      forms += 1
      endForm(at)
      formStart = end
    } else if (char === '}') add('unopened', at, '}')
    else if (char === '{') {
      const literal = match(LITERAL, text, at)
      hasLiterals ||= literal !== undefined
      const whole = literal ?? match(PLACEHOLDER, text, at)
      if (whole === undefined) {
        const { code, raw } = explainBrace(text, at)
        add(code, at, raw)
        end = code === 'unclosed' || code === 'nested' ? end : at + raw.length
      } else end = whole.end
    } else {
      const linked = match(LINKED, text, at)
      if (linked === undefined) add('lone_at', at, '@')
      else {
        const { raw, group } = linked
        if (group !== undefined && !modifiers.has(group)) modifiers.set(group, at)
        if (!KEY.test(raw)) add('key_runs_on', at, raw)
        end = linked.end
      }
    }
    at = find(SPECIAL, text, end)
  }
  endForm(text.length)
  return { faults, forms, modifiers, hasLiterals }
}

/** Why a brace opens no placeholder. */
function explainBrace(text: string, at: number): { readonly code: VueFaultCode; readonly raw: string } {
  const end = match(UP_TO_BRACE, text, at + 1)?.end ?? text.length
  const raw = text.slice(at, end + 1)
  if (text[end] === undefined) return { code: 'unclosed', raw }
  if (text[end] === '{') return { code: 'nested', raw: text.slice(at, end) }
  const content = raw.slice(1, -1).trim()
  if (content === '') return { code: 'empty', raw }
  return { code: content.startsWith("'") ? 'quote' : 'content', raw }
}

function find(pattern: RegExp, text: string, from: number): number | undefined {
  pattern.lastIndex = from
  return pattern.exec(text)?.index
}

function match(pattern: RegExp, text: string, at: number) {
  pattern.lastIndex = at
  const found = pattern.exec(text)
  return found === null ? undefined : { raw: found[0], group: found[1], end: at + found[0].length }
}
