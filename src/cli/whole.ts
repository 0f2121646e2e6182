import { InvalidArgumentError } from 'commander'

/** A count or a number of something, as an argument. */
export function whole(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}
