import { connect } from 'node:net'

interface Said {
  readonly status: number
  /** Lower case; of several with one name the last. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Sends bytes as they are, the rest once the first part is being answered, and returns what comes until the server closes the connection. */
export async function say(url: string, first: string, ...rest: readonly string[]): Promise<string> {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true })
  let answer = ''
  let fault: Error | undefined
  socket.on('data', chunk => (answer += String(chunk)))
  // A server that closes over bytes that it did not read resets the connection.
  socket.once('error', error => (fault = error))
  const closed = new Promise<void>(resolve => void socket.once('close', () => resolve()))
  const ended = Promise.race([closed, new Promise<void>(resolve => void socket.once('end', resolve))])
  socket.write(first)
  if (rest.length > 0) await Promise.race([new Promise(resolve => socket.once('data', resolve)), ended])
  for (const part of rest) await new Promise<void>(resolve => socket.write(part, () => resolve()))
  await ended
  socket.end()
  await closed
  if (fault !== undefined) throw fault
  return answer
}

/** Takes one answer with a Content-Length apart. */
export function parseAnswer(text: string): Said {
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const [line = '', ...lines] = head.split('\r\n')
  const headers = lines.map(one => [one.slice(0, one.indexOf(':')).toLowerCase(), one.slice(one.indexOf(':') + 2)])
  return { status: Number(line.split(' ')[1]), headers: Object.fromEntries(headers) as Said['headers'], body }
}
