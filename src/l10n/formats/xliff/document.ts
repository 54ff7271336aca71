import type { AppError } from '../../../errors.ts'
import { quote } from '../../../text/quote.ts'
import { MAX_ENTRIES, MAX_KEY_UNITS, SPLIT_FILE_FIX } from '../faults.ts'
import { parseXml, parseXmlIfAny, xmlFault } from '../xml/scan.ts'
import { findAttribute, getAttribute, isElement, listElements, type XmlDocument, type XmlElement } from '../xml/tree.ts'

/** A parsed file. XLIFF 1.0 and 1.1 are read as 1.2; 2.0, 2.1 and 2.2 alike. */
export interface XliffDocument {
  readonly xml: XmlDocument
  readonly version: 1 | 2
  /** As the file declares it: `1.2`. */
  readonly declared: string
  /** The namespace prefix of the file with its colon; usually empty. */
  readonly prefix: string
  readonly files: readonly XmlElement[]
  /** In the order of the file. */
  readonly units: readonly XliffUnit[]
  /** The elements that contain units, by path: a `<file>` (in XLIFF 1.2 its `<body>`) and its groups. */
  readonly containers: ReadonlyMap<string, XmlElement>
}

/** A `<trans-unit>` of XLIFF 1.2, or a `<unit>` of XLIFF 2. */
export interface XliffUnit {
  readonly element: XmlElement
  readonly parent: XmlElement
  readonly file: XmlElement
  /** The path or ID of its file, which starts its key in documents of several files. */
  readonly fileKey: string
  readonly id: string
  /** `resname` in XLIFF 1.2, `name` in XLIFF 2. */
  readonly name: string | undefined
  /** Of the containers of its document. */
  readonly path: string
  readonly isTranslatable: boolean
  /** Empty if no part of it is to be translated. */
  readonly segments: readonly XliffSegment[]
}

/** A source string with its translation: a `<trans-unit>`, or a `<segment>`. */
export interface XliffSegment {
  readonly unit: XliffUnit
  /** The parent of source and target. */
  readonly element: XmlElement
  /** Of a segment of XLIFF 2: its ID, or its position in the unit, from 1. */
  readonly id: string | undefined
  readonly source: XmlElement
  readonly target: XmlElement | undefined
}

/**
 * Parses a file.
 * @throws AppError `invalid_input` with line and column
 */
export const parseXliff = (file: string): XliffDocument => new Reader(parseXml(file, 'XLIFF')).read()

/** As `parseXliff`, but returns undefined for an empty file, or one of comments. */
export function parseXliffIfAny(file: string): XliffDocument | undefined {
  const xml = parseXmlIfAny(file, 'XLIFF')
  return xml && new Reader(xml).read()
}

/** The attribute of a file with its target locale: `target-language` of each `<file>`, `trgLang` of the root in XLIFF 2. */
export const getTargetLanguages = ({ xml, version, files }: XliffDocument): readonly (string | undefined)[] =>
  version === 2 ? [getAttribute(xml.root, 'trgLang')] : files.map(file => getAttribute(file, 'target-language'))

type Place = Pick<XliffUnit, 'parent' | 'file' | 'fileKey' | 'path' | 'isTranslatable'>

class Reader {
  readonly #xml: XmlDocument
  readonly #prefix: string
  readonly #version: 1 | 2
  readonly #declared: string
  readonly #units: XliffUnit[] = []
  readonly #containers = new Map<string, XmlElement>()

