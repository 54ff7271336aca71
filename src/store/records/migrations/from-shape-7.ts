import type { OldRecord } from './migration.ts'

interface Text {
  readonly src: string
  readonly rev: number
  readonly findings: readonly { readonly id: string; readonly message: string }[]
}

/**
 * Upgrades to shape 8. Ignored findings belong to the text in which somebody ignored them, a translation has the revision of its shown text, and a finding
 * the glossary term that it is about. Leases in memory replace reservations.
 */
export function fromShape7(): Readonly<Record<string, (record: OldRecord) => unknown>> {
  const sources = new Map<unknown, unknown>()
  return {
    reservations: () => undefined,
    entries: entry => {
      sources.set(entry['id'], entry['src'])
      return entry
    },
    translations: ({ ignores, faulty: _unused, ...translation }) => {
      const own = sources.get(translation['entry_id'])
      const texts = translation['texts'] as readonly Text[]
      const ignored = (ignores as readonly unknown[]).length > 0 && { ignores }
      return {
        ...translation,
        shown: (texts.find(({ src }) => src === own) ?? texts[0])?.rev ?? 0,
        texts: texts.map(text => ({ ...text, ...ignored, findings: text.findings.map(withTerm) })),
      }
    },
  }
}

/** Findings of do-not-translate entries were told from those of terms by their message. */
const OF_ENTRY = 'This entry is not to be translated, and the text differs from its source.'

/** The term itself is unknown until the text is checked again. */
const withTerm = (finding: Text['findings'][number]): object =>
  ['do_not_translate', 'forbidden_term'].includes(finding.id) && finding.message !== OF_ENTRY
    ? { ...finding, term: '' }
    : finding
