/** The content of a line, without the prefix of its containers and without trailing blanks. */
export interface Line {
  readonly start: number
  readonly end: number
  /** Whether the line ends with a hard break: a backslash, or two spaces that are not part of the content. */
  readonly breaks?: 'backslash' | 'spaces'
}

/**
 * Lists the lines of a paragraph. Its containers begin each line but the first with blanks and the marks of its `quotes` block quotes, which a lazy line lacks.
 */
export function listLines(text: string, start: number, end: number, quotes: number): Line[] {
  const lines: Line[] = []
  let from = start
  for (;;) {
    const eol = text.indexOf('\n', from)
    const stop = eol === -1 || eol > end ? end : eol
    const content = trimEnd(text, from, stop)
    const isLast = stop === end
    const breaks = isLast ? undefined : findBreak(text, from, content, stop)
    lines.push({ start: from, end: content, ...(breaks !== undefined && { breaks }) })
    if (isLast) return lines
    from = skipPrefix(text, stop + 1, end, quotes)
  }
}

function skipPrefix(text: string, start: number, end: number, quotes: number): number {
  let at = skipBlanks(text, start, end)
  for (let left = quotes; left > 0 && text[at] === '>' && at < end; left -= 1) at = skipBlanks(text, at + 1, end)
  return at
}

function skipBlanks(text: string, start: number, end: number): number {
  let at = start
  while (at < end && (text[at] === ' ' || text[at] === '\t')) at += 1
  return at
}

function trimEnd(text: string, start: number, end: number): number {
  let at = end
  while (at > start && /[ \t\r]/.test(text[at - 1] ?? '')) at -= 1
  return at
}

function findBreak(text: string, start: number, content: number, stop: number): Line['breaks'] {
  const blanks = text.slice(content, stop).replace(/\r$/, '')
  if (blanks.endsWith('  ')) return 'spaces'
  let slashes = 0
  while (content - slashes > start && text[content - slashes - 1] === '\\') slashes += 1
  return blanks === '' && slashes % 2 === 1 ? 'backslash' : undefined
}

/** Joins lines by a space. A hard break is a backslash with a line break. */
export function joinLines(text: string, lines: readonly Line[]): string {
  return lines
    .map(({ start, end, breaks }, at) => {
      const content = text.slice(start, end)
      if (breaks === undefined || at === lines.length - 1) return at === lines.length - 1 ? content : `${content} `
      return breaks === 'spaces' ? `${content}\\\n` : `${content}\n`
    })
    .join('')
}
