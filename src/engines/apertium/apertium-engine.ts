import { realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Engine, EngineError } from '../../l10n/engines/engine.ts'
import { estimateCharacters } from '../characters.ts'
import type { Segment } from '../template/segments.ts'
import { translateItems } from '../template/translate-items.ts'
import { ApertiumPair } from './pair.ts'
import { findMode, findModesFolder, listModes } from './pairs.ts'
import { recase } from './recase.ts'
import { fromStream, toStream } from './stream.ts'

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
