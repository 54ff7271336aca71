import type { Branch } from './branches.ts'
import { pick, type Step } from './history.ts'
import type { Listed } from './lines.ts'
import { cellOf } from './looks.ts'
import type { Model } from './model.ts'
import { LOCALES } from './project.ts'
import { readText, type Written } from './texts.ts'

/** Translates three strings. Each step returns whether there was something to do. */
export async function translate(model: Model, branch: Branch, { at, to }: Step): Promise<boolean> {
  const { listed } = branch.list
  const chosen = new Set([0, 1, 2].flatMap(more => pick(listed, at + more) ?? []))
  const locale = pick(LOCALES, to) ?? 'de'
  const shown: [Listed, Written][] = []
  for (const one of chosen) {
    const text = await submit(model, branch, one, locale, to % 5 === 0 ? 'P' : 'A')
    if (text !== undefined) shown.push([one, text])
  }
  await model.lookAll()
  for (const [one, text] of shown) model.expectShown(branch, one, text)
  return chosen.size > 0
}

/** The text, unless it waits as a suggestion. */
async function submit(
  model: Model,
  branch: Branch,
  one: Listed,
  locale: string,
  writer: 'A' | 'P',
): Promise<Written | undefined> {
  const row = await model.findRow(branch, one, locale)
  const written = model.write(one.sourceId, locale, writer)
  const answer = await model.project.submit(branch.name, writer, locale, row, written.text)
  model.record(answer)
  const isStored = answer['accepted'] === 1 && answer['suggested'] === undefined
  // What replaces an approved text waits for a reviewer, also if that was approved for an earlier source.
  const waits = ['approved', 'needs_review'].includes(row.texts[locale]?.state ?? '')
  if (isStored && writer === 'A' && waits) return undefined
  if (isStored) return written
  model.wait(branch, one.id, written)
  return undefined
}

/** A careful reviewer: approves only a text that was written for this source. */
export async function approve(model: Model, branch: Branch, step: Step): Promise<boolean> {
  const { decisions } = model
  const chosen = choose(branch, step, (one, locale) => model.hasText([one.sourceId], locale))
  if (chosen === undefined) return false
  const { one, locale } = chosen
  const row = await model.findRow(branch, one, locale)
  const { text = '', rev } = row.texts[locale] ?? {}
  const written = readText(text)
  if (written?.locale !== locale || !decisions.sourcesOf(written).includes(one.sourceId)) return false
  const answer = await model.project.review(branch.name, locale, { id: row.id, action: 'approve', rev })
  if (answer['approved'] !== 1) return false
  decisions.waiting.delete(text)
  model.record(answer, decisions.approve(written, one.sourceId))
  await model.lookAll()
  model.expectShown(branch, one, written)
  return true
}

/** Says that a stale text fits the new source, too. Of an approved text, that approves it for the new one. */
export async function confirm(model: Model, branch: Branch, step: Step): Promise<boolean> {
  const { decisions } = model
  const chosen = choose(
    branch,
    step,
    ({ line, sourceId }, locale) => !model.hasText([sourceId], locale) && model.hasText(line, locale),
  )
  if (chosen === undefined) return false
  const { one, locale } = chosen
  const row = await model.findRow(branch, one, locale)
  const { text = '', stale } = row.texts[locale] ?? {}
  const written = readText(text)
  if (stale === undefined || written?.locale !== locale) return false
  if (!decisions.sourcesOf(written).some(source => one.line.includes(source))) return false
  const answer = await model.project.confirm(branch.name, locale, row.id)
  const undo = [decisions.confirm(written, one.sourceId)]
  if (decisions.wasApproved(written)) undo.push(decisions.approve(written, one.sourceId))
  model.record(answer, () => {
    for (const each of undo) each()
  })
  await model.lookAll()
  return true
}

/** Sends back a file as it was delivered, with another text for one string and for some more. */
export async function importFile(model: Model, branch: Branch, { at, to }: Step): Promise<boolean> {
  const locale = pick(LOCALES, at + to) ?? 'de'
  const chosen = pick(branch.list.listed, at)
  const shown = model.seen.get(branch.name)?.shown
  if (chosen === undefined || shown === undefined) return false
  const { file } = chosen
  const writer = pick(['I', 'I', 'J', 'K'] as const, to) ?? 'I'
  const fresh = new Map<string, { readonly id: number; readonly written: Written }>()
  const texts = branch.list.listed
    .filter(one => one.file === file)
    .flatMap(one => {
      if (one !== chosen && (one.id + to) % 4 !== 0) {
        const known = shown.get(cellOf(one.id, locale))
        return known === undefined || known.isStale ? [] : [[one, known.written.text] as const]
      }
      const written = model.write(one.sourceId, locale, writer)
      fresh.set(written.text, { id: one.id, written })
      return [[one, written.text] as const]
    })
  const answer = await model.project.importFile(branch.name, writer, file, locale, texts)
  const conflicts = (answer['conflicts'] as { first: readonly { theirs: string }[] } | undefined)?.first ?? []
  for (const { theirs } of conflicts) {
    const sent = fresh.get(theirs)
    if (sent !== undefined) model.wait(branch, sent.id, sent.written)
  }
  model.record(answer)
  await model.lookAll(model.project.format.targetPath(file, locale))
  return true
}

/** A person decides a conflict or a suggestion that was written for the source of its string. */
export async function decide(model: Model, { at, to }: Step): Promise<boolean> {
  const { decisions } = model
  const waiting = pick(model.waiting, at)
  const branch = model.branches.find(({ name }) => name === waiting?.branch)
  const one = branch?.list.listed.find(({ id }) => id === waiting?.id)
  if (waiting === undefined || branch === undefined || one === undefined) return false
  const { locale, text } = waiting
  const row = await model.findRow(branch, one, locale)
  const suggestion = row.texts[locale]?.suggestions?.find(each => each.text === text)
  const written = readText(text)
  if (suggestion === undefined || written?.source !== one.sourceId) return false
  const action = to % 3 === 0 ? 'reject' : 'accept'
  const item = { id: row.id, suggestion: suggestion.id, action }
  const answer = await model.project.review(branch.name, locale, item)
  const isAccepted = answer['accepted'] === 1
  if (isAccepted) {
    decisions.waiting.delete(text)
    decisions.accepted.add(text)
    model.record(answer, () => {
      decisions.waiting.add(text)
      decisions.accepted.delete(text)
    })
  }
  await model.lookAll()
  // Nothing says that an accepted text is an approved one.
  if (isAccepted && model.policy.export === 'translated') model.expectShown(branch, one, written)
  return true
}

/** Reverts one batch of texts or decisions. */
export async function revert(model: Model, { at }: Step): Promise<boolean> {
  const batch = pick(model.batches, at)
  if (batch === undefined) return false
  const answer = await model.project.revert(batch.id)
  if (Number(answer['reverted']) > 0) batch.undo()
  model.batches.splice(model.batches.indexOf(batch), 1)
  model.known.clear()
  await model.lookAll()
  return true
}

function choose(
  branch: Branch,
  { at }: Step,
  isMeant: (one: Listed, locale: string) => boolean,
): { readonly one: Listed; readonly locale: string } | undefined {
  const all = branch.list.listed.flatMap(one => LOCALES.map(locale => ({ one, locale })))
  return pick(
    all.filter(({ one, locale }) => isMeant(one, locale)),
    at,
  )
}
