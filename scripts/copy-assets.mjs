import { cpSync, readdirSync } from 'node:fs'

// What the compiler leaves behind: files that pages load.
for (const name of readdirSync('src/web')) {
  if (/\.(css|js|svg)$/.test(name)) cpSync(`src/web/${name}`, `dist/web/${name}`)
}
