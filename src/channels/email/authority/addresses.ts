import { domainToASCII, domainToUnicode } from 'node:url'
import { tidyName } from '../../shared/display-name.ts'
import { trimBlanks } from './blanks.ts'
import { decodeWords } from './encoded-words.ts'

export interface NamedAddress {
  address: string
  name: string
}

/** One place of an address list. */
export interface Mailbox extends NamedAddress {
  /** Written so that every program reads the same address in it: no group, no route, nothing quoted or folded into it. */
  isPlain: boolean
}

const LONGEST_LIST = 64 * 1024
const MOST_ADDRESSES = 500

/** Groups are flattened; what is no address is left out. */
export function addressesIn(value: string): NamedAddress[] {
  return mailboxesIn(value)
    .filter(({ address }) => address !== '')
    .map(({ address, name }) => ({ address, name }))
}

/** The same for everybody who compares. ASCII alone: the Kelvin sign must not become a k. */
export function canonicalAddress(address: string): string {
  return lowerAscii(address)
}

/** Every place of the list, also those that hold no address: theirs is empty. */
export function mailboxesIn(value: string): Mailbox[] {
  const text = value.slice(0, LONGEST_LIST)
  const found: Mailbox[] = []
  let place = emptyPlace(value.length <= LONGEST_LIST)
  let hasGroup = false
  const finish = () => {
    const mailbox = mailboxOf(place)
    if (mailbox) found.push(mailbox)
    place = emptyPlace(true)
  }
  for (let at = 0; at < text.length && found.length < MOST_ADDRESSES; ) {
    const character = text.charAt(at)
    if (character === '"') {
      const end = endOfQuoted(text, at)
      addQuoted(place, text.slice(at + 1, end), end < text.length)
      at = end + 1
    } else if (character === '(') {
      const end = endOfComment(text, at)
      addComment(place, text.slice(at + 1, end), end < text.length)
      at = end + 1
    } else {
      if (!place.isInAngle && (character === ',' || character === ';')) {
        hasGroup ||= character === ';'
        finish()
      } else if (!place.isInAngle && character === ':') {
        // The name of a group.
        hasGroup = true
        place = emptyPlace(false)
      } else addCharacter(place, character)
      at += 1
    }
  }
  finish()
  return hasGroup ? found.map((mailbox) => ({ ...mailbox, isPlain: false })) : found
}

/** Behind the closing quote, or the end of the text where there is none. */
function endOfQuoted(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return Math.min(at, text.length)
}

/** They nest, and somebody nests them a thousand deep. */
export function endOfComment(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '(') depth += 1
    else if (text[at] === ')') {
      depth -= 1
      if (depth === 0) return at
    }
  }
  return text.length
}

export function withoutComments(text: string): string {
  let rest = ''
  let at = 0
  for (let start = text.indexOf('('); start !== -1; start = text.indexOf('(', at)) {
    rest += `${text.slice(at, start)} `
    at = endOfComment(text, start) + 1
  }
  return rest + text.slice(at)
}

interface Place {
  /** What stands outside of angle brackets, as words and as it would be without any. */
  phrase: string
  bare: string
  angle: string | undefined
  isInAngle: boolean
  comments: string[]
  /** Something stands outside of angle brackets, and then a comment: that may have been the whole address. */
  isBegun: boolean
  isEnded: boolean
  isPlain: boolean
}

function emptyPlace(isPlain: boolean): Place {
  return {
    phrase: '',
    bare: '',
    angle: undefined,
    isInAngle: false,
    comments: [],
    isBegun: false,
    isEnded: false,
    isPlain,
  }
}

function addQuoted(place: Place, inside: string, isClosed: boolean): void {
  if (!isClosed) place.isPlain = false
  if (place.isInAngle) place.angle += `"${inside}"`
  else {
    if (place.angle !== undefined) place.isPlain = false
    place.phrase += inside.replace(/\\(.)/gs, '$1')
    place.bare += `"${inside}"`
    place.isBegun = true
  }
}

function addComment(place: Place, inside: string, isClosed: boolean): void {
  // A comment that holds the signs of an address is one to those who do not know comments.
  if (!isClosed || place.isInAngle || /[<>@",;:\\()]/.test(inside)) place.isPlain = false
  if (place.comments.length < 10) place.comments.push(inside)
  if (!place.isInAngle) place.phrase += ' '
  place.isEnded ||= place.isBegun
}

function addCharacter(place: Place, character: string): void {
  if (character === '<') {
    if (place.angle !== undefined) place.isPlain = false
    place.angle = ''
    place.isInAngle = true
  } else if (character === '>') {
    if (!place.isInAngle) place.isPlain = false
    place.isInAngle = false
  } else if (place.isInAngle) {
    // `<@a,@b:ana@c>` is the route of RFC 822.
    if (character === ':') place.angle = ''
    else if (!/[ \t]/.test(character)) place.angle += character
    if (/[ \t:,;]/.test(character)) place.isPlain = false
  } else {
    place.phrase += character
    place.isBegun ||= /[^ \t]/.test(character)
    // `ana(x)@example.org`: no blank may stand within an address, so this is none.
    place.bare += place.isEnded ? ` ${character}` : character
    if (/[\\[\]]/.test(character) || (place.angle !== undefined && /[^ \t]/.test(character))) place.isPlain = false
  }
}

/** Undefined where nothing was written at all. */
function mailboxOf({ phrase, bare, angle, isInAngle, comments, isPlain }: Place): Mailbox | undefined {
  if (angle === undefined && trimBlanks(bare) === '') return undefined
  const written = angle ?? trimBlanks(bare)
  const at = written.lastIndexOf('@')
  const local = written.slice(0, Math.max(at, 0))
  const domain = domainOf(written.slice(at + 1))
  const isAddress = at > 0 && domain !== undefined && !/[\s\p{Cc}]/u.test(local)
  return {
    address: isAddress ? `${local}@${domain.ascii}` : '',
    name: tidyName(decodeWords(angle === undefined ? (comments[0] ?? '') : phrase.trim())),
    isPlain: isAddress && isPlain && !isInAngle && domain.isPlain && isPlainLocal(local) && !hasAt(angle, bare),
  }
}

/** `ana@good.org <eve@evil.org>`: who does not know angle brackets reads the first. */
function hasAt(angle: string | undefined, bare: string): boolean {
  return angle !== undefined && bare.replace(/"[^"]*"/g, '').includes('@')
}

/** A dot-atom of RFC 6532, and no encoded word: nothing in an address is ever decoded. */
function isPlainLocal(local: string): boolean {
  return (
    /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u.test(local) &&
    !local.includes('=?')
  )
}

function domainOf(written: string): { ascii: string; isPlain: boolean } | undefined {
  const lower = lowerAscii(written)
  if (lower.length > 253) return undefined
  if (/^[\x21-\x7e]+$/.test(lower)) {
    if (/^\[[\da-f.:]+(?:v6[\da-f.:]*)?\]$/i.test(lower)) return { ascii: lower, isPlain: false }
    return /^[a-z\d_-]+(\.[a-z\d_-]+)*$/.test(lower) ? { ascii: lower, isPlain: true } : undefined
  }
  const ascii = domainToASCII(lower)
  if (!/^[a-z\d-]+(\.[a-z\d-]+)*$/.test(ascii)) return undefined
  // Wide letters and soft hyphens become plain ones on the way: then it is not how the domain is written.
  return { ascii, isPlain: domainToUnicode(ascii) === lower.normalize('NFC') }
}

function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}
