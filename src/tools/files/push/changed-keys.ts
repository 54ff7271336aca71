import { z } from 'zod'
import { toPlace } from '../../../l10n/matching/match-strings.ts'
import { echo } from '../../../text/escape.ts'
import { findEffect, type Loss } from './counts.ts'
import type { PushPlan } from './file-plan.ts'
import type { OldString, PlannedString } from './plan/strings.ts'

const Keys = z.array(z.string()).optional()

/** The first 20 keys by effect on their strings, except those that have another place. Long keys are cut. */
export const ChangedKeys = z.object({ added: Keys, changed: Keys, revived: Keys, dropped: Keys })

/** The first 20 strings with another place, as `from → to`, and `one ↔ other` for those that swapped theirs. */
export const ChangedPlaces = z.object({ renames: Keys, moves: Keys, swaps: Keys })

type ListedKeys = z.output<typeof ChangedPlaces> & { readonly keys?: z.output<typeof ChangedKeys> }

const MAX_KEYS = 20
const MAX_KEY_UNITS = 100

const LISTS = {
  added: 'added',
  changed: 'changed',
  revived: 'revived',
  renamed: 'renames',
  moved: 'moves',
  swapped: 'swaps',
} as const

/** Lists the keys that a push changes. In a push of several files, each key follows its path. */
export function listChangedKeys(
  { files, takeovers }: Pick<PushPlan, 'files' | 'takeovers'>,
  losses: readonly Loss[],
  swapped: ReadonlySet<PlannedString>,
): ListedKeys {
  const isOneFile = new Set([...files, ...losses].map(({ path }) => path)).size === 1
  const at = (path: string): string => (isOneFile ? '' : `${shorten(path)}: `)
  const lists = new Map<string, string[]>()
  const list = (name: string, describeOne: () => string): void => {
    const texts = lists.get(name) ?? []
    if (texts.length === MAX_KEYS) return
    const text = describeOne()
    if (!texts.includes(text)) lists.set(name, [...texts, text])
  }
  for (const { path, strings } of files) {
    for (const string of strings) {
      const effect = findEffect(string, swapped)
      if (effect !== 'unchanged') list(LISTS[effect], () => describe(string, effect, { path, at }))
    }
  }
  for (const { before, copy, item } of takeovers) {
    if (item === undefined) list('moves', () => describeTo(before, copy.path, copy.key))
  }
  for (const { path, absent } of losses) {
    for (const { key } of absent.slice(0, MAX_KEYS)) list('dropped', () => `${at(path)}${shorten(key)}`)
  }
  const keys = Object.fromEntries(
    ['added', 'changed', 'revived', 'dropped'].flatMap(name => {
      const texts = lists.get(name)
      return texts === undefined ? [] : [[name, texts]]
    }),
  )
  const places = Object.fromEntries([...lists].filter(([name]) => name in ChangedPlaces.shape))
  return { ...(Object.keys(keys).length > 0 && { keys }), ...places }
}

function describe(
  { item, before }: PlannedString,
  effect: keyof typeof LISTS,
  { path, at }: { readonly path: string; readonly at: (path: string) => string },
): string {
  const now = shorten(item.key)
  if (before === undefined) return `${at(path)}${now}`
  const from = shorten(before.key)
  switch (effect) {
    case 'renamed':
      return `${at(path)}${from} → ${now}`
    case 'moved':
      return describeTo(before, path, item.key)
    case 'swapped': {
      const places = [`${at(before.path)}${from}`, `${at(path)}${now}`].sort()
      return places.join(' ↔ ')
    }
    case 'added':
    case 'changed':
    case 'revived':
      return `${at(path)}${now}`
  }
}

const describeTo = (from: OldString, path: string, key: string): string =>
  `${shorten(from.path)}: ${shorten(from.key)} → ${shorten(path)}: ${shorten(key)}`

/** Finds the strings that took each other's place. */
export function findSwapped({ files }: Pick<PushPlan, 'files'>): ReadonlySet<PlannedString> {
  const moves = new Map<string, { readonly string: PlannedString; readonly to: string }>()
  for (const { file, path, strings } of files) {
    for (const string of strings) {
      const { kind, before, item } = string
      if (before === undefined || (kind !== 'renamed' && kind !== 'moved')) continue
      moves.set(toPlace(before), {
        string,
        to: toPlace({ file: file?.id ?? path, key: item.key, context: item.context }),
      })
    }
  }
  const swapped = new Set<PlannedString>()
  for (const [from, { string, to }] of moves) if (moves.get(to)?.to === from) swapped.add(string)
  return swapped
}

/** The first lost keys. */
export const toLostKeys = (lost: readonly OldString[]): string[] =>
  lost.map(({ path, key }) => `${shorten(path)}: ${shorten(key)}`)

function shorten(name: string): string {
  const shown = echo(name)
  return shown.length <= MAX_KEY_UNITS ? shown : `${shown.slice(0, MAX_KEY_UNITS - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
