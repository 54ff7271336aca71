import { AppError } from '../../../errors.ts'
import type { Message } from '../../../l10n/message/message.ts'
import type { Reader } from '../../../store/store.ts'
import { matchLocale } from '../../projects/locales.ts'
import { EntryFinder, type EntryName } from '../../translations/find-entry.ts'
import type { Project } from '../../translations/records.ts'
import { findRepetitions, hashRevisions, type Repetition, sortRepetitions } from './find-repetitions.ts'

/** A submitted item whose translation may be applied to further strings. */
interface RepeatableItem extends EntryName {
  readonly src: string
  readonly also?: number | undefined
  readonly also_rev?: string | undefined
  readonly text?: string | undefined
  readonly forms?: Readonly<Record<string, string>> | undefined
  readonly texts?: Readonly<Record<string, Message>> | undefined
  readonly rev?: number | Readonly<Record<string, number>> | undefined
}

/** An item that another one asked for. */
export type ExpandedItem<Item> = Item & { readonly isRepetition?: true }

/** The items of a call, with those that they ask for. */
export interface Expansion<Item> {
  readonly items: readonly ExpandedItem<Item>[]
  /** Items whose repetitions changed since they were read. They are not among `items`. */
  readonly changed: readonly Item[]
}

/**
 * Adds an item for each string that an item with `also` stands for: strings without a translation, or with `also_rev` those with one, if none of them changed
 * since. A string that the call names keeps its own item.
 * @throws AppError `invalid_input` on a branch, which has no index of equal sources
 */
export async function expandItems<Item extends RepeatableItem>(
  items: readonly Item[],
  given: string | undefined,
  { project, branch }: { readonly project: Project; readonly branch: string },
  read: Reader,
): Promise<Expansion<Item>> {
  if (!items.some(isRepeated)) return { items, changed: [] }
  if (branch !== project.main_branch) {
    throw new AppError('invalid_input', `also is only for ${project.main_branch}, and the branch is ${branch}.`, {
      fix: 'Omit also, and send a translation for each string.',
    })
  }
  const found = await new EntryFinder(project, branch, read).findAll(items)
  const named = new Set(found.flatMap(one => ('code' in one ? [] : [one.entry.id])))
  const all: ExpandedItem<Item>[] = []
  const changed: Item[] = []
  for (const [at, item] of items.entries()) {
    const one = found[at]
    if (!isRepeated(item) || one === undefined || 'code' in one) {
      all.push(item)
      continue
    }
    const others = (await findRepetitions(one.entry, one.line, read)).filter(({ id }) => !named.has(id))
    const added = new Map<string, ExpandedItem<Item>>()
    const replaced: Repetition[] = []
    for (const [tag, value] of listTexts(item, given)) {
      const locale = matchLocale(project, tag)
      if (locale === undefined) continue
      const own = await sortRepetitions([one.entry], locale, read)
      // The row stood for strings without a translation. Its own has one meanwhile, so the text would divide the group.
      if (item.also_rev === undefined && own.open.length === 0) continue
      const { open, translated } = await sortRepetitions(others, locale, read)
      if (item.also_rev !== undefined) replaced.push(...translated)
      for (const { entry, translation } of item.also_rev === undefined ? open : translated) {
        const known = added.get(entry.id)
        const rev = { ...toRecord(known?.rev), ...(item.also_rev !== undefined && { [locale]: translation.rev }) }
        const texts = { ...known?.texts, [locale]: value }
        const { text: _text, forms: _forms, key: _key, file: _file, ...rest } = item
        added.set(entry.id, { ...rest, id: entry.short, texts, rev, isRepetition: true } as ExpandedItem<Item>)
      }
    }
    if (item.also_rev !== undefined && item.also_rev !== hashRevisions(replaced)) {
      changed.push(item)
      continue
    }
    all.push(item, ...added.values())
    for (const id of added.keys()) named.add(id)
  }
  return { items: all, changed }
}

/** Returns whether an item asks for further strings: `also: 0` does not. */
const isRepeated = ({ also = 0 }: RepeatableItem): boolean => also > 0

const toRecord = (rev: RepeatableItem['rev']): Readonly<Record<string, number>> => (typeof rev === 'object' ? rev : {})

/** Lists the texts of an item by locale. The empty tag means a text without a locale. */
export function listTexts(
  item: Pick<RepeatableItem, 'text' | 'forms' | 'texts'>,
  locale: string | undefined,
): readonly (readonly [string, Message])[] {
  if (item.texts !== undefined) return Object.entries(item.texts)
  return [[locale ?? '', item.forms ?? item.text ?? '']]
}
