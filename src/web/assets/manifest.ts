import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROGRAM_FOLDER } from '../../package-root.ts'

const FOLDER = join(PROGRAM_FOLDER, 'web/assets')

interface Asset {
  /** Contains a hash of the content, so that it can be cached forever. */
  readonly path: string
  readonly type: string
  readonly bytes: Buffer
}

export const ASSETS = {
  style: loadAsset('style.css', 'text/css; charset=utf-8'),
  /** The pages of projects only. */
  project: loadFolder('project', 'text/css; charset=utf-8'),
  frame: loadScript('project-frame.js'),
  /** The page of an open run only. */
  run: loadScript('run.js'),
  /** The list of strings and the editor only. */
  editor: loadScript('editor.js'),
  /** The page of a review only. */
  review: loadScript('review.js'),
  /** Imported by it. */
  reviewElements: loadScript('review-elements.js'),
  /** What several scripts import. */
  keys: loadScript('keys.js'),
  unsaved: loadScript('unsaved.js'),
  busy: loadScript('busy.js'),
  once: loadScript('send-once.js'),
  /** The page of a busy server only. */
  retry: loadScript('retry.js'),
  /** The pages that create or use a passkey only. */
  passkey: loadScript('passkey.js'),
  copy: loadScript('copy.js'),
  mark: loadAsset('mark.svg', 'image/svg+xml'),
} as const

export const findAsset = (path: string): Asset | undefined => Object.values(ASSETS).find(one => one.path === path)

function loadAsset(name: string, type: string): Asset {
  return toAsset(name, type, readFileSync(join(FOLDER, name)))
}

/** Loads a script, whose imports name the addresses of the other scripts. */
function loadScript(name: string): Asset {
  const source = readFileSync(join(FOLDER, name), 'utf8')
  const text = source.replaceAll(/(?<=\bfrom ')\.\/[\w-]+\.js(?=')/g, path => loadScript(path.slice(2)).path)
  return toAsset(name, 'text/javascript; charset=utf-8', Buffer.from(text))
}

/** Joins the style sheets of a folder to one asset: `base.css`, then the others by name. */
function loadFolder(folder: string, type: string): Asset {
  const names = readdirSync(join(FOLDER, folder)).filter(name => name.endsWith('.css') && name !== 'base.css')
  const bytes = ['base.css', ...names.sort()].map(name => readFileSync(join(FOLDER, folder, name)))
  return toAsset(`${folder}.css`, type, Buffer.concat(bytes))
}

function toAsset(name: string, type: string, bytes: Buffer): Asset {
  const mark = createHash('sha256').update(bytes).digest('hex').slice(0, 10)
  return { path: `/assets/${name.replace('.', `.${mark}.`)}`, type, bytes }
}
