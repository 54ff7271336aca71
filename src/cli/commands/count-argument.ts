import { InvalidArgumentError } from 'commander'

/** Reads how many there are to be of something: a slip is refused before anything is asked. */
export function parseCount(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Give a number from 1 on.')
}
