import { quote } from '../../../text/quote.ts'
import type { ParsedText } from '../../message/parsed-text.ts'
import type { Form } from '../context.ts'
import type { Fault } from '../define-check.ts'
import { compareLabels, type Labelled } from './labels.ts'
import { acceptLocalLinks, type Locales } from './local-links.ts'
import { listAttributes } from './tag-attributes.ts'

/** Compares the attributes of tags that lead somewhere. `compareAttributes` compares others. */
export function* compareLinkTargets({ source, target }: Form, locales: Locales): Generator<Fault> {
  const wanted = source.computeOnce(listTargets)
  const given = target.computeOnce(listTargets)
  if (wanted.length === 0 && given.length === 0) return
  const choice = wanted.slice(0, MAX_NAMED).map(({ label }) => quote(label))
  const differences = compareLabels(wanted, given, {
    missing: label => `Write ${quote(label)}, as in the source.`,
    extra: label => (choice.length === 0 ? `Remove ${quote(label)}.` : `Copy it from the source: ${choice.join(' ')}.`),
  })
  for (const { lost: _, ...fault } of acceptLocalLinks(differences, locales)) yield fault
}

/** The first elements of the source, as a fix lists them. */
const MAX_NAMED = 5

const LEADING = new Set(['href', 'src', 'xlink:href', 'action', 'formaction', 'to'])

/** The link targets of all tags, however their values are quoted. */
function listTargets({ markup: tokens }: ParsedText): readonly Labelled[] {
  return tokens.flatMap(token => {
    if (token.kind !== 'tag') return []
    return listAttributes(token).flatMap(({ name, value }) =>
      LEADING.has(name) ? [{ token, label: `${name}=${value}` }] : [],
    )
  })
}
