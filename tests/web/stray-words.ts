/** Elements without text of their own, and those whose text is in no language: names, keys, code. */
const VOID = new Set(['area', 'base', 'br', 'col', 'hr', 'img', 'input', 'link', 'meta', 'path', 'rect', 'use', 'wbr'])
const SKIPPED = new Set(['bdi', 'code', 'kbd', 'pre', 'script', 'style', 'template', 'textarea', 'q'])

const TOKEN = /<!doctype html>|<(\/)?([a-z][a-z0-9-]*)((?:\s+[^\s=>]+(?:="[^"]*")?)*)\s*(\/)?>|([^<]+)/gi
const SPOKEN = /\s(?:aria-label|title|placeholder|alt)="([^"]*)"/g

/** The words in Latin letters that a page of another script shows or reads out, without those that are marked as such. */
export function findLatinWords(html: string): readonly string[] {
  const words: string[] = []
  const open: { readonly tag: string; readonly isSkipped: boolean }[] = []
  for (const [, closing, name = '', attributes = '', selfClosing, text] of html.matchAll(TOKEN)) {
    const isSkipped = open.at(-1)?.isSkipped ?? false
    const tag = name.toLowerCase()
    if (text !== undefined) {
      if (!isSkipped) words.push(...listLatin(text))
    } else if (closing !== undefined) {
      while (open.length > 0 && open.pop()?.tag !== tag);
    } else {
      const skips =
        isSkipped ||
        SKIPPED.has(tag) ||
        (tag !== 'html' && / (?:lang|translate)="/.test(attributes)) ||
        isData(attributes)
      if (!skips) for (const [, spoken = ''] of attributes.matchAll(SPOKEN)) words.push(...listLatin(spoken))
      if (selfClosing === undefined && !VOID.has(tag)) open.push({ tag, isSkipped: skips })
    }
  }
  return words
}

/** Classes of codes and keys. */
const isData = (attributes: string): boolean => /\sclass="[^"]*\b(?:locale-code|mono)\b/.test(attributes)

/** Values of messages stand in isolates on pages that are written from right to left. */
const listLatin = (text: string): readonly string[] =>
  text
    .replace(/&#?\w+;/g, ' ')
    .replace(/\u2068[^\u2069]*\u2069/g, ' ')
    .match(/\p{Script=Latin}[\p{Script=Latin}\p{M}'’-]*/gu) ?? []
