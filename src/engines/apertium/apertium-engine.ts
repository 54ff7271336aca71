import { realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Engine, EngineError } from '../../l10n/engines/engine.ts'
import { estimateCharacters } from '../characters.ts'
import type { Part, Segment } from '../template/segments.ts'
import { translateItems } from '../template/translate-items.ts'
import { ApertiumPair } from './pair.ts'
import { findMode, findModesFolder, listModes } from './pairs.ts'
import { fromStream, toStream } from './stream.ts'

/** Languages that write nouns with a capital letter. */
const CAPITAL_NOUNS = ['de', 'lb', 'nds']
const WORD = /\p{L}[\p{L}\p{M}\p{N}'’-]*/gu
const SENTENCE_START = /(?:^|[.!?:…][\s)"'»”]*|[¿¡])$/u

/**
 * Gives words capital letters as in the source. Apertium begins what it takes for a sentence with a capital letter, such as the word after a placeholder or
 * after an unknown word. Only a source with capital letters in the middle of its sentences gives reason for them.
 */
function recase(source: Segment, translation: Segment, locale: string): Segment {
  if (CAPITAL_NOUNS.includes(new Intl.Locale(locale).language)) return translation
  const known = new Set(wordsOf(source))
  const hasInner = listInnerWords(source).some(startsUpper)
  const isLower = !startsUpper(wordsOf(source)[0] ?? '')
  let isFirst = true
  return translation.map((part, at) => {
    if (part.kind === 'kept') return part
    const before = translation.slice(0, at)
    const text = part.text.replaceAll(WORD, (word, offset: number) => {
      const isStart = isFirst || SENTENCE_START.test(toText(before) + part.text.slice(0, offset))
      const isRight = isFirst ? !isLower : isStart || hasInner
      isFirst = false
      const keeps = isRight || known.has(word) || !isTitle(word)
      return keeps ? word : word.charAt(0).toLocaleLowerCase(locale) + word.slice(1)
    })
    return { ...part, text }
  })
}

/** Kept parts as a character that is neither a letter nor punctuation. */
const toText = (parts: readonly Part[]): string =>
  parts.map(part => (part.kind === 'words' ? part.text : '\uFFFC')).join('')

const wordsOf = (segment: Segment): readonly string[] => toText(segment).match(WORD) ?? []

/** Words that no sentence begins with. */
function listInnerWords(segment: Segment): readonly string[] {
  const text = toText(segment)
  const words = [...text.matchAll(WORD)]
  return words.slice(1).flatMap(({ 0: word, index }) => (SENTENCE_START.test(text.slice(0, index)) ? [] : [word]))
}

const startsUpper = (word: string): boolean => /^\p{Lu}/u.test(word)
const isTitle = (word: string): boolean => /^\p{Lu}(?:\P{Lu}*)$/u.test(word) && word.length > 1

export interface ApertiumOptions {
  readonly id: string
  /** Path of the program `apertium`. */
  readonly program: string
  /** The folder with language data; undefined for that of the program. */
  readonly dataFolder?: string | undefined
  readonly timeoutMs?: number | undefined
  readonly idleMs?: number | undefined
}

/**
 * Machine translation by rules, with the program Apertium and the language pairs that are installed on this machine. Nothing leaves the machine. Apertium is
 * separate, GPL-licensed software, and no part of this service. Version 3.7 or later.
 */
export function createApertiumEngine({
  id,
  program,
  dataFolder,
  timeoutMs = 10_000,
  idleMs = 600_000,
}: ApertiumOptions): Engine & { close(): Promise<void> } {
  const folder = findModesFolder(program, dataFolder)
  const reader = join(dirname(realpathSync(program)), 'apertium-wblank-mode')
  const pairs = new Map<string, ApertiumPair>()
  const openPair = (mode: string): ApertiumPair => {
    const pair = pairs.get(mode) ?? new ApertiumPair({ reader, mode: join(folder, `${mode}.mode`), timeoutMs, idleMs })
    pairs.set(mode, pair)
    return pair
  }
  const translate = async (
    { mode, locale }: { readonly mode: string; readonly locale: string },
    segments: readonly Segment[],
    signal: AbortSignal,
  ) => {
    const answers = await openPair(mode).translate(segments.map(toStream), signal)
    return segments.map((segment, at) => {
      const answer = answers[at]
      return answer === undefined ? undefined : recase(segment, fromStream(segment, answer), locale)
    })
  }
  return {
    id,
    kind: 'mt',
    isPaid: false,
    prices: { input: 0, output: 0, characters: 0 },
    concurrency: 4,
    batchSize: 100,
    canRevise: false,
    findUnsupported: (sourceLocale, locale) =>
      findMode(folder, sourceLocale, locale) === undefined ? describeMissing(sourceLocale, locale) : undefined,
    estimate: estimateCharacters,
    translate: async (batch, signal) => {
      const mode = findMode(folder, batch.sourceLocale, batch.locale)
      if (mode === undefined) throw new EngineError('rejected', describeMissing(batch.sourceLocale, batch.locale))
      const answers = await translateItems(batch, segments =>
        translate({ mode, locale: batch.locale }, segments, signal),
      )
      const isComplete = answers.length === batch.items.length
      return {
        answers,
        usage: estimateCharacters(batch),
        model: mode,
        ...(!isComplete && { problem: 'Apertium did not answer in time, or its translation lost a placeholder.' }),
      }
    },
    test: async signal => {
      const modes = listModes(folder)
      const [mode] = modes
      if (mode === undefined) {
        throw new EngineError(
          'rejected',
          'Apertium is installed, but no language pair. Install one (Debian: apertium-eng-spa).',
        )
      }
      const [answer] = await translate({ mode, locale: 'und' }, [[{ kind: 'words', text: 'a' }]], signal)
      if (answer === undefined) throw new EngineError('timeout', `Apertium ${mode} does not answer.`)
      return `Apertium answers. Language pairs: ${modes.join(', ')}.`
    },
    close: async () => {
      await Promise.all([...pairs.values()].map(pair => pair.close()))
    },
  }
}

const describeMissing = (sourceLocale: string, locale: string): string =>
  `Apertium has no language pair from ${sourceLocale} to ${locale} on this server. Install the pair, or use another engine.`
