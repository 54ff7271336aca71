// Runs only when the program runs from its sources: Node.js 20 does not load TypeScript into a thread, even with the options of the process.
import { register } from 'tsx/esm/api'

register()
await import('./thread.ts')
