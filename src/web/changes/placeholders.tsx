import type { ComponentChildren } from 'preact'
import type { Syntax } from '../../l10n/message/message.ts'
import type { TokenKind } from '../../l10n/message/token.ts'
import { tokenize } from '../../l10n/message/tokenize.ts'

/** Longest placeholder as a chip: a whole ICU argument with its branches is text. */
const MAX_UNITS = 60

const CHIPS: ReadonlySet<TokenKind> = new Set([
  'printf',
  'ruby',
  'braces',
  'expression',
  'nesting',
  'linked',
  'argument',
  'pound',
  'tag',
])

/** The parts of a text, with its placeholders as chips. */
export function markPlaceholders(text: string, syntax: Syntax): ComponentChildren {
  const parts: ComponentChildren[] = []
  let at = 0
  for (const { kind, raw, start, end } of tokenize(text, syntax)) {
    if (start < at || end - start > MAX_UNITS || !CHIPS.has(kind)) continue
    parts.push(
      text.slice(at, start),
      <bdi key={start} class="ph" dir="ltr">
        {raw}
      </bdi>,
    )
    at = end
  }
  return parts.length === 0 ? text : [...parts, text.slice(at)]
}
