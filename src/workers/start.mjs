// Only where the program runs from its sources: Node.js 20 loads no TypeScript into a thread, whatever the process was started with.
import { register } from 'tsx/esm/api'

register()
await import('./thread.ts')
