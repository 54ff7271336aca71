import { cpSync, existsSync, readdirSync } from 'node:fs'

const [into = 'dist'] = process.argv.slice(2)

// What the compiler leaves behind: files that pages load.
for (const name of readdirSync('src/web/assets')) {
  if (!/\.(css|js|svg)$/.test(name) && name !== 'project') continue
  if (name.endsWith('.js') && existsSync(`src/web/assets/${name.slice(0, -3)}.ts`)) {
    throw new Error(
      `src/web/assets/${name} would replace what is compiled from the module of that name: give it another one.`,
    )
  }
  cpSync(`src/web/assets/${name}`, `${into}/web/assets/${name}`, { recursive: true })
}
