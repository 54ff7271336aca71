import { cellOf, type Look, type Shown } from './looks.ts'
import { LOCALES } from './project.ts'
import type { SourceId } from './texts.ts'

/** What strings showed for their own source: what they show again when this source comes back. */
export class KnownTexts {
  /** By branch, string and locale; then by source. */
  readonly #texts = new Map<string, Map<SourceId, Shown>>()

  /** Of strings with one source, nothing tells afterwards which is which: nothing is known of them any more. */
  note(branch: string, { strings, shown }: Look): void {
    const sources = [...strings.values()].map(({ sourceId }) => sourceId)
    for (const { id, sourceId } of strings.values()) {
      const isAlone = sources.filter(other => other === sourceId).length === 1
      for (const locale of LOCALES) {
        const cell = `${branch} ${cellOf(id, locale)}`
        const texts = this.#texts.get(cell) ?? new Map<SourceId, Shown>()
        this.#texts.set(cell, texts)
        const known = shown.get(cellOf(id, locale))
        if (!isAlone) texts.clear()
        else if (known?.isStale === false) texts.set(sourceId, known)
        else texts.delete(sourceId)
      }
    }
  }

  /** After a revert, nothing is known any more. */
  clear(): void {
    this.#texts.clear()
  }

  /** Strings that a push gave an earlier source at the same place, and that do not show its text. */
  compare(branch: string, before: Look, after: Look): readonly string[] {
    const missing: string[] = []
    for (const one of after.strings.values()) {
      const was = before.strings.get(one.id)
      if (was === undefined || was.sourceId === one.sourceId) continue
      if (was.file !== one.file || was.key !== one.key || was.context !== one.context) continue
      const isAlone = [...before.strings.values(), ...after.strings.values()].every(
        ({ id, sourceId }) => id === one.id || sourceId !== one.sourceId,
      )
      if (!isAlone) continue
      for (const locale of LOCALES) {
        const known = this.#texts.get(`${branch} ${cellOf(one.id, locale)}`)?.get(one.sourceId)
        const is = after.shown.get(cellOf(one.id, locale))
        if (known === undefined || (is?.isStale === false && (is.isApproved || !known.isApproved))) continue
        const state = known.isApproved ? ' (approved)' : ''
        missing.push(`${branch} ${one.file} ${one.key} "${one.source}" is back without "${known.written.text}"${state}`)
      }
    }
    return missing
  }
}
