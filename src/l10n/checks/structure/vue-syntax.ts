import { quote, quoteList } from '../../../text/quote.ts'
import { neededCategories } from '../../locales/plural-rules.ts'
import type { ParsedText } from '../../message/parsed-text.ts'
import { readVueMessage, type VueFaultCode, type VueMessage } from '../../message/vue-message.ts'
import { type CheckContext, defineCheck, type Fault, type Form, inEachForm } from '../define-check.ts'

/** `placeholders` compares names and linked keys with the source. */
export const vueSyntax = defineCheck({
  id: 'vue_syntax',
  level: 'error',
  finds: 'A vue-i18n message that does not compile, and plural forms that the source does not have.',
  why: 'The application shows nothing, the raw message, or one part of it.',
  standard: 'vue-i18n message format syntax (version 8 and later)',
  examples: [
    {
      syntax: 'vue-i18n',
      locale: 'de',
      source: "Write to {name}{'@'}example.org",
      good: "Schreiben Sie an {name}{'@'}example.org",
      bad: 'Schreiben Sie an {name}@example.org',
    },
    { syntax: 'vue-i18n', locale: 'de', source: 'Delete {name}?', good: '{name} löschen?', bad: '{name löschen?' },
    {
      syntax: 'vue-i18n',
      locale: 'de',
      source: 'Use and or or.',
      good: 'Nutzen Sie und oder oder.',
      bad: 'Nutzen Sie und | oder.',
    },
  ],
  isNeeded: ({ source }) => source.syntax === 'vue-i18n',
  find: inEachForm(find),
})

function* find(form: Form, { locale }: CheckContext): Generator<Fault> {
  const from = form.source.computeOnce(read)
  const to = form.target.computeOnce(read)
  yield* compareFaults(from, to)
  yield* compareModifiers(from, to)
  yield* compareForms(from, to, locale)
}

const read = ({ text }: ParsedText): VueMessage => readVueMessage(text)

/** Faults of a kind that the source does not have; its application may read it in another way. */
function* compareFaults(source: VueMessage, target: VueMessage): Generator<Fault> {
  const known = new Set(source.faults.map(({ code }) => code))
  for (const fault of target.faults) {
    if (known.has(fault.code)) continue
    // It closes the brace that a nested one interrupted.
    if (fault.code === 'unopened' && target.faults.some(({ code }) => code === 'nested')) continue
    const isOld = SINCE_9.has(fault.code) && !source.hasLiterals
    const [toMessage, fix] = FAULTS[fault.code]
    yield { message: toMessage(quote(cut(fault.raw))), fix, at: fault.at, ...(isOld && { level: 'warning' }) }
  }
}

/** Faults in version 9 and later; in version 8, the same is text. */
const SINCE_9: ReadonlySet<VueFaultCode> = new Set(['lone_at', 'key_runs_on', 'content', 'quote'])

const LITERAL_BRACE = "write {'{'} for a literal brace."

const FAULTS: Readonly<Record<VueFaultCode, readonly [toMessage: (raw: string) => string, fix: string]>> = {
  unclosed: [raw => `${raw} is never closed.`, `Add the missing }, or ${LITERAL_BRACE}`],
  unopened: [() => 'A } closes no placeholder.', "Remove it, or write {'}'} for a literal brace."],
  empty: [raw => `${raw} is empty.`, 'Write the name of the value from the source, or remove the braces.'],
  nested: [raw => `${raw} has a brace inside a placeholder.`, `Close the placeholder first, or ${LITERAL_BRACE}`],
  content: [raw => `${raw} is not a placeholder.`, `Write the name of the value from the source, or ${LITERAL_BRACE}`],
  quote: [raw => `${raw} is not a literal.`, "Write the text between two apostrophes, as in {'@'}."],
  lone_at: [() => 'An @ links no message.', "Write {'@'} for a literal @."],
  key_runs_on: [
    raw => `The key of ${raw} does not end where the text begins.`,
    "Put a space after the key, or write it as @:{'key'}.",
  ],
  empty_form: [() => 'A plural form between pipes is empty.', "Write the form, or {'|'} for a literal pipe."],
}

/** Most characters of a text that a message repeats. */
const MAX_PART = 40

const cut = (raw: string): string => (raw.length <= MAX_PART ? raw : `${raw.slice(0, MAX_PART)}…`)

const BUILT_IN = ['upper', 'lower', 'capitalize']

function* compareModifiers(source: VueMessage, target: VueMessage): Generator<Fault> {
  for (const [modifier, at] of target.modifiers) {
    if (BUILT_IN.includes(modifier) || source.modifiers.has(modifier)) continue
    const known = [...new Set([...source.modifiers.keys(), ...BUILT_IN])]
    yield {
      message: `Modifier ${quote(modifier)} does not exist.`,
      at,
      fix: `Use ${quoteList(known)}, or no modifier.`,
    }
  }
}

function* compareForms(source: VueMessage, target: VueMessage, locale: string): Generator<Fault> {
  if (source.forms === target.forms) return
  if (source.forms === 1) {
    const message = `A pipe separates plural forms; the translation has ${target.forms}, the source one.`
    yield { message, fix: "Write {'|'} for a literal pipe, or remove it." }
    return
  }
  // The application decides by a rule of its own which form a number gets.
  const needed = neededCategories(locale).length
  const most = Math.max(source.forms, needed + 1)
  const fix = 'Separate the plural forms with pipes, as the plural rule of the application reads them.'
  if (target.forms > most || (target.forms === 1 && needed > 1)) {
    const message = `The translation has ${target.forms === 1 ? 'one plural form' : `${target.forms} plural forms`}, the source ${source.forms}.`
    yield { level: 'warning', message, fix }
  }
}
