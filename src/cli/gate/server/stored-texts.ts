import { z } from 'zod'
import type { Finding } from '../../../l10n/checks/check.ts'
import { type Message, sameMessage } from '../../../l10n/message/message.ts'
import { escapeInvisible } from '../../../text/escape.ts'
import { callPages, type ToolCaller } from '../../backends/tool-caller.ts'
import type { Unit } from '../check-file.ts'
import type { TargetStrings } from '../strings.ts'

const StoredText = z.looseObject({
  state: z.string(),
  text: z.string().optional(),
  forms: z.record(z.string(), z.string()).optional(),
  locked: z.boolean().optional(),
  findings: z
    .array(z.looseObject({ id: z.string(), message: z.string().optional(), ignored: z.unknown().optional() }))
    .default([]),
})
const Rows = z.looseObject({
  entries: z.array(
    z.looseObject({
      key: z.string(),
      file: z.string(),
      /** The first characters of the hash of the source. */
      src: z.string(),
      texts: z.record(z.string(), StoredText).default({}),
    }),
  ),
  next_cursor: z.string().optional(),
})

type Stored = z.output<typeof StoredText> & { readonly src: string }

const MAX_BYTES = 60_000
/** Most keys of one call. */
const MAX_KEYS = 100

/** Translations of the project as the server has them. */
export class StoredTexts {
  readonly #texts = new Map<string, Stored>()
  readonly #caller: ToolCaller
  readonly #place: object

  /** @param place the project and its branch, as arguments of a call */
  constructor(caller: ToolCaller, place: object) {
    this.#caller = caller
    this.#place = place
  }

  /** Reads the translations of a locale with ignored findings. */
  async readIgnored(locale: string): Promise<void> {
    await this.#read({ locale, ignored: true, full: true, limit: 200 })
  }

  /** Reads the translations of keys in a locale. */
  async readKeys(locale: string, keys: readonly string[]): Promise<void> {
    for (let at = 0; at < keys.length; at += MAX_KEYS)
      await this.#read({ locale, keys: keys.slice(at, at + MAX_KEYS), limit: MAX_KEYS })
  }

  /** Whether somebody ignored a finding of exactly this translation of this source. */
  isIgnored(file: TargetStrings, { item, entry }: Unit, { id, message }: Finding): boolean {
    const stored = this.#find(file, item.key)
    if (stored?.src !== item.src.slice(0, stored?.src.length) || !sameMessage(valueOf(stored), entry.value))
      return false
    return stored.findings.some(found => found.ignored !== undefined && found.id === id && found.message === message)
  }

  /** Why a push would not replace the stored translation by the one of a file: it is approved or locked, and differs. */
  findProtection(file: TargetStrings, { item, entry }: Unit): 'approved' | 'locked' | undefined {
    const stored = this.#find(file, item.key)
    if (stored === undefined || sameMessage(valueOf(stored), entry.value)) return undefined
    if (stored.locked === true) return 'locked'
    return stored.state === 'approved' ? 'approved' : undefined
  }

  #find({ source, locale }: TargetStrings, key: string): Stored | undefined {
    return this.#texts.get(toPlace(locale, escapeInvisible(source.path), escapeInvisible(key)))
  }

  async #read(args: Readonly<Record<string, unknown>>): Promise<void> {
    const query = { ...this.#place, ...args, max_bytes: MAX_BYTES }
    for await (const { entries } of callPages(this.#caller, 'get_entries', query, Rows)) {
      for (const { key, file, src, texts } of entries) {
        for (const [locale, text] of Object.entries(texts))
          this.#texts.set(toPlace(locale, file, key), { ...text, src })
      }
    }
  }
}

const toPlace = (locale: string, file: string, key: string): string => JSON.stringify([locale, file, key])

const valueOf = ({ text, forms = {} }: Stored): Message => text ?? forms
