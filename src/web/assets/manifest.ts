import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

interface Asset {
  /** Contains a hash of the content, so that it can be cached forever. */
  readonly path: string
  readonly type: string
  readonly bytes: Buffer
}

export const ASSETS = {
  style: loadAsset('style.css', 'text/css; charset=utf-8'),
  /** The pages of projects only. */
  project: loadAsset('project.css', 'text/css; charset=utf-8'),
  /** The page of an open run only. */
  run: loadAsset('run.js', 'text/javascript; charset=utf-8'),
  once: loadAsset('send-once.js', 'text/javascript; charset=utf-8'),
  copy: loadAsset('copy.js', 'text/javascript; charset=utf-8'),
  mark: loadAsset('mark.svg', 'image/svg+xml'),
} as const

export const findAsset = (path: string): Asset | undefined => Object.values(ASSETS).find(one => one.path === path)

function loadAsset(name: string, type: string): Asset {
  const bytes = readFileSync(new URL(name, import.meta.url))
  const mark = createHash('sha256').update(bytes).digest('hex').slice(0, 10)
  return { path: `/assets/${name.replace('.', `.${mark}.`)}`, type, bytes }
}
