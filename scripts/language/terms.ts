import { readFileSync } from 'node:fs'

/** A word that is not to be used, and the word of the glossary that replaces it. */
export interface Term {
  readonly word: string
  readonly instead: string
}

/** The words in bold in the last column of the glossary's tables. */
export function glossaryTerms(): readonly Term[] {
  const rows = readFileSync(new URL('../../docs/glossary.md', import.meta.url), 'utf8').split('\n')
  return rows.flatMap(row => {
    const [, instead = '', , banned = ''] = row.split('|').map(cell => cell.trim())
    return [...banned.matchAll(/\*\*([^*]+)\*\*/g)].map(([, word = '']) => ({ word, instead }))
  })
}
