import { cpSync, readdirSync } from 'node:fs'

const [into = 'dist'] = process.argv.slice(2)

// What the compiler leaves behind: files that pages load.
for (const name of readdirSync('src/web')) {
  if (/\.(css|js|svg)$/.test(name)) cpSync(`src/web/${name}`, `${into}/web/${name}`)
}
