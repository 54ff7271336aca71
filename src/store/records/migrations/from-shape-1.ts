import { countWords } from '../../../l10n/message/count-words.ts'
import type { Syntax } from '../../../l10n/message/message.ts'
import { noteHash } from '../../../l10n/translation/staleness.ts'
import type { OldRecord } from './migration.ts'

interface Version {
  readonly src: string
  readonly source: string | Readonly<Record<string, string>>
}

/** The data of an entry that its translations need. */
interface Entry {
  readonly words: number
  readonly work: boolean
  /** Without it, a translation with a note would count as stale. */
  readonly note?: string
}

/** Upgrades to shape 2, which adds project settings, word counts of sources, hashes of notes, IDs of suggestions and the field `work`. */
export function fromShape1(): Readonly<Record<string, (record: OldRecord) => unknown>> {
  const locales = new Map<unknown, string>()
  const entries = new Map<unknown, Entry>()
  const toNote = (record: OldRecord) => {
    const note = entries.get(record['entry_id'])?.note
    return note === undefined ? {} : { note }
  }
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
      const words = countWords(source, entry['syntax'] as Syntax, locales.get(entry['project_id']) ?? 'en')
      const note = noteHash(entry['description'] as string | undefined)
      const work = entry['do_not_translate'] !== true
      entries.set(entry['id'], { words, work, ...(note !== undefined && { note }) })
      return { ...entry, words }
    },
    translations: unit => {
      const entry = entries.get(unit['entry_id'])
      const waits = unit['state'] === 'untranslated' || unit['stale'] !== null
      const suggestions = unit['suggestions'] as readonly object[]
      const texts = unit['texts'] as readonly object[]
      return {
        ...unit,
        texts: texts.map(text => ({ ...text, ...toNote(unit) })),
        suggestions: suggestions.map((suggestion, at) => ({ id: `s${at + 1}`, ...suggestion })),
        work: unit['listed'] === true && unit['locked'] !== true && entry?.work !== false && waits,
        words: entry?.words ?? 0,
      }
    },
    revisions: revision => ({ ...revision, ...toNote(revision) }),
  }
}