  constructor(xml: XmlDocument) {
    const { root } = xml
    this.#xml = xml
    this.#prefix = root.name.slice(0, root.name.indexOf(':') + 1)
    if (root.name !== `${this.#prefix}xliff`) {
      throw this.#fault(root, `the root element is <${root.name.slice(0, 60)}>`, 'Write <xliff version="1.2"> or 2.0.')
    }
    this.#declared = getAttribute(root, 'version') ?? ''
    const version = /^([12])(?:\.\d+)?$/.exec(this.#declared.trim())?.[1]
    if (version === undefined) {
      const { start } = findAttribute(root, 'version') ?? root
      const what = `the version is ${quote(this.#declared)}`
      throw xmlFault(xml, start, what, 'Write version="1.2", "2.0", "2.1" or "2.2".')
    }
    this.#version = version === '1' ? 1 : 2
  }

  read(): XliffDocument {
    const files = this.#list(this.#xml.root, 'file')
    const seen = new Map<string, number>()
    for (const file of files) {
      const name = getAttribute(file, 'original') ?? getAttribute(file, 'id') ?? ''
      const count = (seen.get(name) ?? 0) + 1
      seen.set(name, count)
      const body = this.#version === 1 ? this.#list(file, 'body')[0] : undefined
      const path = `${count} ${name}`
      if (body !== undefined) this.#containers.set(path, body)
      this.#readContainer(file, { file, fileKey: name, path, isTranslatable: getAttribute(file, 'translate') !== 'no' })
    }
    const [xml, version, declared, prefix] = [this.#xml, this.#version, this.#declared, this.#prefix]
    return { xml, version, declared, prefix, files, units: this.#units, containers: this.#containers }
  }

  #readContainer(container: XmlElement, place: Omit<Place, 'parent'>): void {
    if (!this.#containers.has(place.path)) this.#containers.set(place.path, container)
    const unitName = this.#version === 1 ? 'trans-unit' : 'unit'
    for (const element of container.children) {
      if (!isElement(element) || !element.name.startsWith(this.#prefix)) continue
      const name = element.name.slice(this.#prefix.length)
      if (name === unitName) this.#readUnit(element, { ...place, parent: container })
      else if (name === 'body') this.#readContainer(element, place)
      else if (name === 'group') {
        const path = `${place.path}\n${getAttribute(element, 'id') ?? ''}`
        this.#readContainer(element, { ...place, path, isTranslatable: this.#isTranslatable(element, place) })
      }
    }
  }

  #isTranslatable(element: XmlElement, { isTranslatable }: Pick<Place, 'isTranslatable'>): boolean {
    const own = getAttribute(element, 'translate')
    return own === undefined ? isTranslatable : own !== 'no'
  }

  #readUnit(element: XmlElement, place: Place): void {
    if (this.#units.length >= MAX_ENTRIES) {
      throw this.#fault(element, `the file has more than ${MAX_ENTRIES} units`, SPLIT_FILE_FIX)
    }
    const named = getAttribute(element, this.#version === 1 ? 'resname' : 'name')
    const name = named === '' ? undefined : named
    const id = getAttribute(element, 'id') ?? name
    if (id === undefined) throw this.#fault(element, `<${element.name}> has no id`, 'Add the attribute id.')
    for (const [attribute, value] of Object.entries({ name: name ?? '', id })) {
      if (value.length <= MAX_KEY_UNITS) continue
      const what = `the ${attribute} of <${element.name}> has ${value.length} characters; the limit is ${MAX_KEY_UNITS}`
      throw this.#fault(element, what, 'Use a shorter one.')
    }
    const segments: XliffSegment[] = []
    const unit = { element, ...place, isTranslatable: this.#isTranslatable(element, place), id, name, segments }
    if (this.#version === 1) segments.push(this.#readSegment(element, unit, undefined))
    else {
      const elements = this.#list(element, 'segment')
      for (const [at, segment] of elements.entries()) {
        segments.push(this.#readSegment(segment, unit, getAttribute(segment, 'id') ?? String(at + 1)))
      }
    }
    this.#units.push(unit)
  }

  #readSegment(element: XmlElement, unit: XliffUnit, id: string | undefined): XliffSegment {
    const [source] = this.#list(element, 'source')
    if (source === undefined) throw this.#fault(element, `<${element.name}> has no <source>`, 'Add its source string.')
    return { unit, element, id, source, target: this.#list(element, 'target')[0] }
  }

  #list(element: XmlElement, name: string): XmlElement[] {
    return listElements(element, this.#prefix + name)
  }

  #fault({ start }: XmlElement, what: string, fix: string): AppError {
    return xmlFault(this.#xml, start, what, fix)
  }
}
