import { quote } from '../../../text/quote.ts'
import { explainFluentFault } from '../../message/fluent/faults.ts'
import { defineCheck, type Fault, type Form, inEachForm } from '../define-check.ts'

export const fluentSyntax = defineCheck({
  id: 'fluent_syntax',
  level: 'error',
  isFixed: true,
  finds: 'A Fluent text that does not parse.',
  why: 'The application does not load the message, and shows nothing or its name.',
  standard: 'Project Fluent Syntax 1.0',
  examples: [
    { syntax: 'fluent', locale: 'de', source: 'Hello { $name }', good: 'Hallo { $name }', bad: 'Hallo { $name' },
    {
      syntax: 'fluent',
      locale: 'de',
      source: '{ $n ->\n    [one] One file\n   *[other] { $n } files\n}',
      good: '{ $n ->\n    [one] Eine Datei\n   *[other] { $n } Dateien\n}',
      bad: '{ $n ->\n    [one] Eine Datei\n    [other] { $n } Dateien\n}',
    },
  ],
  isNeeded: ({ source }) => source.syntax === 'fluent',
  find: inEachForm(find),
})

function* find(form: Form): Generator<Fault> {
  if (form.target.text.trim() === '' || !form.source.fluent.ok || form.target.fluent.ok) return
  const { code, message, at } = form.target.fluent.fault
  const [what, fix] = explainFluentFault(code, message)
  const part = form.target.text.slice(Math.max(0, at - 12), at + 13)
  yield { message: `${what.charAt(0).toUpperCase()}${what.slice(1)}, at ${quote(part)}.`, at, fix }
}
