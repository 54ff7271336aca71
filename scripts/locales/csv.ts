/** Returns the rows of comma-separated values (RFC 4180): a quoted cell may have commas, doubled quotes and line breaks. */
export function parseCsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = []
  let row: string[] = []
  const cell = /(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r?\n|$)/gy
  for (let match = cell.exec(text); match !== null; match = cell.exec(text)) {
    const [, quoted, plain = '', end] = match
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end !== ',') {
      if (row.length > 1 || row[0] !== '') rows.push(row)
      row = []
    }
    if (cell.lastIndex >= text.length) break
  }
  return rows
}
