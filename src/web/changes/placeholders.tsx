import type { ComponentChildren } from 'preact'
import { findCode } from '../../l10n/message/choices/find-code.ts'
import type { Syntax } from '../../l10n/message/message.ts'

/** Longest placeholder as a chip. */
const MAX_UNITS = 60

/** The parts of a text, with its placeholders as chips. */
export function markPlaceholders(text: string, syntax: Syntax): ComponentChildren {
  const parts: ComponentChildren[] = []
  let at = 0
  for (const { start, end } of findCode(text, syntax)) {
    if (end - start > MAX_UNITS) continue
    parts.push(
      text.slice(at, start),
      <bdi key={start} class="ph" dir="ltr">
        {text.slice(start, end)}
      </bdi>,
    )
    at = end
  }
  return parts.length === 0 ? text : [...parts, text.slice(at)]
}
