import type { OldRecord } from './migration.ts'

interface Text {
  readonly src: string
  readonly rev: number
}

/** Upgrades to shape 8. Ignored findings belong to the text in which somebody ignored them; a translation has the revision of its shown text. */
export function fromShape7(): Readonly<Record<string, (record: OldRecord) => unknown>> {
  const sources = new Map<unknown, unknown>()
  return {
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
        texts: texts.map(text => ({ ...text, ...ignored })),
      }
    },
  }
}
