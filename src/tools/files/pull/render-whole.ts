import { targetPath } from '../../../l10n/files/target-path.ts'
import type { ReadDeps } from '../../pipeline/call.ts'
import { type BlankFile, type RenderedFile, renderFor, toContent } from './render-file.ts'
import type { RenderedSource } from './rendering.ts'
import { deliversDecided, findImportedFile, findReviewedFile, getReviewedSource } from './target-files.ts'

type Rendered = RenderedFile | BlankFile

/** What a file keeps that nobody decided on: nothing, the texts that it has, or those and all imported ones. */
type Keeping = 'decided' | 'own' | 'imported'

/**
 * Renders a file that has all locales, one after the other; returns it for each of `locales`. What nobody decided on stays only in the file of a caller who has
 * it: the pushed one, the one before, or the pushed one with what was imported since.
 */
export async function renderWhole(
  from: RenderedSource,
  locales: readonly string[],
  reading: ReadDeps,
): Promise<readonly Rendered[]> {
  const { branchFile, file } = from.source
  const reviewed = getReviewedSource(from.source, from.project)
  const render = (base: string, keeps: Keeping) => renderChain(from, locales, { base, keeps }, reading)
  const has = from.have.get(file.path)
  const own = [branchFile, reviewed].find(({ sha256 }) => sha256 === has)
  if (own !== undefined) return render(own.content, 'own')
  const pulled = has === undefined ? [] : await render(branchFile.content, 'imported')
  const isSame = pulled.some(one => one.content !== undefined && one.sha256 === has)
  return isSame ? pulled : render(reviewed.content, 'decided')
}

async function renderChain(
  from: RenderedSource,
  locales: readonly string[],
  { base, keeps }: { readonly base: string; readonly keeps: Keeping },
  reading: ReadDeps,
): Promise<readonly Rendered[]> {
  const { project, rule, source } = from
  const { file, branchFile } = source
  const { read, computed } = reading
  let content = base
  const render = async (locale: string): Promise<Rendered> => {
    const path = targetPath(rule, locale)
    const place = { path, format: file.format, source: branchFile.content, locale }
    const imported = await findImportedFile({ ...from, locale }, read)
    const reviewed = await findReviewedFile({ ...from, locale }, read)
    const readTexts = async (text: string) => (await computed.readTarget({ ...place, content: text })).entries
    if (keeps === 'imported' && imported !== undefined) {
      const entries = await readTexts(imported.content)
      const values = new Map(entries.map(({ key, value }) => [key, value]))
      const states = new Map(entries.flatMap(({ key, state }) => (state === undefined ? [] : [[key, state]])))
      content = await computed.writeTarget({ ...place, base: content, values, states })
    }
    const ownTexts =
      keeps === 'own' ? new Map((await readTexts(base)).map(({ key, value }) => [key, value])) : undefined
    const target = {
      ...from,
      locale,
      path,
      base: keeps === 'imported' ? imported : reviewed,
      before: content,
      decided: (branchFile.reviewed ?? branchFile).content,
      isOwner: keeps !== 'decided',
      conflictsOn: imported?.branch,
      ownTexts,
    }
    const rendered = await renderFor(target, reading)
    content = rendered.content ?? content
    return rendered
  }
  const files: Rendered[] = []
  for (const locale of locales) files.push(await render(locale))
  if (files.every(one => one.content === undefined)) return files
  // What nobody decided on is not in this file, in whichever locale.
  const others = deliversDecided(project, from.include) ? project.target_locales : []
  for (const locale of others) if (!locales.includes(locale)) await render(locale)
  const whole = toContent(content)
  return files.map(one => (one.content === undefined ? one : { ...one, ...whole }))
}
