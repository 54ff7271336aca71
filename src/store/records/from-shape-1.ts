import type { Syntax } from '../../l10n/message.ts'
import { countWords } from '../../l10n/words.ts'
import type { Old } from './migrations.ts'

interface Version {
  readonly src: string
  readonly source: string | Readonly<Record<string, string>>
}

/** Shape 2: settings of a project, words of sources, ids of suggestions, and what is work as a field. */
export function fromShape1(): Readonly<Record<string, (record: Old) => unknown>> {
  const locales = new Map<unknown, string>()
  const words = new Map<unknown, number>()
  return {
    projects: project => {
      locales.set(project['id'], String(project['source_locale']))
      const settings = project['settings'] as object
      return {
        ...project,
        settings: {
          approve: 'people',
          four_eyes: false,
          agents_replace: false,
          export: 'translated',
          levels: {},
          ...settings,
        },
      }
    },
    entries: entry => {
      const versions = entry['versions'] as readonly Version[]
      const source = versions.find(({ src }) => src === entry['src'])?.source ?? ''
      const count = countWords(source, entry['syntax'] as Syntax, locales.get(entry['project_id']) ?? 'en')
      words.set(entry['id'], count)
      return { ...entry, words: count }
    },
    translations: unit => {
      const waits = unit['state'] === 'untranslated' || unit['stale'] !== null
      const suggestions = unit['suggestions'] as readonly object[]
      return {
        ...unit,
        suggestions: suggestions.map((suggestion, at) => ({ id: `s${at + 1}`, ...suggestion })),
        work: unit['listed'] === true && unit['locked'] !== true && waits,
        words: words.get(unit['entry_id']) ?? 0,
      }
    },
  }
}
