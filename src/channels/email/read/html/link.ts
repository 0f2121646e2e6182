import { clean } from '../clean.ts'

const LONGEST = 2000

/**
 * The target of a link, if its text does not show it already. Only kinds of links that a person could open from text.
 */
export function linkTarget(href: string | undefined, said: string): string | undefined {
  const target = clean(href ?? '')
    .text.trim()
    .replace(/\s/g, '%20')
  if (!/^(https?:|mailto:|tel:)/i.test(target) || target.length > LONGEST) return undefined
  const words = said.trim()
  if (words === '' || plain(words) === plain(target)) return undefined
  return target.replace(/^(mailto|tel):/i, '')
}

function plain(url: string): string {
  const bare = url
    .toLowerCase()
    .replace(/^(https?:\/\/|mailto:|tel:)/, '')
    .replace(/^www\./, '')
  return bare.replace(/\/$/, '').replace(/^[<(]|[>)]$/g, '')
}
