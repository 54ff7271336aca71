import { InvalidArgumentError } from 'commander'

/** Parses a positive whole number of at most nine digits. @throws InvalidArgumentError */
export function parseCount(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Use a whole number of 1 or more.')
}
