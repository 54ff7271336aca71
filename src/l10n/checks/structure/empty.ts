import { isBlankText } from '../../message/message.ts'
import type { ParsedText } from '../../message/parsed-text.ts'
import { isPatternSyntax } from '../../message/patterns/find-pattern.ts'
import { type CheckContext, defineCheck, type Fault } from '../define-check.ts'

export const empty = defineCheck({
  id: 'empty',
  level: 'error',
  isFixed: true,
  finds: 'A translation without visible characters.',
  why: 'Users see nothing, and no tool reports the string as untranslated.',
  examples: [{ syntax: 'plain', locale: 'de', source: 'Save', good: 'Sichern', bad: ' ' }],
  find,
})

const FIX = 'Write the translation, or omit the item to leave it untranslated.'

function* find({ forms, source, target }: CheckContext): Generator<Fault> {
  if (forms.length === 0) yield { message: 'The translation has no plural forms.', fix: FIX }
  for (const form of forms) {
    // A language may write digits without a separator, and times without AM and PM.
    if (isPatternSyntax(source.syntax)) continue
    if (!form.target.computeOnce(isBlank) || form.source.computeOnce(isBlank)) continue
    const which = typeof target.value === 'string' ? 'The translation' : `Plural form ${form.category}`
    yield { message: `${which} is empty.`, fix: FIX }
  }
}

const isBlank = ({ text }: ParsedText): boolean => isBlankText(text)
