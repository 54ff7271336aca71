import type { Stream } from 'node:stream'

/** The first address with this path that a program prints. @throws Error with all it printed when it ends before. */
export function addressIn(output: Stream | null, path: string): Promise<string> {
  if (output === null) throw new Error('the output of the program is not piped')
  let text = ''
  return new Promise((found, reject) => {
    output.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const address = text.match(/https?:\/\/\S+(?=\s)/g)?.find(url => new URL(url).pathname === path)
      if (address !== undefined) found(address)
    })
    output.once('end', () => reject(new Error(`it never named ${path}: ${text}`)))
  })
}
