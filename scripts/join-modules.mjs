import { dirname, resolve } from 'node:path'

/** What a process loads until a client of `dragoman mcp` has the list of tools. */
const START = [
  'src/run-command.ts',
  'src/start-machine.ts',
  'src/cli/stdio/server.ts',
  'src/cli/backends/lazy-machine.ts',
]

/** The libraries of each file of joined modules. Help and completion load the first alone. */
const LIBRARIES = [['fastest-levenshtein'], ['fastest-levenshtein', 'jsonc-parser', 'zod']]

/**
 * Joins the modules of the start into a file for each line of `LIBRARIES`; `split` is the metafile of a build without it. A bundle has a file for each set
 * of modules that the same commands load, and so dozens of small ones at the start: finding and opening them takes a tenth of its time.
 */
export function joinModules(split) {
  const closures = findClosures(split)
  const start = new Set(START.flatMap(path => [...(closures.get(path) ?? [])]).filter(isJoined))
  const groups = LIBRARIES.map(() => [])
  for (const path of start) {
    const needed = findLibraries(closures.get(path))
    groups[LIBRARIES.findIndex(libraries => needed.every(name => libraries.includes(name)))]?.push(path)
  }
  // A module that commands load later is the start of a file. One that needs a module of a group names the whole group, or the group would be split.
  const neededBy = path =>
    groups.flatMap((group, index) => (group.some(each => closures.get(path)?.has(each)) ? [index] : []))
  return { name: 'join-modules', setup: build => setUp(build, groups, neededBy) }
}

function setUp(build, groups, neededBy) {
  const root = resolve('.')
  build.onResolve({ filter: /^\.\.?\// }, async ({ path, kind, resolveDir, importer, pluginData }) => {
    if (kind !== 'dynamic-import' || pluginData === 'resolving') return undefined
    const found = await build.resolve(path, { kind, resolveDir, importer, pluginData: 'resolving' })
    return found.path.startsWith(resolve('src')) ? { path: found.path, namespace: 'later' } : found
  })
  build.onLoad({ filter: /.*/, namespace: 'later' }, ({ path }) => {
    const needed = neededBy(path.slice(root.length + 1)).map(index => `import 'group:${index}'\n`)
    return { contents: `${needed.join('')}export * from ${JSON.stringify(path)}`, resolveDir: dirname(path) }
  })
  build.onResolve({ filter: /^group:/ }, ({ path }) => ({ path: path.slice('group:'.length), namespace: 'group' }))
  build.onLoad({ filter: /.*/, namespace: 'group' }, ({ path }) => ({
    contents: groups[path].map(each => `import ${JSON.stringify(resolve(each))}\n`).join(''),
    resolveDir: root,
  }))
}

/** Libraries come with the modules that need them. */
const isJoined = path => path.startsWith('src/') && !START.includes(path)

/** The modules that each module loads with it, by its path. */
function findClosures({ inputs }) {
  const closures = new Map()
  for (const path of Object.keys(inputs)) {
    const found = new Set()
    const visit = at => {
      if (found.has(at) || inputs[at] === undefined) return
      found.add(at)
      for (const { path: next, kind } of inputs[at].imports) if (kind !== 'dynamic-import') visit(next)
    }
    visit(path)
    closures.set(path, found)
  }
  return closures
}

/** The names of the packages that modules belong to. */
function findLibraries(paths) {
  const names = [...paths].map(path => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1])
  return [...new Set(names)].filter(name => name !== undefined)
}
