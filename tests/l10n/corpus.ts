import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { corpusFolder } from '../require.ts'
import { isNightly } from '../runs.ts'

/** Folders with an `en.json` and its translations. */
export const JSON_FOLDERS = [
  'mastodon-formatjs-json/app/javascript/mastodon/locales',
  'uptimekuma-vue-json/src/lang',
  'starlight-mdx/packages/starlight/translations',
] as const

/** The JSON files of the corpus, by path below its root. */
export function corpusJson(): { readonly path: string; readonly text: string }[] {
  return JSON_FOLDERS.flatMap(folder =>
    readdirSync(join(corpusFolder, folder))
      .filter(name => name.endsWith('.json'))
      .map(name => ({ path: `${folder}/${name}`, text: readCorpus(`${folder}/${name}`) })),
  )
}

/** At night all files of one kind, by day the smallest: what holds of a format is proven by two. */
export const chosen = <T extends { readonly text: string }>(files: readonly T[], byDay = 2): readonly T[] =>
  isNightly ? files : files.toSorted((a, b) => a.text.length - b.text.length).slice(0, byDay)

/** A file of the corpus. */
export const readCorpus = (path: string): string => readFileSync(join(corpusFolder, path), 'utf8')
