import type { Message } from '../message/message.ts'
import type { TargetEntry } from './format.ts'

/** Reads a translation without its empty plural forms, which the file keeps; undefined if it has neither a text nor plural forms. */
export function readTexts(value: Message): Pick<TargetEntry, 'value' | 'emptyForms'> | undefined {
  if (typeof value === 'string') return value === '' ? undefined : { value }
  const forms = Object.entries(value)
  const texts = forms.filter(([, text]) => text !== '')
  if (forms.length === 0) return undefined
  if (texts.length === forms.length) return { value }
  const emptyForms = forms.flatMap(([name, text]) => (text === '' ? [name] : []))
  return { value: Object.fromEntries(texts), emptyForms }
}
