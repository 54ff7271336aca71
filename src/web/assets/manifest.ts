import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'

interface Asset {
  /** Contains a hash of the content, so that it can be cached forever. */
  readonly path: string
  readonly type: string
  readonly bytes: Buffer
}

/** Imported by the page of a review. */
const REVIEW_ELEMENTS = loadAsset('review-elements.js', 'text/javascript; charset=utf-8')

export const ASSETS = {
  style: loadAsset('style.css', 'text/css; charset=utf-8'),
  /** The pages of projects only. */
  project: loadFolder('project', 'text/css; charset=utf-8'),
  frame: loadAsset('project-frame.js', 'text/javascript; charset=utf-8'),
  /** The page of an open run only. */
  run: loadAsset('run.js', 'text/javascript; charset=utf-8'),
  /** The list of strings and the editor only. */
  editor: loadAsset('editor.js', 'text/javascript; charset=utf-8'),
  /** The page of a review only. */
  review: loadAsset('review.js', 'text/javascript; charset=utf-8', { 'review-elements.js': REVIEW_ELEMENTS }),
  reviewElements: REVIEW_ELEMENTS,
  once: loadAsset('send-once.js', 'text/javascript; charset=utf-8'),
  copy: loadAsset('copy.js', 'text/javascript; charset=utf-8'),
  mark: loadAsset('mark.svg', 'image/svg+xml'),
} as const

export const findAsset = (path: string): Asset | undefined => Object.values(ASSETS).find(one => one.path === path)

/** Loads a file. The scripts that it imports are named by their paths. */
function loadAsset(name: string, type: string, imports: Readonly<Record<string, Asset>> = {}): Asset {
  const bytes = readFileSync(new URL(name, import.meta.url))
  const text = Object.entries(imports).reduce(
    (script, [imported, { path }]) => script.replace(`'./${imported}'`, `'${path}'`),
    bytes.toString(),
  )
  return toAsset(name, type, Buffer.from(text))
}

/** Joins the style sheets of a folder to one asset: `base.css`, then the others by name. */
function loadFolder(folder: string, type: string): Asset {
  const names = readdirSync(new URL(folder, import.meta.url)).filter(
    name => name.endsWith('.css') && name !== 'base.css',
  )
  const bytes = ['base.css', ...names.sort()].map(name => readFileSync(new URL(`${folder}/${name}`, import.meta.url)))
  return toAsset(`${folder}.css`, type, Buffer.concat(bytes))
}

function toAsset(name: string, type: string, bytes: Buffer): Asset {
  const mark = createHash('sha256').update(bytes).digest('hex').slice(0, 10)
  return { path: `/assets/${name.replace('.', `.${mark}.`)}`, type, bytes }
}
