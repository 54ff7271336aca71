import { getAttribute, listElements, type XmlElement } from '../xml/tree.ts'

/** Maximum references stored per entry, and their UTF-16 code units in total. */
const MAX_REFERENCES = 50
const MAX_REFERENCE_UNITS = 4_000

/**
 * Reads the locations of messages in the order of the file: a location without a file name is in the file of the one before it, and a line with a sign counts
 * from the line before it in that file.
 */
export class LocationReader {
  isRelative = false
  readonly #lines = new Map<string, number>()
  #file = ''

  read(message: XmlElement): readonly string[] {
    const found: string[] = []
    let room = MAX_REFERENCE_UNITS
    let file = this.#file
    for (const [at, location] of listElements(message, 'location').entries()) {
      const name = getAttribute(location, 'filename') ?? ''
      if (name === '') this.isRelative = true
      else {
        file = name
        if (at === 0) this.#file = name
      }
      const line = this.#readLine(getAttribute(location, 'line') ?? '', file)
      const place = line === undefined ? file : `${file}:${line}`
      room -= place.length
      if (place !== '' && room >= 0 && found.length < MAX_REFERENCES) found.push(place)
    }
    return found
  }

  #readLine(value: string, file: string): number | undefined {
    if (!/^[+-]?\d{1,9}$/.test(value)) return undefined
    const line = Number(value)
    if (/^\d/.test(value)) return line
    this.isRelative = true
    const sum = (this.#lines.get(file) ?? 0) + line
    this.#lines.set(file, sum)
    return sum
  }
}
