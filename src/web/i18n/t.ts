import type { ComponentChildren } from 'preact'
import { getMessage, type MessageKey } from './catalog.ts'
import { currentLanguage } from './current.ts'

export type { MessageKey } from './catalog.ts'

type Values = Readonly<Record<string, string | number | Date>>

/** A value of a message with markup: what a tag of the message wraps its content in, or what a placeholder shows. */
type RichValues = Readonly<
  Record<string, string | number | Date | ComponentChildren | ((content: ComponentChildren) => ComponentChildren)>
>

/** Returns a message in the language of the request. Its placeholders get the values; numbers are formatted for the language. */
export function t(key: MessageKey, values?: Values): string {
  return String(getMessage(currentLanguage(), key).format(values))
}

/**
 * Returns a message that contains elements. `values` has an element for each such placeholder, and a function for each tag:
 * `rich('tokens.revoked', { name: <b>{name}</b>, link: text => <a href="/account">{text}</a> })`.
 */
export function rich(key: MessageKey, values: RichValues): ComponentChildren {
  const wrapped: Record<string, Value> = {}
  for (const [name, value] of Object.entries(values)) {
    wrapped[name] = typeof value === 'function' ? (parts: ComponentChildren) => value(parts) : value
  }
  return getMessage(currentLanguage(), key).format<ComponentChildren>(wrapped)
}

type Value = RichValues[string]
